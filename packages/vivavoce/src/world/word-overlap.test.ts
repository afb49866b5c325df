import fc from "fast-check";
import { expect, test } from "vitest";
import { countWords, wordOverlap } from "./diff-tasks.ts";

const overlap = (a: string, b: string) => wordOverlap(countWords(a), countWords(b));

test.each([
  ["Call the vendor", "call THE vendor!", 1],
  ["Call Ada", "Call Bob", 0.5],
  ["Call Ada today", "Call Bob tomorrow", 1 / 3],
  ["one two", "one two three four five six", 0.5],
  ["again again again", "again", 0.5],
  ["Über [[Garten]]", "über garten", 1],
  ["電話する", "電話した", 0.5],
  ["???", "???", 0],
  ["", "", 0],
])("%j and %j share %d of their words", (a, b, share) => {
  expect(overlap(a, b)).toBeCloseTo(share, 10);
});

test("the share is the same from both sides, and lies between 0 and 1", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "B"), { maxLength: 6 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(overlap(a, b)).toBe(overlap(b, a));
      expect(overlap(a, b)).toBeGreaterThanOrEqual(0);
      expect(overlap(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});
