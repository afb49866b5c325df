import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draws } from "../../seed.test-helper.ts";
import { orderedAssignment } from "./assignment.ts";

type Ranks = (number | undefined)[];

function respects(assigned: Ranks, ranks: Ranks): boolean {
  return assigned.every((column, row) =>
    assigned.every((other, otherRow) => {
      const [rank, otherRank] = [ranks[row], ranks[otherRow]];
      if (column === undefined || other === undefined || rank === undefined || otherRank === undefined) return true;
      return rank >= otherRank || column < other;
    }),
  );
}

function totalOf(weights: number[][], assigned: Ranks): number {
  return assigned.reduce<number>(
    (sum, column, row) => sum + (column === undefined ? 0 : (weights[row]?.[column] ?? 0)),
    0,
  );
}

function everyAssignment(weights: number[][], row = 0): Ranks[] {
  const line = weights[row];
  if (!line) return [[]];
  return everyAssignment(weights, row + 1).flatMap((rest) => [
    [undefined, ...rest],
    ...line.flatMap((weight, column) => (weight > 0 && !rest.includes(column) ? [[column, ...rest]] : [])),
  ]);
}

const problems = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 4 })).chain(([rows, columns]) =>
  fc.record({
    weights: fc.array(fc.array(fc.nat({ max: 3 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
    ranks: fc.array(fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }), {
      minLength: rows,
      maxLength: rows,
    }),
  }),
);

describe("orderedAssignment", () => {
  test("keeps the order and is as good as the best of all that do", () => {
    fc.assert(
      fc.property(problems, ({ weights, ranks }) => {
        const assigned = orderedAssignment(weights, ranks);
        const columns = assigned.filter((column) => column !== undefined);
        expect(assigned).toHaveLength(weights.length);
        expect(new Set(columns).size).toBe(columns.length);
        expect(respects(assigned, ranks)).toBe(true);
        const allowed = everyAssignment(weights).filter((one) => respects(one, ranks));
        expect(totalOf(weights, assigned)).toBe(Math.max(...allowed.map((one) => totalOf(weights, one))));
      }),
      draws(2000),
    );
  });

  test("equal ranks may come either way round", () => {
    expect(
      orderedAssignment(
        [
          [0, 1],
          [1, 0],
        ],
        [1, 1],
      ),
    ).toEqual([1, 0]);
    expect(
      orderedAssignment(
        [
          [0, 1],
          [1, 0],
        ],
        [1, 2],
      ),
    ).toContain(undefined);
  });

  test("a row without a rank gives its call to one that needs it", () => {
    expect(
      orderedAssignment(
        [
          [1, 1, 1],
          [1, 0, 0],
          [0, 1, 0],
        ],
        [undefined, 1, 2],
      ),
    ).toEqual([2, 0, 1]);
  });

  test("fourteen expectations and thirty calls in the wrong order are fast", () => {
    const ranks = Array.from({ length: 14 }, (_, row) => 14 - row);
    const weights = ranks.map((_, row) => Array.from({ length: 30 }, (_, column) => (column % 14 === row ? 1 : 0)));
    expect(respects(orderedAssignment(weights, ranks), ranks)).toBe(true);
  });
});
