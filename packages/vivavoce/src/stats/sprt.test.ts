import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mulberry32 } from "../base/index.ts";
import { sprt } from "./sprt.ts";

const plan = { p0: 0.7, p1: 0.9, alpha: 0.05, beta: 0.1 };

describe("sprt", () => {
  test("enough failures accept p0, and what comes after is not read", () => {
    const result = sprt([0, 0, 0, 1, 1, 1], plan);
    expect(result.decision).toBe("accept_p0");
    expect(result.n).toBe(3);
    expect(result.llr).toBeCloseTo(3 * Math.log(1 / 3), 12);
  });

  test("too few outcomes: continue", () => {
    expect(sprt([1, 0, 1], plan)).toMatchObject({ decision: "continue", n: 3 });
    expect(sprt([], plan)).toMatchObject({ decision: "continue", n: 0, llr: 0 });
  });

  test("the bounds are Wald's", () => {
    const { lower, upper } = sprt([], { ...plan, alpha: 0.01, beta: 0.2 });
    expect(upper).toBeCloseTo(Math.log(80), 12);
    expect(lower).toBeCloseTo(Math.log(0.2 / 0.99), 12);
  });

  test("p1 may be the lower rate: then passes speak for p0", () => {
    expect(sprt([1, 1, 1], { ...plan, p0: 0.9, p1: 0.3 }).decision).toBe("accept_p0");
    expect(sprt([0, 0], { ...plan, p0: 0.9, p1: 0.3 }).decision).toBe("accept_p1");
  });

  test("a decision does not change with what would have come later", () => {
    const outcomes = fc.array(fc.constantFrom(0, 1), { maxLength: 60 });
    fc.assert(
      fc.property(outcomes, outcomes, (first, later) => {
        const result = sprt(first, plan);
        if (result.decision === "continue") return;
        expect(sprt([...first, ...later], plan)).toEqual(result);
      }),
    );
  });

  test("under p0 it accepts p1 no more often than alpha", () => {
    const random = mulberry32(1);
    let wrong = 0;
    for (let trial = 0; trial < 2000; trial += 1) {
      const xs = Array.from({ length: 300 }, () => (random() < plan.p0 ? 1 : 0));
      if (sprt(xs, plan).decision === "accept_p1") wrong += 1;
    }
    expect(wrong / 2000).toBeLessThan(0.06);
  });

  test("wrong input is an error", () => {
    expect(() => sprt([0.5], plan)).toThrow(new RangeError("sprt: xs[0] is 0.5: pass 1 for a pass, 0 for a failure"));
    expect(() => sprt([1], { ...plan, p1: 0.7 })).toThrow("sprt: p0 and p1 are both 0.7");
    expect(() => sprt([1], { ...plan, p0: 0 })).toThrow("sprt: p0 is 0");
    expect(() => sprt([1], { ...plan, p1: 1 })).toThrow("sprt: p1 is 1");
    expect(() => sprt([1], { ...plan, alpha: 0.6, beta: 0.5 })).toThrow("sprt: alpha + beta is 1.1");
  });
});
