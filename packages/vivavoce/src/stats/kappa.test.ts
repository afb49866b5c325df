import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohenKappa } from "./kappa.ts";

const table = fc.integer({ min: 2, max: 5 }).chain((size) =>
  fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
);

function transposed(rows: number[][]): number[][] {
  return rows.map((_, column) => rows.map((row) => row[column] ?? 0));
}

describe("cohenKappa", () => {
  test("fifty grant proposals, two readers: the textbook's 0.4", () => {
    const result = cohenKappa([
      [20, 5],
      [10, 15],
    ]);
    expect(result.observed).toBeCloseTo(0.7, 12);
    expect(result.expected).toBeCloseTo(0.5, 12);
    expect(result.kappa).toBeCloseTo(0.4, 12);
    expect(result.se).toBeCloseTo(Math.sqrt(0.21 / 50) / 0.5, 12);
  });

  test("the same agreement is worth less where chance gives more: 0.1304 and 0.2593", () => {
    expect(
      cohenKappa([
        [45, 15],
        [25, 15],
      ]).kappa,
    ).toBeCloseTo(0.1304, 4);
    expect(
      cohenKappa([
        [25, 35],
        [5, 35],
      ]).kappa,
    ).toBeCloseTo(0.2593, 4);
  });

  test("perfect agreement is 1 with no error", () => {
    const perfect = cohenKappa([
      [7, 0, 0],
      [0, 4, 0],
      [0, 0, 9],
    ]);
    expect(perfect.kappa).toBe(1);
    expect(perfect.se).toBe(0);
  });

  test("agreement that chance explains is 0, worse is negative", () => {
    expect(
      cohenKappa([
        [4, 4],
        [4, 4],
      ]).kappa,
    ).toBe(0);
    expect(
      cohenKappa([
        [0, 5],
        [5, 0],
      ]).kappa,
    ).toBe(-1);
  });

  test("everything in one category: agreement is observed, kappa is undefined", () => {
    expect(
      cohenKappa([
        [12, 0],
        [0, 0],
      ]),
    ).toEqual({ kappa: undefined, se: undefined, observed: 1, expected: 1 });
    expect(
      cohenKappa([
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 7],
      ]).kappa,
    ).toBeUndefined();
  });

  test.each([
    [
      "people",
      [
        [10, 5],
        [0, 0],
      ],
    ],
    [
      "the judge",
      [
        [10, 0],
        [5, 0],
      ],
    ],
  ])("only %s use one category: that is what chance explains, so kappa is 0", (_, rows) => {
    const { kappa, observed, expected } = cohenKappa(rows);
    expect(observed).toBeCloseTo(2 / 3, 12);
    expect(expected).toBeCloseTo(2 / 3, 12);
    expect(kappa).toBeCloseTo(0, 12);
  });

  test("an empty table says nothing", () => {
    const nothing = { kappa: undefined, se: undefined, observed: undefined, expected: undefined };
    expect(cohenKappa([])).toEqual(nothing);
    expect(
      cohenKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual(nothing);
  });

  test("people and judge may change places", () => {
    fc.assert(
      fc.property(table, (rows) => {
        expect(cohenKappa(transposed(rows)).kappa).toBeCloseTo(cohenKappa(rows).kappa ?? Number.NaN, 12);
      }),
    );
  });

  test("a table that is not square is an error", () => {
    expect(() => cohenKappa([[1, 2], [3]])).toThrow(
      new RangeError("cohenKappa: row 1 of the table has 1 columns: pass 2, one per category"),
    );
    expect(() =>
      cohenKappa([
        [1, -2],
        [3, 4],
      ]),
    ).toThrow("cohenKappa: table[0][1] is -2");
  });
});
