import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectivePanelSize } from "./panel.ts";

describe("effectivePanelSize", () => {
  test("judges that agree by chance only count in full, copies of one judge as one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (k) => {
        expect(effectivePanelSize(k, 0)).toBe(k);
        expect(effectivePanelSize(k, 1)).toBeCloseTo(1, 12);
      }),
    );
  });

  test("more correlation is worth less, and never more than 1/ρ judges", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), fc.double({ min: 0.01, max: 0.9, noNaN: true }), (k, rho) => {
        const size = effectivePanelSize(k, rho) ?? Number.NaN;
        expect(size).toBeLessThan(1 / rho + 1e-9);
        expect(effectivePanelSize(k, rho + 0.05)).toBeLessThan(size);
      }),
    );
  });

  test("judges that err in opposite ways are worth more than their number", () => {
    expect(effectivePanelSize(3, -0.25)).toBe(6);
  });

  test("errors that cancel entirely leave it undefined", () => {
    expect(effectivePanelSize(3, -0.5)).toBeUndefined();
  });

  test("wrong input is an error", () => {
    expect(() => effectivePanelSize(0, 0.5)).toThrow(
      new RangeError("effectivePanelSize: k is 0: pass a whole number of 1 or more"),
    );
    expect(() => effectivePanelSize(3, -0.6)).toThrow(
      "effectivePanelSize: rho is -0.6: pass a mean correlation from -0.5 (for 3 judges) to 1",
    );
    expect(() => effectivePanelSize(3, 1.1)).toThrow(RangeError);
    expect(() => effectivePanelSize(3, Number.NaN)).toThrow(RangeError);
  });
});
