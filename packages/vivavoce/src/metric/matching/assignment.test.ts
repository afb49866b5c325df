import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestAssignment } from "./assignment.ts";

function totalOf(weights: number[][], assigned: (number | undefined)[]): number {
  return assigned.reduce<number>(
    (sum, column, row) => sum + (column === undefined ? 0 : (weights[row]?.[column] ?? 0)),
    0,
  );
}

/** Tries everything. */
function greatestTotal(weights: number[][], row = 0, used: ReadonlySet<number> = new Set()): number {
  const line = weights[row];
  if (!line) return 0;
  const choices = line.map((weight, column) =>
    used.has(column) || weight === 0 ? 0 : weight + greatestTotal(weights, row + 1, new Set([...used, column])),
  );
  return Math.max(greatestTotal(weights, row + 1, used), ...choices);
}

const matrices = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
  fc.array(fc.array(fc.nat({ max: 4 }), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
);

describe("bestAssignment", () => {
  test("is as good as the best of all assignments", () => {
    fc.assert(
      fc.property(matrices, (weights) => {
        expect(totalOf(weights, bestAssignment(weights))).toBe(greatestTotal(weights));
      }),
      { numRuns: 1000 },
    );
  });

  test("gives each column once, and never a pair of weight 0", () => {
    fc.assert(
      fc.property(matrices, (weights) => {
        const assigned = bestAssignment(weights);
        const columns = assigned.filter((column) => column !== undefined);
        expect(assigned).toHaveLength(weights.length);
        expect(new Set(columns).size).toBe(columns.length);
        for (const [row, column] of assigned.entries())
          if (column !== undefined) expect(weights[row]?.[column]).toBeGreaterThan(0);
      }),
    );
  });

  test("gives way where a greedy choice would leave one alone", () => {
    expect(
      bestAssignment([
        [3, 2],
        [3, 0],
      ]),
    ).toEqual([1, 0]);
  });

  test("works with fractions, more rows than columns, and nothing at all", () => {
    expect(bestAssignment([[0.4], [0.6]])).toEqual([undefined, 0]);
    expect(bestAssignment([])).toEqual([]);
    expect(bestAssignment([[], []])).toEqual([undefined, undefined]);
  });

  test("two hundred by two hundred is fast", () => {
    const weights = Array.from({ length: 200 }, (_, row) =>
      Array.from({ length: 200 }, (_, column) => ((row * 7 + column * 13) % 11) + 1),
    );
    expect(new Set(bestAssignment(weights)).size).toBe(200);
  });
});
