import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalTail } from "./normal.ts";
import { studentCritical, studentTwoSided } from "./student-t.ts";

const degrees = fc.double({ min: 0.5, max: 1e5, noNaN: true });

const studentTail = (t: number, df: number) => (t < 0 ? 1 - studentTwoSided(t, df) / 2 : studentTwoSided(t, df) / 2);

describe("the chance above t", () => {
  test.each([
    [2, 1, 0.14758361765043326],
    [1.5, 4, 0.104],
    [3.3, 12.5, 0.0030144073837074037],
    [-1, 7, 0.8246916685898963],
    [0.1, 1000, 0.46018218451180204],
    [8, 50, 8.316483014160692e-11],
    [1.84082463439554, 1e8, 0.03282363226538837],
    [0, 3, 0.5],
  ])("above %f with %f degrees of freedom agrees with 30-digit arithmetic", (t, df, expected) => {
    expect(Math.abs(studentTail(t, df) / expected - 1)).toBeLessThan(1e-12);
  });

  test("with one degree of freedom it is Cauchy's, with two it has a closed form", () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (t) => {
        expect(studentTail(t, 1)).toBeCloseTo(0.5 - Math.atan(t) / Math.PI, 12);
        expect(studentTail(t, 2)).toBeCloseTo(0.5 - t / (2 * Math.sqrt(2 + t * t)), 12);
      }),
    );
  });

  test("with infinitely many it is the normal's", () => {
    expect(studentTail(1.3, Number.POSITIVE_INFINITY)).toBe(normalTail(1.3));
    expect(studentTail(1.3, 1e9)).toBeCloseTo(normalTail(1.3), 9);
    expect(studentCritical(0.95, Number.POSITIVE_INFINITY)).toBeCloseTo(1.959963984540054, 12);
  });
});

describe("studentCritical", () => {
  test.each([
    [0.025, 1, 12.706204736174705],
    [0.025, 2, 4.302652729749464],
    [0.025, 5, 2.5705818356363155],
    [0.025, 30, 2.042272456301238],
    [0.05, 9, 1.8331129326562376],
    [0.0005, 3, 12.923978636687481],
    [0.025, 1e6, 1.9599663568141072],
    [0.5, 4, 0],
  ])("leaving %f above it, with %f degrees of freedom agrees with the published tables", (tail, df, expected) => {
    expect(Math.abs(studentCritical(1 - 2 * tail, df) - expected)).toBeLessThan(1e-12 * Math.max(1, expected));
  });

  test("undoes the tail and mirrors", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 0.49, noNaN: true }), degrees, (tail, df) => {
        const level = 1 - 2 * tail;
        const t = studentCritical(level, df);
        expect(studentTail(t, df) / ((1 - level) / 2)).toBeCloseTo(1, 11);
        expect(studentCritical(-level, df) / -t).toBeCloseTo(1, 6);
      }),
    );
  });
});

test("studentTwoSided counts both tails and never exceeds 1", () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 30, noNaN: true }), degrees, (t, df) => {
      const p = studentTwoSided(t, df);
      expect(p).toBe(studentTwoSided(-t, df));
      expect(p).toBeLessThanOrEqual(1);
    }),
  );
});
