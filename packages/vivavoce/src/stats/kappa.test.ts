import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohenKappa, gwetAC1, weightedKappa } from "./kappa.ts";

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

describe("weightedKappa", () => {
  const graded = [
    [10, 3, 1],
    [2, 12, 4],
    [0, 3, 15],
  ];

  test("with two categories both weights are Cohen's kappa", () => {
    fc.assert(
      fc.property(
        table.filter((rows) => rows.length === 2),
        (rows) => {
          const { kappa = Number.NaN } = cohenKappa(rows);
          expect(weightedKappa(rows, "linear")).toBeCloseTo(kappa, 12);
          expect(weightedKappa(rows, "quadratic")).toBeCloseTo(kappa, 12);
        },
      ),
    );
  });

  test("the weights count: near misses are forgiven more by the square", () => {
    const { kappa = Number.NaN } = cohenKappa(graded);
    const linear = weightedKappa(graded, "linear") ?? Number.NaN;
    expect(linear).toBeGreaterThan(kappa);
    expect(weightedKappa(graded, "quadratic")).toBeGreaterThan(linear);
  });

  test("does not change with the direction of the scale or with who rates", () => {
    fc.assert(
      fc.property(table, fc.constantFrom("linear" as const, "quadratic" as const), (rows, weights) => {
        const value = weightedKappa(rows, weights) ?? Number.NaN;
        expect(weightedKappa(transposed(rows), weights)).toBeCloseTo(value, 11);
        const reversed = rows.map((row) => row.toReversed()).toReversed();
        expect(weightedKappa(reversed, weights)).toBeCloseTo(value, 11);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("perfect agreement is 1; one category or no rating is undefined", () => {
    expect(
      weightedKappa(
        [
          [3, 0],
          [0, 4],
        ],
        "linear",
      ),
    ).toBe(1);
    expect(
      weightedKappa(
        [
          [3, 0],
          [0, 0],
        ],
        "quadratic",
      ),
    ).toBeUndefined();
    expect(
      weightedKappa(
        [
          [0, 0],
          [0, 0],
        ],
        "linear",
      ),
    ).toBeUndefined();
  });

  test("unknown weights are an error", () => {
    const unknown = "cubic" as "linear";
    expect(() => weightedKappa(graded, unknown)).toThrow(
      new RangeError('weightedKappa: weights is "cubic": pass "linear" or "quadratic"'),
    );
  });
});

describe("gwetAC1", () => {
  test("Gwet's paradox table: agreement of 0.94 has kappa near 0 but AC1 of 0.94", () => {
    const skewed = [
      [118, 5],
      [2, 0],
    ];
    expect(cohenKappa(skewed).kappa).toBeCloseTo(-0.0234, 4);
    expect(gwetAC1(skewed)).toBeCloseTo(0.9408, 4);
  });

  test("everything in one of several categories is full agreement", () => {
    expect(
      gwetAC1([
        [12, 0],
        [0, 0],
      ]),
    ).toBe(1);
  });

  test("perfect agreement is 1, and people and judge may change places", () => {
    expect(
      gwetAC1([
        [3, 0],
        [0, 9],
      ]),
    ).toBe(1);
    fc.assert(
      fc.property(table, (rows) => {
        expect(gwetAC1(transposed(rows))).toBeCloseTo(gwetAC1(rows) ?? Number.NaN, 12);
      }),
    );
  });

  test("one category or no rating is undefined", () => {
    expect(gwetAC1([[5]])).toBeUndefined();
    expect(gwetAC1([])).toBeUndefined();
    expect(
      gwetAC1([
        [0, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
  });
});
