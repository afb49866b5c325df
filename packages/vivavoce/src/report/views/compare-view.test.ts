import { describe, expect, test } from "vitest";
import { comparedRuns } from "../compared-runs.test-helper.ts";
import { check, type MadeSuite, type MadeTrial, scored, storedRun } from "../stored-run.test-helper.ts";
import { compareView } from "./compare-view.ts";
import { parseVariantChoice, swappedChoice, variantChoice } from "./variant-choice.ts";

const trial = (id: string, value: 0 | 1, more: Partial<MadeTrial> = {}): MadeTrial => ({
  id,
  status: value === 1 ? "passed" : "failed",
  scores: [scored("contains", value, { checks: value === 1 ? [] : [check("greets", "no greeting")] })],
  ...more,
});
const suite = (values: (0 | 1)[], more: Partial<MadeSuite> = {}): MadeSuite => ({
  metrics: [{ name: "contains" }],
  trials: values.map((value, index) => trial(`case-${index + 1}`, value)),
  ...more,
});

describe("the comparison of two runs", () => {
  test("has the flips, the worse first, with both conversations' places and the values of every case", async () => {
    const { store, before, after } = await comparedRuns([suite([0, 1, 1])], [suite([1, 1, 0])]);
    const answer = await compareView.answer(
      { store, invocation: "viva" },
      { before: before.id, after: after.id, suite: "coach" },
    );
    const [pair] = answer.suites;
    if (!pair || pair.refused) throw new Error("it was not compared");
    expect(pair.flips.map(({ caseId, direction }) => [caseId, direction])).toEqual([
      ["case-3", "worse"],
      ["case-1", "better"],
    ]);
    expect(pair.flips[0]?.evidence).toMatchObject({
      after: "contains: greets: no greeting",
      trials: { before: [2], after: [2] },
    });
    expect(pair.values).toEqual([
      { caseId: "case-1", before: 0, after: 1, missing: 0 },
      { caseId: "case-2", before: 1, after: 1, missing: 0 },
      { caseId: "case-3", before: 1, after: 0, missing: 0 },
    ]);
    expect(pair.stored).toEqual({
      before: { run: before.id, suite: 0, variant: {} },
      after: { run: after.id, suite: 0, variant: {} },
    });
    expect(answer.verdict).toBe(pair.decision.verdict);
    expect(answer.commands.report).toBe(`viva compare ${before.id} ${after.id} --suite coach --report html`);
    expect(JSON.parse(JSON.stringify(answer)).suites[0].decision).toEqual(pair.decision);
  });

  test("of one run with several variants needs a choice, and offers what there is", async () => {
    const versions = ["v1", "v2"].map((prompt) => ({ variant: { prompt }, cases: 1, planned: 1 }));
    const { store, run } = await storedRun(
      suite([], {
        variants: versions,
        planned: 2,
        trials: [trial("a", 1, { variant: { prompt: "v1" } }), trial("a", 0, { variant: { prompt: "v2" } })],
      }),
      suite([1], { name: "other" }),
    );
    const context = { store, invocation: "viva" };
    const sides = { before: run.id, after: run.id };
    const open = await compareView.answer(context, sides);
    expect(open).toMatchObject({ verdict: "error", exitCode: 64, suites: [] });
    expect(open.problem?.message).toContain("several variants could be compared");
    expect(open.before.suites[0]?.variants).toEqual([{ prompt: "v1" }, { prompt: "v2" }]);
    const chosen = await compareView.answer(context, { ...sides, suite: "coach", variant: "prompt=v1,v2" });
    expect(chosen.suites).toMatchObject([{ suite: "coach", flips: [{ caseId: "a", direction: "worse" }] }]);
    expect(chosen.suites[0]?.only).toEqual({ suite: "coach", variant: "prompt=v1,v2" });
    const unknown = await compareView.answer(context, { ...sides, variant: "prompt" });
    expect(unknown).toMatchObject({ verdict: "error", problem: { message: "prompt does not choose a variant" } });
  });

  test("that is refused says why and what to do, and is not a pass", async () => {
    const other = suite([1], { metrics: [{ name: "contains" }, { name: "tone" }] });
    const { store, before, after } = await comparedRuns([suite([1])], [other]);
    const answer = await compareView.answer({ store, invocation: "viva" }, { before: before.id, after: after.id });
    expect(answer).toMatchObject({ verdict: "error", exitCode: 64 });
    expect(answer.suites).toMatchObject([
      {
        refused: ["pass rate: different metrics decide it: tone (only the later run has this metric)"],
        remedy: `Score the stored transcripts again, without playing them: viva score ${before.id} --all.`,
      },
    ]);
  });

  test.each([true, false])(
    "with a stand-in that was not judged says so, whichever side it is on (first: %s)",
    async (first) => {
      const judged = [suite([1], { metrics: [{ name: "contains" }, { name: "tone", judged: true }] })];
      const standIn = [suite([1], { metrics: [{ name: "contains" }], agent: "nothing" })];
      const compared = await comparedRuns(...(first ? ([standIn, judged] as const) : ([judged, standIn] as const)));
      const { comparison, before, after } = compared;
      const run = first ? before.id : after.id;
      const command = `npx viva compare ${before.id} ${after.id} --metric contains`;
      expect(comparison.suites[0]).toMatchObject({
        remedy: `Run ${run} is a stand-in's, which was not judged: only metrics by code can be compared: ${command}.`,
      });
    },
  );

  test("a suite that is not compared any more leaves it open", async () => {
    const { comparison } = await comparedRuns([suite([1]), suite([1], { name: "gone" })], [suite([1])]);
    expect(comparison.suites).toMatchObject([{ decision: { verdict: "inconclusive" } }]);
    expect(comparison).toMatchObject({ verdict: "inconclusive", notCompared: ["gone is only in the earlier run"] });
  });

  test("no address reads a file", async () => {
    const { store, before } = await comparedRuns([suite([1])], [suite([1])]);
    const query = { before: before.id, after: "package.json" };
    await expect(compareView.answer({ store, invocation: "viva" }, query)).rejects.toThrow(
      "there is no run or baseline package.json",
    );
  });
});

test("a choice of variants reads back as it was written, and can be swapped", () => {
  const choice = variantChoice({ prompt: "v1", mode: "fast" }, { prompt: "v2", mode: "fast" });
  expect(choice).toBe("prompt=v1,v2;mode=fast");
  expect(parseVariantChoice(choice)).toEqual({ prompt: ["v1", "v2"], mode: ["fast"] });
  expect(swappedChoice(choice)).toBe("prompt=v2,v1;mode=fast");
  expect(parseVariantChoice("prompt")).toBeUndefined();
});
