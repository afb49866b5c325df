import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nonInferiority, nonInferiorityCases } from "./non-inferiority.ts";

const question = fc.record({
  diff: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  se: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
  margin: fc.double({ min: 0, max: 0.2, noNaN: true }),
  alpha: fc.double({ min: 0.001, max: 0.4, noNaN: true }),
});

describe("nonInferiority", () => {
  test("in doubt it says so", () => {
    expect(nonInferiority({ diff: -0.02, se: 0.03, margin: 0.03 }).verdict).toBe("inconclusive");
  });

  test("with degrees of freedom it is Student's t: wider bounds, larger p", () => {
    const withT = nonInferiority({ diff: -0.005, se: 0.012, margin: 0.03, df: 11 });
    expect(withT.lower).toBeCloseTo(-0.005 - 1.7958848187040433 * 0.012, 12);
    expect(withT.upper).toBeCloseTo(-0.005 + 1.7958848187040433 * 0.012, 12);
    expect(withT.p).toBeCloseTo(0.03067186021483938, 12);
  });

  test("alpha counts", () => {
    const strict = nonInferiority({ diff: -0.005, se: 0.012, margin: 0.03, alpha: 0.01 });
    expect(strict.lower).toBeCloseTo(-0.005 - 2.3263478740408408 * 0.012, 12);
    expect(strict.verdict).toBe("inconclusive");
  });

  test("passes exactly when p is below alpha", () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { verdict, p = Number.NaN } = nonInferiority(asked);
        if (Math.abs(p - asked.alpha) < 1e-9) return;
        expect(verdict === "pass").toBe(p < asked.alpha);
        expect(verdict === "fail").toBe(1 - p < asked.alpha);
      }),
    );
  });

  test("a wider margin never turns a pass into something worse", () => {
    fc.assert(
      fc.property(question, fc.double({ min: 0, max: 0.2, noNaN: true }), (asked, more) => {
        if (nonInferiority(asked).verdict !== "pass") return;
        expect(nonInferiority({ ...asked, margin: asked.margin + more }).verdict).toBe("pass");
      }),
    );
  });

  test("exactly at the margin is not enough", () => {
    expect(nonInferiority({ diff: -0.25, se: 0, margin: 0.25 }).verdict).toBe("inconclusive");
  });

  test("without spread the difference itself decides; z and p are undefined", () => {
    expect(nonInferiority({ diff: 0, se: 0, margin: 0.05 })).toEqual({
      verdict: "pass",
      lower: 0,
      upper: 0,
      z: undefined,
      p: undefined,
    });
    expect(nonInferiority({ diff: -0.1, se: 0, margin: 0.05 }).verdict).toBe("fail");
  });

  test("without a standard error nothing can be concluded", () => {
    expect(nonInferiority({ diff: 0.5, se: undefined, margin: 0.05 })).toEqual({
      verdict: "inconclusive",
      lower: undefined,
      upper: undefined,
      z: undefined,
      p: undefined,
    });
  });

  test("a margin of 0 asks for better, not just no worse", () => {
    expect(nonInferiority({ diff: 0.001, se: 0.01, margin: 0 }).verdict).toBe("inconclusive");
    expect(nonInferiority({ diff: 0.1, se: 0.01, margin: 0 }).verdict).toBe("pass");
  });

  test("wrong input is an error", () => {
    const good = { diff: 0, se: 0.1, margin: 0.1 };
    expect(() => nonInferiority({ ...good, margin: -0.1 })).toThrow(
      new RangeError("nonInferiority: margin is -0.1: pass a finite number of 0 or more"),
    );
    expect(() => nonInferiority({ ...good, se: -1 })).toThrow("nonInferiority: se is -1");
    expect(() => nonInferiority({ ...good, diff: Number.NaN })).toThrow("nonInferiority: diff is NaN");
    expect(() => nonInferiority({ ...good, alpha: 1 })).toThrow("nonInferiority: alpha is 1");
    expect(() => nonInferiority({ ...good, df: 0 })).toThrow("nonInferiority: df is 0: pass a number above 0");
  });
});

describe("nonInferiorityCases", () => {
  test("gives a study whose lower bound clears the margin with that power", () => {
    const n = nonInferiorityCases({ margin: 0.05, omega2: 0.2, alpha: 0.025, power: 0.9 });
    expect(n).toBeCloseTo(((1.959963984540054 + 1.2815515655446004) ** 2 * 0.2) / 0.0025, 8);
  });

  test("every option counts", () => {
    const plain = nonInferiorityCases({ margin: 0.1, omega2: 0.15 });
    expect(nonInferiorityCases({ margin: 0.05, omega2: 0.15 })).toBeCloseTo(4 * plain, 8);
    expect(nonInferiorityCases({ margin: 0.1, omega2: 0.3 })).toBeCloseTo(2 * plain, 8);
    expect(nonInferiorityCases({ margin: 0.1, omega2: 0.15, alpha: 0.01 })).toBeGreaterThan(plain);
    expect(nonInferiorityCases({ margin: 0.1, omega2: 0.15, power: 0.9 })).toBeGreaterThan(plain);
  });

  test("wrong input is an error", () => {
    expect(() => nonInferiorityCases({ margin: 0, omega2: 0.1 })).toThrow("nonInferiorityCases: margin is 0");
    expect(() => nonInferiorityCases({ margin: 0.1, omega2: -1 })).toThrow("nonInferiorityCases: omega2 is -1");
    expect(() => nonInferiorityCases({ margin: 0.1, omega2: 0.1, power: 0.04 })).toThrow("no more than chance gives");
  });
});
