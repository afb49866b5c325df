import fc from "fast-check";
import { expect, test } from "vitest";
import { bestAlignment } from "./assignment.ts";

function greatestTotal(weights: number[][], row = 0, column = 0): number {
  const line = weights[row];
  if (!line) return 0;
  const rest = line
    .slice(column)
    .map((weight, offset) => (weight === 0 ? 0 : weight + greatestTotal(weights, row + 1, column + offset + 1)));
  return Math.max(greatestTotal(weights, row + 1, column), ...rest);
}

const matrices = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
  fc.array(fc.array(fc.nat({ max: 3 }), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
);

test("it keeps the order and is as good as the best of all alignments", () => {
  fc.assert(
    fc.property(matrices, (weights) => {
      const aligned = bestAlignment(weights);
      const pairs = aligned.flatMap((column, row) => (column === undefined ? [] : [{ row, column }]));
      for (const [index, { column }] of pairs.entries()) expect(column).toBeGreaterThan(pairs[index - 1]?.column ?? -1);
      const total = pairs.reduce((sum, { row, column }) => sum + (weights[row]?.[column] ?? 0), 0);
      for (const { row, column } of pairs) expect(weights[row]?.[column]).toBeGreaterThan(0);
      expect(total).toBe(greatestTotal(weights));
    }),
    { numRuns: 1000 },
  );
});

test("it passes over what stands between", () => {
  expect(
    bestAlignment([
      [0, 1, 0],
      [0, 0, 1],
    ]),
  ).toEqual([1, 2]);
});

test("if two pairs cross, the heavier is kept", () => {
  expect(
    bestAlignment([
      [0, 2],
      [1, 0],
    ]),
  ).toEqual([1, undefined]);
});
