import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draws } from "../seed.test-helper.ts";
import { cohenKappa } from "../stats/index.ts";
import { agreementFigures } from "./agreement-figures.ts";
import type { Figure } from "./figure.ts";
import { humanCeiling } from "./human-ceiling.ts";
import { pairs } from "./items.test-helper.ts";
import type { Stratum } from "./labelled-items.ts";

function figuresOf(items: ReturnType<typeof pairs>): Figure[] {
  const { n: _n, effective: _effective, cases: _cases, confusion: _confusion, ...figures } = agreementFigures(items);
  return Object.values(figures);
}

const value = (figure: Figure) => (figure.kind === "known" ? figure.value : figure.why);
const stratum = { size: undefined, weight: 1, judge: undefined };
const count = fc.integer({ min: 0, max: 40 });

/** By its definition: the share of unequal pairs within units, by that among all ratings. */
function krippendorffAlpha(units: readonly (readonly string[])[]): number | undefined {
  const unequal = (ratings: readonly string[]) =>
    ratings.reduce((sum, one) => sum + ratings.filter((other) => other !== one).length, 0);
  const all = units.flat();
  const expected = unequal(all) / (all.length - 1);
  return expected > 0 ? 1 - units.reduce((sum, unit) => sum + unequal(unit), 0) / expected : undefined;
}

/** By its definition (2008). */
function gwetAC1([pp, pf, fp, ff]: readonly [number, number, number, number]): number | undefined {
  const n = pp + pf + fp + ff;
  const passes = (2 * pp + pf + fp) / (2 * n);
  const chance = 2 * passes * (1 - passes);
  return n === 0 ? undefined : ((pp + ff) / n - chance) / (1 - chance);
}

describe("the figures", () => {
  test("are those of the published table of κ", () => {
    const { kappa, agreement, truePasses, trueFails } = agreementFigures(pairs({ pp: 30, pf: 10, fp: 8, ff: 52 }));
    expect(value(kappa)).toBeCloseTo(0.6218, 4);
    expect(value(agreement)).toBeCloseTo(0.82, 10);
    expect(value(truePasses)).toBeCloseTo(0.75, 10);
    expect(value(trueFails)).toBeCloseTo(52 / 60, 10);
  });

  test("the quick sums give what the statistics give", () => {
    fc.assert(
      fc.property(count, count, count, count, (pp, pf, fp, ff) => {
        // Fewer labels, and those of one class, have no figures.
        fc.pre(pp + pf + fp + ff >= 29 && Math.max(pp, ff) < pp + pf + fp + ff);
        const items = pairs({ pp, pf, fp, ff });
        const ratings = items.map(({ person, judge }) => [person, judge]);
        const table = [
          [pp, pf],
          [fp, ff],
        ];
        const { kappa, ac1, alpha } = agreementFigures(items);
        expect(value(kappa)).toBeCloseTo(cohenKappa(table).kappa ?? 9, 10);
        expect(value(ac1)).toBeCloseTo(gwetAC1([pp, pf, fp, ff]) ?? 9, 10);
        expect(value(alpha)).toBeCloseTo(krippendorffAlpha(ratings) ?? 9, 10);
        const two = items.map(({ cluster, person, judge }) => ({
          ...{ cluster, stratum, judged: new Map() },
          votes: [person, judge].map((verdict, index) => ({ rater: `rater ${index}`, verdict, reason: "" })),
        }));
        const ceiling = humanCeiling(two, "m");
        expect(ceiling && value(ceiling.alpha)).toBeCloseTo(krippendorffAlpha(ratings) ?? 9, 10);
      }),
      draws(100),
    );
  });

  test("a perfect judge has 1 everywhere, with an interval that does not claim certainty", () => {
    for (const figure of figuresOf(pairs({ pp: 40, ff: 20 }))) {
      expect(figure).toMatchObject({ kind: "known", value: 1 });
      if (figure.kind === "known") expect(figure.lo).toBeLessThan(1);
    }
  });

  test("an inverted judge is worse than chance", () => {
    const { kappa, agreement, truePasses } = agreementFigures(pairs({ pf: 30, fp: 30 }));
    expect(value(kappa)).toBeCloseTo(-1, 10);
    expect(agreement).toMatchObject({ value: 0, lo: 0 });
    expect(value(truePasses)).toBe(0);
    if (kappa.kind === "known") expect(kappa.hi).toBeLessThan(0);
  });

  test("a coin has kappa 0, and its interval holds 0", () => {
    const { kappa, alpha } = agreementFigures(pairs({ pp: 20, pf: 20, fp: 20, ff: 20 }));
    expect(value(kappa)).toBeCloseTo(0, 10);
    for (const figure of [kappa, alpha])
      if (figure.kind === "known") expect([figure.lo < 0, figure.hi > 0]).toEqual([true, true]);
  });

  test("a judge that always passes has TNR 0 and kappa 0, however often it is right", () => {
    const { kappa, trueFails, truePasses, agreement } = agreementFigures(pairs({ pp: 86, fp: 14 }));
    expect([value(agreement), value(truePasses), value(trueFails)]).toEqual([0.86, 1, 0]);
    expect(value(kappa)).toBeCloseTo(0, 10);
  });

  test("the order of the labels does not matter", () => {
    const items = pairs({ pp: 30, pf: 5, fp: 4, ff: 20 }, 3);
    const ordered = agreementFigures(items);
    expect(agreementFigures(items.toReversed())).toEqual(ordered);
    expect(agreementFigures(items.toSorted((a, b) => (a.judge < b.judge ? -1 : 1)))).toEqual(ordered);
  });

  test("items of one case count as one unit: the same counts in fewer cases have wider intervals", () => {
    const [apart, together] = [1, 5].map((per) => agreementFigures(pairs({ pp: 60, pf: 10, fp: 10, ff: 20 }, per)));
    const widths = [apart?.kappa, together?.kappa].map((figure) =>
      figure?.kind === "known" ? figure.hi - figure.lo : 0,
    );
    expect(widths[1]).toBeGreaterThan(1.3 * (widths[0] ?? 0));
  });
});

