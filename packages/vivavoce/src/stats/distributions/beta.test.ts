import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaQuantile } from "../clopper-pearson.ts";
import { regularisedBeta, unitPoint } from "./incomplete-beta.ts";

describe("betaQuantile", () => {
  test.each([
    [0.025, 45, 6, 0.7818646335657977],
    [0.5, 3, 3, 0.5],
    [0.025, 1, 97, 1 - 0.975 ** (1 / 97)],
    [1e-6, 500, 20, 0.9085979694448671],
  ])("of %f for Beta(%f, %f)", (p, a, b, expected) => {
    expect(Math.abs(betaQuantile(p, a, b) - expected)).toBeLessThan(1e-13);
  });

  test("undoes the regularised incomplete beta function", () => {
    const shape = fc.double({ min: 1, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        const x = betaQuantile(p, a, b);
        const slack = 1e-10 + 1e-15 * (a + b) ** 1.5;
        expect(Math.abs(regularisedBeta(unitPoint(x), a, b) / p - 1)).toBeLessThan(slack);
      }),
    );
  });
});
