import { describe, expect, test } from "vitest";
import { minimumDetectableEffect } from "./power.ts";

describe("minimumDetectableEffect", () => {
  test("rests on the normal quantiles of the error rates, and on every part of the variance", () => {
    const squared = (design: Parameters<typeof minimumDetectableEffect>[0]) => minimumDetectableEffect(design) ** 2;
    expect(squared({ n: 1, omega2: 1 })).toBeCloseTo(7.848879734, 8);
    expect(squared({ n: 1, omega2: 1, power: 0.9 })).toBeCloseTo(10.5074, 4);
    expect(squared({ n: 1, omega2: 1, alpha: 0.01 })).toBeCloseTo(11.679, 3);
    const plain = squared({ n: 10, omega2: 0.1 });
    expect(squared({ n: 10, omega2: 0.1, sigmaA2: 0.1, repeatsA: 4 })).toBeCloseTo(1.25 * plain, 9);
    expect(squared({ n: 10, omega2: 0.1, sigmaB2: 0.1, repeatsB: 5 })).toBeCloseTo(1.2 * plain, 9);
  });

  test("refuses what is not a design", () => {
    const refused = (more: object) => () => minimumDetectableEffect({ n: 10, omega2: 0.1, ...more });
    expect(refused({ omega2: -1 })).toThrow("minimumDetectableEffect: omega2 is -1");
    expect(refused({ sigmaA2: -1 })).toThrow("minimumDetectableEffect: sigmaA2 is -1");
    expect(refused({ sigmaB2: Number.NaN })).toThrow("minimumDetectableEffect: sigmaB2 is NaN");
    expect(refused({ repeatsA: 0 })).toThrow("minimumDetectableEffect: repeatsA is 0");
    expect(refused({ repeatsB: 1.5 })).toThrow("minimumDetectableEffect: repeatsB is 1.5");
    expect(refused({ alpha: 0 })).toThrow("minimumDetectableEffect: alpha is 0");
    expect(refused({ power: 1 })).toThrow("minimumDetectableEffect: power is 1");
    expect(refused({ power: 0.02 })).toThrow("not better than chance");
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
