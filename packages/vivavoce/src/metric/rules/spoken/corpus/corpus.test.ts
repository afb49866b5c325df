import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../base/index.ts";
import { after, book, checksOf, turn } from "../testing-call.test-helper.ts";

/** A labelled call. Agent lines before the first caller line are history; the booking belongs to the last exchange. */
interface Line {
  id: string;
  slot: string;
  tags: string[];
  talk: string[];
  booked?: Record<string, string>;
  now?: string;
  zone?: string;
  expect: "same" | "different" | "kept" | "broken" | "undecided";
}

const slots = {
  name: { argument: "customer_name" },
  address: { argument: "service_address" },
  zip: { argument: "zip_code" },
  time: { argument: "preferred_time" },
  phone: { argument: "phone_number" },
};
const lines = readFileSync(new URL("./en-US.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((text) => text !== "")
  .map((text): Line => JSON.parse(text));

function callOf({ talk, booked = {} }: Line) {
  const first = talk.findIndex((one) => one.startsWith("C: "));
  const history = talk.slice(0, first).map((one) => ({ role: "assistant" as const, content: one.slice(3) }));
  const starts = [...talk.keys()].filter((at) => at >= first && talk[at]?.startsWith("C: "));
  const fields: JsonObject = Object.fromEntries(
    Object.entries(slots).flatMap(([slot, { argument }]) => (booked[slot] ? [[argument, booked[slot]]] : [])),
  );
  const turns = starts.map((at, index) => {
    const replies = talk.slice(at + 1, starts[index + 1]).map((one) => one.slice(3));
    const last = index === starts.length - 1 && Object.keys(fields).length > 0;
    return turn(talk[at]?.slice(3) ?? "", ...(last ? [book(fields)] : []), ...replies);
  });
  return after(history, ...turns);
}

async function verdictOf(line: Line): Promise<Line["expect"]> {
  const { now, zone, slot } = line;
  const checks = await checksOf(callOf(line), { slots, commit: { tools: ["book_service"] }, now, zone });
  const isSlot = Object.hasOwn(slots, slot);
  const check = checks[isSlot ? `read-back-${slot}` : slot];
  if (check?.value === undefined) return "undecided";
  if (isSlot) return check.ok ? "same" : "different";
  return check.ok ? "kept" : "broken";
}

describe("no labelled call is decided wrongly", () => {
  test.each(lines)("$id ($expect): $talk", async (line) => {
    expect([line.expect, "undecided"]).toContain(await verdictOf(line));
  });
});

test.each([
  ["ordinary calls", 0.95, (tags: string[]) => tags.includes("ordinary")],
  ["calls that are hard on purpose", 0.8, (tags: string[]) => !tags.includes("ordinary")],
] as const)("of %s that can be decided, %d are", async (_which, share, isOne) => {
  const some = lines.filter(({ tags, expect: label }) => isOne(tags) && label !== "undecided");
  const verdicts = await Promise.all(some.map(verdictOf));
  const decided = verdicts.filter((verdict) => verdict !== "undecided");
  expect(decided.length / some.length).toBeGreaterThan(share);
});
