import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg, bonferroni, holm } from "./multiple-testing.ts";

const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

/** The fifteen p-values of the example in Benjamini & Hochberg, 1995. */
const cardiac = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];

describe("the example of 1995", () => {
  const found = (adjusted: number[]) => adjusted.filter((p) => p <= 0.05).length;

  test("Bonferroni finds three, Holm three, the false discovery rate four", () => {
    expect(found(bonferroni(cardiac))).toBe(3);
    expect(found(holm(cardiac))).toBe(3);
    expect(found(benjaminiHochberg(cardiac))).toBe(4);
  });
});

describe.each([
  ["bonferroni", bonferroni],
  ["holm", holm],
  ["benjaminiHochberg", benjaminiHochberg],
])("%s", (name, adjust) => {
  test("never lowers a p, never exceeds 1", () => {
    fc.assert(
      fc.property(ps, (given) => {
        for (const [index, adjusted] of adjust(given).entries()) {
          expect(adjusted).toBeGreaterThanOrEqual((given[index] ?? 0) * (1 - 1e-12));
          expect(adjusted).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("keeps the order of the p-values, and equal ones equal", () => {
    fc.assert(
      fc.property(ps, (given) => {
        const adjusted = adjust(given);
        for (const [left, p] of given.entries()) {
          for (const [right, q] of given.entries()) {
            if (p <= q) expect(adjusted[left]).toBeLessThanOrEqual((adjusted[right] ?? Number.NaN) * (1 + 1e-12));
          }
        }
      }),
    );
  });

  test("answers in the order given", () => {
    fc.assert(
      fc.property(ps, (given) => {
        expect(adjust(given.toReversed())).toEqual(adjust(given).toReversed());
      }),
    );
  });

  test("one test needs no adjustment, none gives none", () => {
    expect(adjust([0.03])).toEqual([0.03]);
    expect(adjust([])).toEqual([]);
  });

  test("0 stays 0 and 1 stays 1", () => {
    expect(adjust([1, 0, 1])).toEqual([1, 0, 1]);
  });

  test("leaves its input as it was", () => {
    const given = [0.5, 0.01, 0.2];
    adjust(given);
    expect(given).toEqual([0.5, 0.01, 0.2]);
  });

  test("what is not a probability is an error", () => {
    expect(() => adjust([0.5, 1.2])).toThrow(new RangeError(`${name}: ps[1] is 1.2: pass a number from 0 to 1`));
    expect(() => adjust([Number.NaN])).toThrow(RangeError);
  });
});

test("Bonferroni is the strictest, then Holm, then the false discovery rate", () => {
  fc.assert(
    fc.property(ps, (given) => {
      const [strict, step, rate] = [bonferroni(given), holm(given), benjaminiHochberg(given)];
      for (const index of given.keys()) {
        expect(step[index]).toBeLessThanOrEqual(strict[index] ?? Number.NaN);
        expect(rate[index]).toBeLessThanOrEqual((step[index] ?? Number.NaN) * (1 + 1e-12));
      }
    }),
  );
});
