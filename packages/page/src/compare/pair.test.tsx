import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { PairAnswer, ShownComparison } from "./answer.ts";
import { Pair } from "./pair.tsx";

const sides = {
  suite: "coach",
  before: {
    run: "aaaa",
    variant: { prompt: "v1" },
    pending: 0,
    errored: 0,
    repeats: 1,
    selection: undefined,
    chosen: undefined,
  },
  after: {
    run: "bbbb",
    variant: { prompt: "v2" },
    pending: 0,
    errored: 0,
    repeats: 1,
    selection: undefined,
    chosen: undefined,
  },
  stored: { before: undefined, after: undefined },
  only: { suite: "coach", variant: "prompt=v1,v2" },
  cases: { changed: [], onlyBefore: [], onlyAfter: [], notSelected: [] },
  notCompared: [],
  changes: [],
};
const measure: ShownComparison["measures"][number] = {
  ...{ name: "pass rate", role: "primary", margin: 0.05, verdict: "error", exact: undefined, cases: 2, units: 2 },
  ...{ planned: { before: 2, after: 2 }, missing: { before: 0, after: 1 }, inBoth: 1 },
  means: {
    before: { observed: { mean: 1, lo: 0.2, hi: 1, cases: 2 }, cases: 2, missing: 0, pending: 0 },
    after: { observed: { mean: 0, lo: 0, hi: 0.9, cases: 1 }, cases: 2, missing: 1, pending: 0 },
  },
  ...{ difference: -1, lo: -1, hi: 0.4, lower: -0.8, upper: 0.3, pNotWorse: 1, pWorse: 0 },
  ...{ withRemoved: undefined, differences: [], p: 1, adjustedP: undefined },
};
const pair: ShownComparison = {
  ...sides,
  sameSample: 0,
  sameTape: 0,
  anytime: false,
  rewritten: [],
  prompts: [
    {
      name: "coach.md",
      leftOut: 7,
      rows: [
        { kind: "gap", lines: 3 },
        {
          kind: "removed",
          parts: [
            { text: "Be ", changed: false },
            { text: "<b>kind</b>", changed: true },
          ],
        },
        {
          kind: "inserted",
          parts: [
            { text: "Be ", changed: false },
            { text: "strict", changed: true },
          ],
        },
      ],
    },
  ],
  ...{ paired: 2, scope: "these", meansOnly: false, clustered: false, exact: false, primary: "pass rate" },
  sampling: { kind: "sampled" },
  ...{ dimensions: [], tags: [], undecided: [], again: {}, safetyHits: [], measures: [measure] },
  values: [
    { caseId: "a", before: 1, after: 0, missing: 0 },
    { caseId: "b", before: 1, after: undefined, missing: 1 },
  ],
  flips: [
    {
      ...{ caseId: "a", direction: "worse", before: "passed", after: "failed" },
      evidence: { before: "“<img src=x>”", after: "said no", trials: { before: [], after: [] } },
    },
  ],
  decision: { verdict: "error", exitCode: 3, reasons: [], reason: "1 trial of run bbbb errored", measures: [] },
  notes: { warnings: ["run bbbb is unfinished"], leftOut: [], scope: [], table: [], dimensions: "" },
};
const drawn = (shown: PairAnswer, open?: string, decided = false) =>
  renderToStaticMarkup(
    <Pair
      pair={shown}
      chosen={{ before: "aaaa", after: "bbbb", others: ["bbbb"], case: open }}
      alone={false}
      decided={decided}
    />,
  );

describe("a compared pair", () => {
  test("says its verdict first, and what is missing never looks like a pass", () => {
    const markup = drawn(pair);
    expect(markup).toMatch(/ERROR<\/b>.*1 trial of run bbbb errored.*run bbbb is unfinished.*Measures.*Flips/s);
    expect(markup).not.toContain("PASS");
    expect(markup).toContain("1.00 → 0.00, 1 missing");
    expect(markup).toContain("1 worse, 0 better, 0 the same, 1 without a value on one side");
  });

  test("has no verdict of its own beside that of its run", () => {
    const markup = drawn(pair, undefined, true);
    expect(markup).toContain("1 trial of run bbbb errored");
    expect(markup).not.toContain("ERROR");
  });

  test("links each flip to its own address, with its evidence as text", () => {
    const markup = drawn(pair);
    expect(markup).toContain('href="#/compare/aaaa/bbbb?suite=coach&amp;variant=prompt%3Dv1%2Cv2&amp;case=a"');
    expect(markup).toContain("“&lt;img src=x&gt;”");
  });

  test("marks the words of a prompt that changed", () => {
    expect(drawn(pair)).toMatch(/3 lines unchanged.*<del>&lt;b&gt;kind&lt;\/b&gt;<\/del>.*<ins>strict<\/ins>/s);
  });

  test("that was refused says why and what to do", () => {
    const refusal: PairAnswer = {
      ...sides,
      rewritten: [{ caseId: "archive", parts: ["expect.tools"] }],
      prompts: [],
      refused: ["other judge"],
      remedy: "Score again.",
      rescore: undefined,
    };
    const markup = drawn(refusal);
    expect(markup).toMatch(/NOT COMPARABLE.*other judge.*Score again\./s);
    expect(markup).toContain("case <code>archive</code>: expect.tools");
    expect(markup).not.toContain("Measures");
  });
});
