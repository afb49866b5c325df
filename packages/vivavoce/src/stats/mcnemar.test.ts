import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mcnemar } from "./mcnemar.ts";

const count = fc.integer({ min: 0, max: 400 });

describe("mcnemar", () => {
  test("Bentur et al., the example of Fagerland, Lydersen and Laake 2013: 1 and 7", () => {
    expect(mcnemar(1, 7).exact).toBeCloseTo(0.0703125, 12);
    expect(mcnemar(1, 7).midP).toBeCloseTo(0.0390625, 12);
  });

  test("as many one way as the other: exact is 1, mid-p is 1 − ½P(X = b)", () => {
    expect(mcnemar(3, 3).exact).toBe(1);
    expect(mcnemar(3, 3).midP).toBeCloseTo(1 - 20 / 64 / 2, 12);
  });

  test("no flip at all is not evidence", () => {
    expect(mcnemar(0, 0)).toEqual({ exact: 1, midP: 1 });
  });

  test("one flip is not evidence", () => {
    expect(mcnemar(1, 0).exact).toBeCloseTo(1, 12);
    expect(mcnemar(1, 0).midP).toBeCloseTo(0.5, 12);
  });

  test("all flips one way: twice 2⁻ⁿ", () => {
    expect(mcnemar(0, 10).exact).toBeCloseTo(2 / 1024, 14);
    expect(mcnemar(0, 10).midP).toBeCloseTo(1 / 1024, 14);
  });

  test("large counts agree with scipy", () => {
    expect(mcnemar(480, 520).exact).toBeCloseTo(0.2174482932041415, 12);
    expect(mcnemar(480, 520).midP).toBeCloseTo(0.20610731083295378, 12);
  });

  test("both are sums of the chances of a fair coin", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(150), (n, bound) => {
        const fewer = Math.min(bound, Math.ceil(n / 2) - 1);
        let chance = 2 ** -n;
        let sum = chance;
        for (let heads = 0; heads < fewer; heads += 1) {
          chance *= (n - heads) / (heads + 1);
          sum += chance;
        }
        expect(mcnemar(fewer, n - fewer).exact).toBeCloseTo(2 * sum, 12);
        expect(mcnemar(fewer, n - fewer).midP).toBeCloseTo(2 * sum - chance, 12);
      }),
    );
  });

  test("the direction does not matter, and mid-p is below exact", () => {
    fc.assert(
      fc.property(count, count, (b, c) => {
        const { exact, midP } = mcnemar(b, c);
        expect(mcnemar(c, b)).toEqual({ exact, midP });
        expect(exact).toBeLessThanOrEqual(1);
        expect(midP).toBeLessThanOrEqual(exact);
        expect(midP).toBeGreaterThan(0);
      }),
    );
  });

  test("a more lopsided split of the same flips is stronger evidence", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), count, (b, c) => {
        if (b > c) return;
        expect(mcnemar(b - 1, c + 1).exact).toBeLessThanOrEqual(mcnemar(b, c).exact);
        expect(mcnemar(b - 1, c + 1).midP).toBeLessThan(mcnemar(b, c).midP);
      }),
    );
  });

  test("counts are whole", () => {
    expect(() => mcnemar(1.5, 2)).toThrow(new RangeError("mcnemar: b is 1.5: pass a whole number of 0 or more"));
    expect(() => mcnemar(1, -2)).toThrow("mcnemar: c is -2");
  });
});
