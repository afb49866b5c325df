import { describe, expect, test } from "vitest";
import type { SlotKindName } from "../../../slots/slot.ts";
import { slotKinds } from "../asks/kinds.ts";
import { leftOver } from "./left-over.ts";

/** What an answer of the caller leaves over. */
function left(kind: SlotKindName, text: string): string | undefined {
  const own = slotKinds[kind].find(text, { by: "caller", asked: true });
  return leftOver(kind, { text, by: "caller", own, others: [], asked: true });
}

describe("words that the reader did not use are left over", () => {
  test.each([
    ["phone", "six one nine five five five oh one seven eight, wait no, six two nine", "six two nine"],
    ["phone", "512 555 0199, and the other is 777 0", "777 0"],
    ["zip", "nine oh two one oh, wait no, two one", "two one"],
    ["address", "12 Main Street, second level", "second level"],
    ["address", "12 Main Street, the rear house", "rear"],
    ["address", "twelve Main Street, north", "north"],
    ["address", "twelve Rosewood, no, Redwood Avenue", "no, Redwood Avenue"],
    ["address", "for eleven Dorset Road", "for eleven Dorset Road"],
    ["name", "it's Phillip with one L", "with one L"],
    ["name", "I'm Kip Wood, but it's her visit, put it under hers", "hers"],
    ["name", "Theo Lint, goes by Ted", "goes by"],
    ["address", "one twenty first street", "one twenty first"],
    ["address", "12 Grove, the street, not the avenue", "the street"],
    ["name", "Sara with an H", "with an H"],
    ["name", "Dana Fisk, sorry, Frisk", "sorry, Frisk"],
    [
      "time",
      "Tuesday not before eleven and never on the weekend",
      "Tuesday not before eleven and never on the weekend",
    ],
    ["phone", "919 555 0118, only swap the last two", "only swap the last two"],
    ["phone", "919 555 0118 gizmo", "… gizmo"],
    ["address", "12 Grove Lane, the same but backwards", "backwards"],
    ["name", "Capital M, small c", "Capital M, small c"],
    ["time", "the day my tenant gets back, around noon", "the day my tenant gets back"],
    ["time", "Thursday, same time as last visit", "same time as last visit"],
    ["time", "Sunday, when we're back from church", "when we're back from church"],
    ["time", "sometime Thursday, early-ish if you can", "early-ish if you can"],
    ["time", "Monday or Tuesday, mornings only", "Monday or Tuesday, mornings only"],
    ["time", "today if possible, otherwise tomorrow", "today if possible, otherwise tomorrow"],
  ] as const)("%s: %s", (kind, text, words) => {
    expect(left(kind, text)).toBe(words);
  });

  test("also in a reply, in the sentence of the value", () => {
    const text = "12 Main Street, pod 5, right? We come at 10.";
    const [value] = slotKinds.address.find(text, { by: "agent", asked: false });
    const own = value ? [value] : [];
    expect(leftOver("address", { text, by: "agent", own, others: [], asked: false })).toBe("5");
  });

  test("also in a booking", () => {
    const text = "12 Main Street, pod 5";
    const own = slotKinds.address.find(text, { by: "caller", asked: true });
    expect(leftOver("address", { text, by: "booking", own, others: [], asked: true })).toBe("5");
  });
});

describe("nothing is left over", () => {
  test.each([
    ["phone", "it's 830 555 0158, I'm usually home after ten"],
    ["phone", "two oh six, five five five, sorry, two oh seven, five five five, oh one four four"],
    ["phone", "303 555 0163, not 0119"],
    ["phone", "512 555 0123. Sorry about the noise."],
    ["time", "Tuesday at three. I have two dogs, just so you know."],
    ["zip", "78723, been here for twelve years"],
    ["address", "404 Canal Street, the gate code is nine nine one two"],
    ["address", "223 Pressler Street, there's two dogs in the yard"],
    ["address", "forty one, no wait, forty two Birch Hollow Road"],
    ["address", "13 Beall, B E A L L"],
    ["address", "1916 Larkspur Road 80205"],
    ["address", "it's 12 Main Street in South Austin"],
    ["name", "Erik with a K"],
    ["name", "it's Kathy with a C"],
    ["name", "it's Philip with two L's"],
    ["name", "Jon Smith, no H"],
    ["address", "12 Main Street, room nine"],
    ["time", "Tuesday, mornings are no good"],
    ["time", "noon thirty on Tuesday"],
    ["time", "Tuesday, I can't do nine"],
    ["time", "I can't do Friday"],
    ["name", "Phillip with two L's"],
    ["name", "Olive Grady, it used to be Tran"],
    ["name", "Iris McDonald, M C, not M A C"],
    ["address", "they charge eighty nine, I'm at 440 Sable Street"],
    ["address", "14 Wexford Street, one four, everybody hears forty"],
    ["address", "5 Hill Street, across from the Super 8"],
    ["address", "12 Oak, no, 14, no wait, I was right, 12 Oak Street"],
    ["address", "I said twenty seven, it's twenty four, twenty four forty five Ansel Road"],
    ["address", "33 Caine Road, with an E"],
    ["name", "Ann with no E"],
    ["name", "Maria Lopez, my A C is dead"],
    ["time", "Monday, no wait, Tuesday at ten"],
    ["time", "Monday or Tuesday"],
    ["time", "Tuesday, but not before eleven"],
    ["time", "Friday the twentieth, not the thirteenth"],
    ["time", "Tuesday at ten, it's not cooling"],
    ["time", "it hasn't worked since Monday, tomorrow at two"],
  ] as const)("%s: %s", (kind, text) => {
    expect(left(kind, text)).toBeUndefined();
  });

  test("in what other slots have read", () => {
    const text = "78723, and my number is 512 555 0199";
    const own = slotKinds.zip.find(text, { by: "caller", asked: true }).slice(0, 1);
    const others = slotKinds.phone.find(text);
    expect(leftOver("zip", { text, by: "caller", own, others, asked: true })).toBeUndefined();
    expect(leftOver("zip", { text, by: "caller", own, others: [], asked: true })).toBe("512 555 0199");
  });

  test("in a caller's repetition of what is known", () => {
    const read = { text: "no, 4120", by: "caller", own: [], others: [], asked: false } as const;
    expect(leftOver("address", { ...read, asked: true, known: "4120 s lamar" })).toBeUndefined();
    expect(leftOver("address", { ...read, asked: true, known: "4210 s lamar" })).toBe("4120");
  });

  test("in kinds without such words", () => {
    expect(left("text", "it's 12 or 13, no, 14")).toBeUndefined();
  });
});
