import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimumDetectableEffect, sampleSize } from "./power.ts";

const base = { delta: 0.05, omega2: 0.1 };

describe("sampleSize", () => {
  test("the textbook's 7.849 at 5 % and 80 %, 10.507 at 90 %, 11.679 at 1 %", () => {
    expect(sampleSize({ delta: 1, omega2: 1 })).toBeCloseTo(7.848879734, 8);
    expect(sampleSize({ delta: 1, omega2: 1, power: 0.9 })).toBeCloseTo(10.5074, 4);
    expect(sampleSize({ delta: 1, omega2: 1, alpha: 0.01 })).toBeCloseTo(11.679, 3);
  });

  test("every option counts", () => {
    const plain = sampleSize(base);
    expect(sampleSize({ ...base, sigmaA2: 0.1 })).toBeCloseTo(2 * plain, 9);
    expect(sampleSize({ ...base, sigmaB2: 0.1 })).toBeCloseTo(2 * plain, 9);
    expect(sampleSize({ ...base, sigmaA2: 0.1, repeatsA: 4 })).toBeCloseTo(1.25 * plain, 9);
    expect(sampleSize({ ...base, sigmaB2: 0.1, repeatsB: 5 })).toBeCloseTo(1.2 * plain, 9);
    expect(sampleSize({ ...base, delta: 0.1 })).toBeCloseTo(plain / 4, 9);
  });

  test("is not rounded", () => {
    expect(Number.isInteger(sampleSize(base))).toBe(false);
  });

  test("wrong input is an error", () => {
    expect(() => sampleSize({ ...base, delta: 0 })).toThrow(
      new RangeError("sampleSize: delta is 0: pass a finite number above 0"),
    );
    expect(() => sampleSize({ ...base, omega2: -1 })).toThrow("sampleSize: omega2 is -1");
    expect(() => sampleSize({ ...base, sigmaA2: -1 })).toThrow("sampleSize: sigmaA2 is -1");
    expect(() => sampleSize({ ...base, sigmaB2: Number.NaN })).toThrow("sampleSize: sigmaB2 is NaN");
    expect(() => sampleSize({ ...base, repeatsA: 0 })).toThrow("sampleSize: repeatsA is 0");
    expect(() => sampleSize({ ...base, repeatsB: 1.5 })).toThrow("sampleSize: repeatsB is 1.5");
    expect(() => sampleSize({ ...base, alpha: 0 })).toThrow("sampleSize: alpha is 0");
    expect(() => sampleSize({ ...base, power: 1 })).toThrow("sampleSize: power is 1");
    expect(() => sampleSize({ ...base, power: 0.02 })).toThrow("no more than chance gives");
  });
});

describe("minimumDetectableEffect", () => {
  test("is what sampleSize asks for those cases", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 5000 }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        fc.double({ min: 0.5, max: 0.99, noNaN: true }),
        (n, omega2, alpha, power) => {
          const design = { omega2, alpha, power, sigmaA2: 0.2, repeatsA: 3, sigmaB2: 0.1, repeatsB: 2 };
          const delta = minimumDetectableEffect({ n, ...design });
          expect(sampleSize({ delta, ...design }) / n).toBeCloseTo(1, 10);
        },
      ),
    );
  });

  test("shrinks as the suite grows", () => {
    expect(minimumDetectableEffect({ n: 400, omega2: 0.2 })).toBeCloseTo(
      minimumDetectableEffect({ n: 100, omega2: 0.2 }) / 2,
      12,
    );
  });

  test("without variance the smallest change shows", () => {
    expect(minimumDetectableEffect({ n: 10, omega2: 0 })).toBe(0);
  });

  test("needs cases", () => {
    expect(() => minimumDetectableEffect({ n: 0, omega2: 0.2 })).toThrow("minimumDetectableEffect: n is 0");
  });
});
