import { expect, test } from "vitest";
import type { SlotKindName } from "../../../slots/slot.ts";
import { stands } from "./claims.ts";

/** What a caller's lines come to; each stands behind what the agent had said. */
const standsAfter = (kind: SlotKindName, ...talk: string[]) =>
  stands(
    kind,
    talk.flatMap((text, at) => (at % 2 === 1 ? [{ text, question: talk[at - 1] ?? "" }] : [])),
  );
const address = ["What's the address?", "4210 South Lamar Boulevard.", "4210 South Lamar Boulevard, right?"];
const phone = ["Your number?", "512 555 0199.", "That's 512 555 0199?"];
const time = (said: string) => ["When shall we come?", said, "Okay, anything else?"];
const name = (said: string) => ["Your name?", said, "How do you spell that?"];

test.each<[SlotKindName, string[], string, string]>([
  ["address", address, "no, it's 4120, not 4210", "4120 s lamar blvd"],
  ["address", address, "not 4210, forty-one twenty", "4120 s lamar blvd"],
  ["address", address, "no, 4120", "4120 s lamar blvd"],
  ["address", address, "No, North Lamar", "4210 n lamar blvd"],
  ["address", address, "no, it's Lamar Lane, not Boulevard", "4210 lamar ln"],
  ["address", address, "apartment 4", "4210 s lamar blvd #4"],
  ["phone", phone, "no, 0198, not 0199", "5125550198"],
  ["phone", phone, "it's 0198 instead of 0199", "5125550198"],
  ["phone", phone, "it ends in 0198", "5125550198"],
  ["phone", phone, "the area code is 737", "7375550199"],
  ["time", time("Tuesday at 2:30"), "make it three thirty", "tuesday at 3:30"],
  ["time", time("Tuesday at 2:30"), "actually, Wednesday", "wednesday at 2:30"],
  ["time", time("Tuesday at 9 am"), "sorry, Friday afternoon", "friday afternoon"],
  ["time", time("tomorrow"), "at nine", "tomorrow at 9:00"],
  ["time", time("Tuesday"), "any time", "tuesday any time"],
  ["name", name("John"), "that's J-O-N", "jon"],
  ["name", name("Maria Lopes"), "L-O-P-E-Z", "maria lopez"],
  ["name", name("Maria"), "my A-C is dead", "maria"],
])("the %s after %j and “%s” is %s", (kind, before, line, value) => {
  expect(standsAfter(kind, ...before, line)).toEqual([value]);
});

test.each<[SlotKindName, string[], string]>([
  ["phone", phone, "not 0200, swap the last two"],
  ["phone", phone, "no, 42"],
  ["address", address, "maybe 4120, I'm not sure"],
  ["time", time("Tuesday"), "Wednesday, unless it rains"],
])("nobody can tell the %s after %j and “%s”", (kind, before, line) => {
  expect(standsAfter(kind, ...before, line)).toBeUndefined();
});

test("of two numbers, either will do", () => {
  const both = standsAfter("phone", "Your number?", "Home is 512 555 0100, cell is 512 555 0199.");
  expect(both).toEqual(["5125550100", "5125550199"]);
});
