import { describe, expect, test } from "vitest";
import { holm } from "../stats/index.ts";
import { compareResults } from "./comparison.ts";
import {
  after,
  caseOf,
  casesOf,
  compared,
  measureIn,
  metricOf,
  repeatsOf,
  resultOf,
  trialOf,
} from "./results.test-helper.ts";

describe("flips", () => {
  test("are exactly the cases that were decided differently, with what they were", () => {
    const before = resultOf([
      caseOf("kept", true),
      caseOf("broken", true),
      caseOf("fixed", false),
      caseOf("still-bad", false),
    ]);
    const later = after([
      caseOf("kept", true),
      caseOf("broken", false),
      caseOf("fixed", true),
      caseOf("still-bad", false),
    ]);
    expect(compared(before, later).flips).toEqual([
      { caseId: "broken", direction: "worse", before: "passed", after: "failed" },
      { caseId: "fixed", direction: "better", before: "failed", after: "passed" },
    ]);
  });

  test("count repeats: a case that passes less often has flipped for the worse", () => {
    const before = resultOf([repeatsOf("a", "ppp")]);
    const later = after([repeatsOf("a", "ppf")]);
    expect(compared(before, later).flips).toEqual([
      { caseId: "a", direction: "worse", before: "passed", after: "2 of 3 passed" },
    ]);
  });

  test("are none for a case that one run did not decide; that is told apart, and the bound counts it against the new run", () => {
    const { flips, undecided, measures } = compared(
      resultOf([caseOf("a", true), caseOf("b", true)]),
      after([caseOf("a", undefined), caseOf("b", true)]),
    );
    expect(flips).toEqual([]);
    expect(undecided).toEqual([{ caseId: "a", before: "passed", after: "errored" }]);
    expect(measures[0]).toMatchObject({
      name: "pass rate",
      cases: 2,
      inBoth: 1,
      difference: 0,
      missing: { before: 0, after: 1 },
      means: { before: { observed: { mean: 1 }, missing: 0 }, after: { observed: { mean: 1 }, missing: 1 } },
    });
    expect(measures[0]?.lower).toBeLessThan(-0.5);
  });

  test("are none on a changed case", () => {
    const before = resultOf([caseOf("a", true), caseOf("b", true)]);
    const later = after([caseOf("a", false, { caseHash: "rewritten" }), caseOf("b", true)]);
    expect(compared(before, later)).toMatchObject({ flips: [], paired: 1, cases: { changed: ["a"] } });
  });
});

describe("measures", () => {
  const half = (index: number, value: number) => ({ values: { criteria: value, style: index % 2 } });
  const before = resultOf(casesOf(8, (index) => half(index, 0.5)));
  const later = after(casesOf(8, (index) => half(index, 0.5 + index / 20)));

  test("the pass rate first, then the metrics in the suite's order, with the one that decides", () => {
    const { measures, primary } = compared(before, later, { primary: "criteria" });
    expect(measures.map(({ name, role }) => [name, role])).toEqual([
      ["pass rate", "other"],
      ["criteria", "primary"],
      ["style", "other"],
    ]);
    expect(primary).toBe("criteria");
    expect(compared(before, later).primary).toBe("pass rate");
  });

  test("a metric that was scored otherwise is left out and named", () => {
    const metrics = [metricOf("criteria"), metricOf("style", { identities: ["other"], gating: false })];
    const { measures, notCompared } = compared(
      resultOf(before.cases, { metrics: [metricOf("criteria"), metricOf("style", { gating: false })] }),
      after(later.cases, { metrics }),
    );
    expect(measures.map(({ name }) => name)).toEqual(["pass rate", "criteria"]);
    expect(notCompared.map(({ measure }) => measure)).toEqual(["style"]);
  });

  test("what cannot be compared at all is refused, still with what changed", () => {
    const result = compareResults(before, after([], { viva: "0.2.0" }), {});
    expect(result).toMatchObject({ kind: "refused", changes: [{ what: "viva" }] });
  });

  test("trials that are still pending are counted", () => {
    const { before: side, after: other } = compared(before, after(later.cases, { planned: 10 }));
    expect([side.pending, other.pending]).toEqual([0, 2]);
  });
});

describe("Holm", () => {
  /** A metric worse on the first `count` of 12 cases. */
  const values = (drops: Record<string, number>) => (index: number) => ({
    values: Object.fromEntries(Object.entries(drops).map(([name, count]) => [name, index < count ? 0 : 1])),
  });
  const before = resultOf(casesOf(12, values({ a: 0, b: 0, c: 0, d: 0 })));
  const later = after(casesOf(12, values({ a: 7, b: 6, c: 1, d: 6 })));
  const raw = [2 / 2 ** 7, 2 / 2 ** 6, 1, 2 / 2 ** 6];

  test("goes over the declared secondary metrics, and over no other", () => {
    const comparison = compared(before, later, { primary: "d", secondary: ["a", "b", "c"] });
    const [a = 0, b = 0, c = 0] = holm(raw.slice(0, 3));
    expect(measureIn(comparison, "a")).toMatchObject({ role: "secondary", p: raw[0], adjustedP: a });
    expect(measureIn(comparison, "b")).toMatchObject({ p: raw[1], adjustedP: b });
    expect(measureIn(comparison, "c")).toMatchObject({ p: 1, adjustedP: c });
    expect(measureIn(comparison, "d")).toMatchObject({ role: "primary", p: raw[3], adjustedP: undefined });
    expect(measureIn(comparison, "pass rate").adjustedP).toBeUndefined();
  });

  test("goes over all but the primary one where none is declared", () => {
    const comparison = compared(before, later, { primary: "d" });
    const adjusted = holm([1, ...raw.slice(0, 3)]);
    expect(comparison.measures.map(({ adjustedP }) => adjustedP)).toEqual([...adjusted, undefined]);
  });
});

describe("tags", () => {
  const before = resultOf(
    casesOf(6, (index) => ({ tags: index < 4 ? ["advice"] : ["write", "safety"], passed: true })),
  );
  const later = after(
    casesOf(6, (index) => ({ tags: index < 4 ? ["advice"] : ["write", "safety"], passed: index !== 4 })),
  );

  test("have a difference each, in alphabetical order", () => {
    const { tags } = compared(before, later);
    expect(tags.map(({ tag, cases, measures }) => [tag, cases, measures[0]?.difference])).toEqual([
      ["advice", 4, 0],
      ["safety", 2, -0.5],
      ["write", 2, -0.5],
    ]);
  });

  test("are given for the pass rate and for the metric that decides", () => {
    const with2 = (result: typeof before) => ({
      ...result,
      cases: result.cases.map((one) => ({ ...one, trials: [trialOf("passed", { values: { m: 1, n: 1 } })] })),
      metrics: [metricOf("m"), metricOf("n")],
    });
    const { tags } = compared(with2(before), with2(later), { primary: "n" });
    expect(tags[0]?.measures.map(({ name }) => name)).toEqual(["pass rate", "n"]);
  });
});