describe("too few labels", () => {
  test("give no figure, and say how many are missing", () => {
    const figures = agreementFigures(pairs({ pp: 2, ff: 1 }));
    for (const figure of figuresOf(pairs({ pp: 2, ff: 1 }))) expect(figure.kind).toBe("unknown");
    expect(figures.agreement).toEqual({ kind: "unknown", why: "3 labels; 29 are needed, 26 more", missing: 26 });
    expect(agreementFigures(pairs({ pp: 28 })).agreement.kind).toBe("unknown");
    expect(agreementFigures(pairs({ pp: 29 })).agreement.kind).toBe("known");
  });

  test("of one class leave its rate out, and no other", () => {
    const { trueFails, truePasses } = agreementFigures(pairs({ pp: 30, ff: 13 }));
    expect(truePasses.kind).toBe("known");
    expect(trueFails).toMatchObject({ why: "13 fails by people; 14 are needed, 1 more" });
    const one = agreementFigures(pairs({ pp: 1 }));
    expect(one.truePasses).toMatchObject({ why: "1 pass by people; 14 are needed, 13 more" });
    expect(one.agreement).toMatchObject({ why: "1 label; 29 are needed, 28 more" });
  });

  test("many labels of few cases are too few as well", () => {
    expect(agreementFigures(pairs({ pp: 30, ff: 30 }, 10)).agreement).toMatchObject({
      why: "60 labels of 6 cases; 10 cases are needed, 4 more",
    });
  });

  test("with one verdict only, agreement cannot be told from chance", () => {
    const { kappa, agreement } = agreementFigures(pairs({ pp: 40 }));
    expect(agreement.kind).toBe("known");
    expect(kappa).toMatchObject({ kind: "unknown", why: expect.stringContaining("passes only") });
  });

  test("what is unclear, or was not scored, is in the table and in no figure", () => {
    const items = [
      ...pairs({ pp: 20, ff: 8 }),
      { cluster: "x", person: "unclear", judge: "pass", stratum } as const,
      { cluster: "y", person: "pass", judge: "none", stratum } as const,
    ];
    expect(agreementFigures(items).agreement).toMatchObject({ missing: 1 });
    expect(agreementFigures(items).confusion).toEqual({
      pass: { pass: 20, fail: 0, none: 1 },
      fail: { pass: 0, fail: 8, none: 0 },
      unclear: { pass: 1, fail: 0, none: 0 },
    });
  });
});

describe("labels that were drawn from strata", () => {
  const passed: Stratum = { size: 900, weight: 900 / 40, judge: "pass" };
  const failed: Stratum = { size: 100, weight: 100 / 40, judge: "fail" };
  const of = (stratum: Stratum, counts: Parameters<typeof pairs>[0]) =>
    pairs(counts).map((item) => ({ ...item, stratum, cluster: `${stratum.judge} ${item.cluster}` }));
  const items = [...of(passed, { pp: 38, fp: 2 }), ...of(failed, { pf: 10, ff: 30 })];

  test("weigh what they stand for", () => {
    // Of 900 passes 855 are right, of 100 fails 75.
    const figures = agreementFigures(items);
    expect(value(figures.agreement)).toBeCloseTo(0.93, 10);
    expect(value(figures.truePasses)).toBeCloseTo(855 / 880, 10);
    expect(value(figures.trueFails)).toBeCloseTo(75 / 120, 10);
    const table = [
      [855, 25],
      [45, 75],
    ];
    expect(value(figures.kappa)).toBeCloseTo(cohenKappa(table).kappa ?? 9, 10);
    expect(value(figures.ac1)).toBeCloseTo(gwetAC1([855, 25, 45, 75]) ?? 9, 10);
    expect([value(figures.ofPassed), value(figures.ofFailed)]).toEqual([38 / 40, 30 / 40]);
    expect(agreementFigures(items).effective).toBeCloseTo(1_000 ** 2 / (40 * 22.5 ** 2 + 40 * 2.5 ** 2), 10);
  });

  test("give each stratum's share the interval of Clopper and Pearson", () => {
    const { ofPassed } = agreementFigures(items);
    expect(ofPassed).toMatchObject({ lo: expect.closeTo(0.831, 1.5), hi: expect.closeTo(0.994, 1.5), n: 40 });
  });

  test("of which one is empty give no TPR and no TNR; what was passed needs no weights", () => {
    const figures = agreementFigures(of(passed, { pp: 30, fp: 15 }), { empty: [{ ...failed, size: 7 }] });
    const why = "none of the 7 items that the judge failed in a run is labelled";
    expect([value(figures.truePasses), value(figures.trueFails)]).toEqual([why, why]);
    expect(value(figures.ofPassed)).toBeCloseTo(2 / 3, 10);
    expect(figures.agreement.kind).toBe("known");
  });

  test("where the size is not known any more weigh by their chance", () => {
    const gone = items.map((item) => ({ ...item, stratum: { ...item.stratum, size: undefined } }));
    // Each stratum is one object.
    const one = new Map(gone.map(({ stratum }) => [stratum.judge, stratum]));
    const figures = agreementFigures(gone.map((item) => ({ ...item, stratum: one.get(item.judge) ?? item.stratum })));
    expect(value(figures.trueFails)).toBeCloseTo(75 / 120, 10);
  });
});
