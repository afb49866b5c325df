import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearson } from "../clopper-pearson.ts";
import { regularisedBeta } from "./regularised-beta.test-helper.ts";

describe("the quantiles of Beta, which are the ends of Clopper and Pearson's interval", () => {
  test.each([
    [0.025, 45, 6, 0.7818646335657977],
    [0.5 - 1e-16, 3, 3, 0.5],
    [0.025, 1, 97, 1 - 0.975 ** (1 / 97)],
    [1e-6, 500, 20, 0.9085979694448671],
  ])("of %f for Beta(%f, %f)", (p, a, b, expected) => {
    const lowest = clopperPearson(a, a + b - 1, 1 - 2 * p)?.lo ?? Number.NaN;
    expect(Math.abs(lowest - expected)).toBeLessThan(1e-13);
  });

  test("undo the regularised incomplete beta function", () => {
    const shape = fc.integer({ min: 1, max: 1e5 });
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 0.499, noNaN: true }), shape, shape, (p, a, b) => {
        const level = 1 - 2 * p;
        const x = clopperPearson(a, a + b - 1, level)?.lo ?? Number.NaN;
        const slack = 1e-10 + 1e-15 * (a + b) ** 1.5;
        expect(Math.abs(regularisedBeta(x, a, b) / ((1 - level) / 2) - 1)).toBeLessThan(slack);
      }),
    );
  });
});
