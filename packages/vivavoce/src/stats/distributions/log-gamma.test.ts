import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logBetaKernel, logGamma } from "./incomplete-beta.ts";

describe("logGamma", () => {
  test.each([
    [0.001, 6.907178885383853],
    [0.1, 2.252712651734206],
    [0.5, Math.log(Math.PI) / 2],
    [1, 0],
    [1.5, -0.12078223763524522],
    [2, 0],
    [5.5, 3.9578139676187165],
    [10, Math.log(362880)],
    [100, 359.1342053695754],
    [12345.678, 103959.91990554606],
  ])("of %f agrees with 30-digit arithmetic", (x, expected) => {
    expect(Math.abs(logGamma(x) - expected)).toBeLessThan(4e-15 * Math.max(1, Math.abs(expected)));
  });

  test("rises by ln x from x to x + 1, also where the series takes over from the shift", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 50, noNaN: true }), (x) => {
        expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), 12);
      }),
    );
  });
});

describe("Stirling's error, which the kernel of Beta(a, a) has left over in its middle", () => {
  const leftOver = (a: number) => Math.log(a / (4 * Math.PI)) / 2 - logBetaKernel({ x: 0.5, rest: 0.5 }, a, a);

  test("is what Stirling's formula leaves, and shrinks as 1/(8a)", () => {
    expect(leftOver(1)).toBeCloseTo(Math.log(4 / Math.PI) / 2, 14);
    expect(leftOver(1e6) * 8e6).toBeCloseTo(1, 6);
  });

  test("does not jump where the series takes over", () => {
    expect(leftOver(10 - 1e-9)).toBeCloseTo(leftOver(10), 10);
  });
});
