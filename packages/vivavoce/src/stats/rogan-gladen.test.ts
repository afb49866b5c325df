import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roganGladen } from "./rogan-gladen.ts";

const judge = { p: 0.8, n: 500, tnr: 0.85, m0: 40, tpr: 0.92, m1: 60 };

describe("roganGladen", () => {
  test("a judge without errors changes nothing", () => {
    const { corrected, se, ci } = roganGladen({ ...judge, tnr: 1, tpr: 1 });
    expect(corrected).toBeCloseTo(0.8, 12);
    expect(se).toBeCloseTo(Math.sqrt(0.16 / 500), 12);
    expect(ci?.hi).toBeCloseTo(0.8 + 1.959963984540054 * Math.sqrt(0.16 / 500), 12);
  });

  test("undoes what the judge's errors did to the true rate", () => {
    const rate = fc.double({ min: 0, max: 1, noNaN: true });
    const good = fc.double({ min: 0.6, max: 1, noNaN: true });
    fc.assert(
      fc.property(rate, good, good, (truth, tpr, tnr) => {
        const p = Math.min(1, Math.max(0, truth * tpr + (1 - truth) * (1 - tnr)));
        expect(roganGladen({ ...judge, p, tpr, tnr }).corrected).toBeCloseTo(truth, 9);
      }),
    );
  });

  test("more cases and more labels narrow it", () => {
    const { se = Number.NaN } = roganGladen(judge);
    expect(roganGladen({ ...judge, n: 5000 }).se).toBeLessThan(se);
    expect(roganGladen({ ...judge, m0: 400 }).se).toBeLessThan(se);
    expect(roganGladen({ ...judge, m1: 600 }).se).toBeLessThan(se);
  });

  test("a rate that the judge's errors cannot explain shows as one outside 0 and 1", () => {
    expect(roganGladen({ ...judge, p: 0.95 }).corrected).toBeGreaterThan(1);
    expect(roganGladen({ ...judge, p: 0.1 }).corrected).toBeLessThan(0);
  });

  test("a judge no better than chance cannot be corrected", () => {
    const nothing = { corrected: undefined, se: undefined, ci: undefined };
    expect(roganGladen({ ...judge, tpr: 0.5, tnr: 0.5 })).toEqual(nothing);
    expect(roganGladen({ ...judge, tpr: 0.9, tnr: 0.1 })).toEqual(nothing);
    expect(roganGladen({ ...judge, tpr: 0.2, tnr: 0.3 })).toEqual(nothing);
  });

  test("wrong input is an error", () => {
    expect(() => roganGladen({ ...judge, p: 80 })).toThrow(
      new RangeError("roganGladen: p is 80: pass a number from 0 to 1"),
    );
    expect(() => roganGladen({ ...judge, tnr: -1 })).toThrow("roganGladen: tnr is -1");
    expect(() => roganGladen({ ...judge, tpr: 2 })).toThrow("roganGladen: tpr is 2");
    expect(() => roganGladen({ ...judge, n: 0 })).toThrow("roganGladen: n is 0");
    expect(() => roganGladen({ ...judge, m0: 0 })).toThrow("roganGladen: m0 is 0");
    expect(() => roganGladen({ ...judge, m1: 0 })).toThrow("roganGladen: m1 is 0");
  });
});
