import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holm } from "./multiple-testing.ts";

const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

test("the fifteen p-values of Benjamini & Hochberg, 1995, have three that stay below 0.05", () => {
  const cardiac = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];
  expect(holm(cardiac).filter((p) => p <= 0.05)).toHaveLength(3);
});

describe("holm", () => {
  test("never lowers a p, never exceeds 1", () => {
    fc.assert(
      fc.property(ps, (given) => {
        for (const [index, adjusted] of holm(given).entries()) {
          expect(adjusted).toBeGreaterThanOrEqual((given[index] ?? 0) * (1 - 1e-12));
          expect(adjusted).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("keeps the order of the p-values, and equal ones equal", () => {
    fc.assert(
      fc.property(ps, (given) => {
        const adjusted = holm(given);
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
        expect(holm(given.toReversed())).toEqual(holm(given).toReversed());
      }),
    );
  });

  test("one test needs no adjustment, none gives none", () => {
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });

  test("0 stays 0 and 1 stays 1", () => {
    expect(holm([1, 0, 1])).toEqual([1, 0, 1]);
  });

  test("leaves its input as it was", () => {
    const given = [0.5, 0.01, 0.2];
    holm(given);
    expect(given).toEqual([0.5, 0.01, 0.2]);
  });

  test("what is not a probability is an error", () => {
    expect(() => holm([0.5, 1.2])).toThrow(new RangeError("holm: ps[1] is 1.2: pass a number from 0 to 1"));
    expect(() => holm([Number.NaN])).toThrow(RangeError);
  });
});

test("never exceeds Bonferroni's adjustment, m·p", () => {
  fc.assert(
    fc.property(ps, (given) => {
      for (const [index, adjusted] of holm(given).entries())
        expect(adjusted).toBeLessThanOrEqual(given.length * (given[index] ?? 0) * (1 + 1e-12));
    }),
  );
});
