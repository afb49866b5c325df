import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLines } from "./line-diff.ts";

const line = fc.constantFrom("a", "b", "c", "__proto__", "");

describe("a diff of lines", () => {
  test("names what went and what came", () => {
    expect(diffLines(["a", "b", "c"], ["a", "x", "c", "d"])).toEqual({ removed: [1], inserted: [1, 3] });
  });

  test("takes a moved line as removed and inserted", () => {
    const { removed, inserted } = diffLines(["a", "b", "c"], ["c", "a", "b"]);
    expect({ removed, inserted }).toEqual({ removed: [2], inserted: [0] });
  });

  test("leaves the same lines on both sides once its changes are taken away", () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const { removed, inserted } = diffLines(before, after);
        const keptBefore = before.filter((_, index) => !removed.includes(index));
        const keptAfter = after.filter((_, index) => !inserted.includes(index));
        expect(keptBefore).toEqual(keptAfter);
      }),
    );
  });

  test("says nothing about equal lists", () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(diffLines(lines, [...lines])).toEqual({ removed: [], inserted: [] });
      }),
    );
  });

  test("of a list turned upside down keeps one line: the new order does not go unnoticed", () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
    const { removed, inserted } = diffLines(lines, lines.toReversed());
    expect([removed.length, inserted.length]).toEqual([4999, 4999]);
  });

  test("of a long list that was shuffled keeps the same lines on both sides, in the same order", () => {
    const lines = Array.from({ length: 4000 }, (_, index) => `line ${index}`);
    const shuffled = lines.map((_, index) => lines[(index * 1601) % 4000] ?? "");
    const { removed, inserted } = diffLines(lines, shuffled);
    const [gone, come] = [new Set(removed), new Set(inserted)];
    const kept = lines.filter((_, index) => !gone.has(index));
    expect(kept.join()).toBe(shuffled.filter((_, index) => !come.has(index)).join());
    expect(kept.length).toBeGreaterThan(10);
  });

  test("finds the one change in a long list that is otherwise rewritten", () => {
    const old = Array.from({ length: 5000 }, (_, index) => `old ${index}`);
    const fresh = Array.from({ length: 5000 }, (_, index) => `new ${index}`);
    const { removed, inserted } = diffLines([...old, "kept"], ["kept", ...fresh]);
    expect(removed).toHaveLength(5000);
    expect(inserted).toHaveLength(5000);
  });
});
