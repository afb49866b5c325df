import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonSubsequence } from "./line-diff.ts";

/** The textbook table, as a reference. */
function longestLength(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [index, right] of b.entries()) {
      const kept = left === right ? (row[index] ?? 0) + 1 : 0;
      next.push(Math.max(kept, row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const list = fc.array(fc.nat(4), { maxLength: 30 });

describe("a common subsequence", () => {
  test("is common, ascends on both sides, and no other is longer", () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const kept = commonSubsequence(before, after, 60) ?? [];
        for (const [index, [from, to]] of kept.entries()) {
          expect(before[from]).toBe(after[to]);
          expect(from).toBeGreaterThan(kept[index - 1]?.[0] ?? -1);
          expect(to).toBeGreaterThan(kept[index - 1]?.[1] ?? -1);
        }
        expect(kept.length).toBe(longestLength(before, after));
      }),
      { numRuns: 1000 },
    );
  });

  test("is given up exactly when it takes more changes than allowed", () => {
    fc.assert(
      fc.property(list, list, fc.nat(20), (before, after, limit) => {
        const changes = before.length + after.length - 2 * longestLength(before, after);
        expect(commonSubsequence(before, after, limit) === undefined).toBe(changes > limit);
      }),
    );
  });
});
