import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairedTest } from "./paired-test.ts";

const signFlip = (differences: number[]) => pairedTest(differences, new Array(differences.length).fill(0)).signFlip;

/** 25 differences in twentieths; their exact p, counted by dynamic programming over whole numbers, is 0.24356424808502197. */
const many = Array.from({ length: 25 }, (_, index) => (((index * 37) % 23) - 9) / 20);

describe("signFlip up to 20 differences", () => {
  test("Darwin's maize, the example of Fisher 1935: 1726 of 32768 patterns", () => {
    const eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expect(signFlip(eighths)).toBe(1726 / 32768);
  });

  test("sums that are equal on paper are ties, whatever their last bits", () => {
    const tenths = [0.1, 0.2, 0.3, -0.3];
    expect(signFlip(tenths)).toBe(signFlip([1, 2, 3, -3]));
  });

  test("all on one side: only two patterns are as extreme", () => {
    expect(signFlip([1, 2, 3, 4, 5])).toBe(2 / 32);
  });

  test("one difference can never be surprising", () => {
    expect(signFlip([0.7])).toBe(1);
  });

  test("no difference anywhere: every pattern is as extreme", () => {
    expect(signFlip([0, 0, 0])).toBe(1);
  });

  test("20 differences are still counted, not sampled", () => {
    const twenty = new Array<number>(20).fill(1);
    expect(signFlip(twenty)).toBe(2 / 2 ** 20);
  });

  test("signs and scale of all differences together do not matter", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 10 }), (differences) => {
        const p = signFlip(differences);
        expect(signFlip(differences.map((d) => -d))).toBe(p);
        expect(signFlip(differences.map((d) => d / 7))).toBe(p);
      }),
    );
  });
});

describe("signFlip beyond 20 differences", () => {
  test("is bit-identical to an independent program with the same generator", () => {
    expect(signFlip(many)).toBe(0.24062759372406275);
  });

  test("comes near the exact value", () => {
    expect(Math.abs((signFlip(many) ?? Number.NaN) - 0.24356424808502197)).toBeLessThan(0.005);
  });

  test("p is never 0: the observed pattern counts", () => {
    expect(signFlip(new Array<number>(100).fill(1))).toBe(1 / 100_001);
  });
});

test("without a difference there is no p", () => {
  expect(signFlip([])).toBeUndefined();
});
