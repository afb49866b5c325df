import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passAtK, passHatK } from "./pass-hat.ts";

/** Every way to choose k of n repeats, the first c of which passed. */
function choices(n: number, k: number): number[][] {
  if (k === 0) return [[]];
  if (n < k) return [];
  return [...choices(n - 1, k), ...choices(n - 1, k - 1).map((chosen) => [...chosen, n - 1])];
}

const repeated = fc
  .integer({ min: 1, max: 300 })
  .chain((n) => fc.record({ n: fc.constant(n), c: fc.integer({ min: 0, max: n }), k: fc.integer({ min: 1, max: n }) }));

describe("passAtK and passHatK", () => {
  test("agree with counting every choice of k repeats", () => {
    for (const n of [1, 2, 5, 7]) {
      for (let c = 0; c <= n; c += 1) {
        for (let k = 1; k <= n; k += 1) {
          const all = choices(n, k);
          const share = (holds: (chosen: number[]) => boolean) => all.filter(holds).length / all.length;
          expect(passAtK(n, c, k)).toBeCloseTo(
            share((chosen) => chosen.some((repeat) => repeat < c)),
            12,
          );
          expect(passHatK(n, c, k)).toBeCloseTo(
            share((chosen) => chosen.every((repeat) => repeat < c)),
            12,
          );
        }
      }
    }
  });

  test("200 samples of which 10 pass, as in Chen et al. 2021", () => {
    expect(passAtK(200, 10, 10)).toBeCloseTo(0.40854786608141713, 12);
    expect(passHatK(200, 190, 10)).toBeCloseTo(0.5914521339185829, 12);
  });

  test("with one repeat both are the pass rate", () => {
    fc.assert(
      fc.property(repeated, ({ n, c }) => {
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 12);
      }),
    );
  });

  test("all passes: the rate is between them, and they mirror each other", () => {
    fc.assert(
      fc.property(repeated, ({ n, c, k }) => {
        expect(passHatK(n, c, k)).toBeLessThanOrEqual(c / n + 1e-12);
        expect(passAtK(n, c, k)).toBeGreaterThanOrEqual(c / n - 1e-12);
        expect(passAtK(n, n - c, k)).toBeCloseTo(1 - (passHatK(n, c, k) ?? Number.NaN), 12);
      }),
    );
  });

  test("more repeats: one of them passes more often, all of them more rarely", () => {
    fc.assert(
      fc.property(repeated, ({ n, c, k }) => {
        if (k === n) return;
        expect(passAtK(n, c, k + 1)).toBeGreaterThanOrEqual(passAtK(n, c, k) ?? Number.NaN);
        expect(passHatK(n, c, k + 1)).toBeLessThanOrEqual(passHatK(n, c, k) ?? Number.NaN);
      }),
    );
  });

  test("none and all are exact", () => {
    expect([passAtK(5, 0, 3), passHatK(5, 0, 3)]).toEqual([0, 0]);
    expect([passAtK(5, 5, 3), passHatK(5, 5, 3)]).toEqual([1, 1]);
  });

  test("a million repeats do not overflow", () => {
    expect(passAtK(1_000_000, 10, 500_000)).toBeCloseTo(1 - 0.5 ** 10, 4);
    expect(passHatK(1_000_000, 999_990, 500_000)).toBeCloseTo(0.5 ** 10, 4);
  });

  test("more than were played cannot be told", () => {
    expect(passAtK(4, 2, 5)).toBeUndefined();
    expect(passHatK(4, 4, 5)).toBeUndefined();
    expect(passAtK(0, 0, 1)).toBeUndefined();
  });

  test("impossible counts are errors", () => {
    expect(() => passAtK(4, 5, 1)).toThrow(new RangeError("passAtK: c is 5: pass a whole number from 0 to 4"));
    expect(() => passHatK(4, 2, 0)).toThrow("passHatK: k is 0: pass a whole number of 1 or more");
  });
});
