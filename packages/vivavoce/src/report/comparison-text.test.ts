import { describe, expect, test } from "vitest";
import { after, caseOf, casesOf, compared, metricOf, resultOf } from "../gate/results.test-helper.ts";
import { pairText } from "./comparison-text.ts";
import { shownComparison } from "./shown-pair.ts";
import { plainStyle } from "./style.ts";

const textOf = (
  comparison: ReturnType<typeof compared>,
  evidence?: Parameters<typeof shownComparison>[1],
  only?: string[],
) => pairText(shownComparison(comparison, evidence) as never, { style: plainStyle, only, verdict: false }).join();

describe("a comparison in the terminal", () => {
  const cases = (passes: (index: number) => boolean, value: (index: number) => number) =>
    casesOf(12, (index) => ({
      passed: passes(index),
      values: { criteria: value(index), tone: 1 },
      tags: index < 6 ? ["advice"] : ["write"],
    }));
  const before = resultOf(
    cases(
      (index) => index !== 11,
      () => 0.8,
    ),
    { variant: { prompt: "v1" } },
  );
  const later = after(
    cases(
      (index) => index > 1,
      (index) => 0.8 - index / 100,
    ),
    { variant: { prompt: "v2" } },
  );
  const comparison = compared(before, later, { primary: "criteria" });

  test("shows both runs, what changed, every measure with interval, bound and p", () => {
    expect(textOf(comparison)).toBe(
      `
coach   run 11111111 · prompt v1 → run 22222222 · prompt v2   12 cases in both
  changed: variant prompt v1 → v2

               before   after   in both        difference, 95 %  at worst        p
    pass rate    0.92    0.83  12 cases    −0.08 [−0.45, +0.30]     −0.40    1.000
  ▸ criteria     0.80    0.75  12 cases    −0.06 [−0.31, +0.23]     −0.27  < 0.001
    tone         1.00    1.00  12 cases    ±0.00 [−0.27, +0.27]     −0.22    1.000
  ▸ decides; at worst: the lower bound with 95 % confidence; p: how often chance alone gives such a difference, Holm-adjusted (corrected for testing 2 metrics)
  before and after: all cases of each run; the difference: the cases that have a value in both, paired
  every trial counts

  3 flips: 2 worse, 1 better
    ↓ case-1   passed → failed
    ↓ case-2   passed → failed
    ↑ case-12   failed → passed

  by tag: pass rate, criteria
    write     6 cases    +0.17 [−0.40, +0.64]    −0.09 [−0.51, +0.42]
    advice    6 cases    −0.33 [−0.78, +0.32]    −0.03 [−0.47, +0.45]`.slice(1),
    );
  });

  test("with a line of each conversation under a flip", () => {
    const trials = { before: [], after: [] };
    const evidence = new Map([["case-1", { before: "“Yes.” (exchange 1)", after: "criteria: said no", trials }]]);
    expect(textOf(comparison, evidence)).toContain(
      `
    ↓ case-1   passed → failed
        before  “Yes.” (exchange 1)
        after   criteria: said no
    ↓ case-2`.slice(1),
    );
  });

  test("only: the other measures are left out of the table", () => {
    const text = textOf(comparison, new Map(), ["criteria"]);
    expect(text).toContain("▸ criteria");
    expect(text).not.toMatch(/^ {4}(pass rate|tone) /m);
  });

  test("many flips are cut, the worse first", () => {
    const many = (passes: (index: number) => boolean) => casesOf(50, (index) => ({ passed: passes(index) }));
    const text = textOf(compared(resultOf(many((index) => index < 25)), after(many((index) => index >= 25))));
    expect(text).toContain("50 flips: 25 worse, 25 better");
    expect(text.match(/↓/g)).toHaveLength(20);
    expect(text).not.toContain("↑");
    expect(text).toContain("… 30 more flips: --json has them all");
  });
});

describe("what was left out is said", () => {
  test("cases that changed, came, went or were not decided, and metrics that were scored otherwise", () => {
    const before = resultOf([caseOf("a", true), caseOf("b", true), caseOf("gone", true), caseOf("out", undefined)], {
      metrics: [metricOf("m"), metricOf("n", { gating: false })],
    });
    const later = after(
      [caseOf("a", true), caseOf("b", true, { caseHash: "x" }), caseOf("new", true), caseOf("out", true)],
      { metrics: [metricOf("m"), metricOf("n", { gating: false, identities: ["other"] })] },
    );
    const text = textOf(compared(before, later));
    const unfinished = textOf(compared(before, { ...later, planned: 6 }));
    expect(text).toContain("  left out: 1 case changed: b\n");
    expect(text).toContain("  left out: 1 case only before: gone\n");
    expect(text).toContain("  left out: 1 case only after: new\n");
    expect(text).toContain("  not decided: out (errored → passed)\n");
    expect(text).toContain("  not compared: n: its options, its threshold or its version have changed\n");
    expect(unfinished).toContain("  run 22222222 is unfinished: 2 trials pending\n");
    // What was not played there yet may still come.
    expect(unfinished).not.toContain("only before");
  });

  test("clusters, and metrics that only some cases have, are mentioned", () => {
    const cases = casesOf(4, (index) => ({ cluster: index < 2 ? "x" : "y", values: index < 3 ? { m: 1 } : {} }));
    const skipping = cases.map((one, index) =>
      index < 3 ? one : { ...one, trials: one.trials.map((trial) => ({ ...trial, skipped: ["m"] })) },
    );
    const text = textOf(compared(resultOf(skipping), after(skipping), { scope: "like-these" }));
    expect(text).toContain("cases of one cluster count as one; a metric counts in the cases to which it applies");
  });

  test("for a baseline that holds means only there is a note, with the earlier verdict", () => {
    const old = resultOf(casesOf(5, () => ({ means: {} })));
    const text = textOf(compared(old, after(casesOf(5, () => ({})))));
    expect(text).toContain("holds means only (format 1)");
    expect(text).toContain("Viva 0.1 would have said PASS");
  });
});

test("nothing in a baseline can spoil the terminal", () => {
  const evil = "\u001b[2J\u001b]0;x\u0007";
  const cases = [caseOf(`a${evil}`, true, { tags: [evil], values: { [`m${evil}`]: 0 } }), caseOf("b", true)];
  const other = [caseOf(`a${evil}`, false, { tags: [evil], values: { [`m${evil}`]: 1 } }), caseOf("b", true)];
  const text = textOf(
    compared(resultOf(cases, { suite: evil, run: evil }), after(other, { suite: evil, variant: { [evil]: evil } })),
  );
  expect(text).not.toContain("\u001b");
});
