import { describe, expect, test } from "vitest";
import type { Check } from "../../shape/index.ts";
import { scored, storedSuiteRun, without } from "../stored-run.test-helper.ts";
import { measuresView } from "./measures-view.ts";

const rubric = (...values: [string, number][]) => {
  const checks = values.map(
    ([dimension, value]): Check => ({
      ...{ id: dimension, label: dimension, verdict: "", ok: true, reason: "", evidence: [] },
      dimension,
      value,
    }),
  );
  const value = values.reduce((sum, [, one]) => sum + one, 0) / values.length;
  return scored("rubric", value, { threshold: 0.5, checks, native: { value: 1 + 4 * value, min: 1, max: 5 } });
};

describe("the measures of a suite", () => {
  test("count cases by value, the mean of their repeats, and name the thresholds", async () => {
    const { store, run } = await storedSuiteRun({
      metrics: [{ name: "m" }, { name: "never" }],
      planned: 4,
      variants: [{ variant: {}, cases: 2, planned: 4 }],
      trials: [
        { id: "a", status: "passed", scores: [scored("m", 1, { threshold: 0.7 }), without("never", "skipped", "")] },
        { id: "a", repeat: 2, status: "failed", scores: [scored("m", 0, { threshold: 0.7 })] },
        { id: "b", status: "passed", scores: [scored("m", 1, { threshold: 0.7 })] },
        { id: "b", repeat: 2, status: "passed", scores: [scored("m", 1, { threshold: 0.7 })] },
      ],
    });
    const answer = await measuresView.answer({ store, invocation: "" }, { run: run.id, suite: 0 });
    const spread = new Array<number>(21).fill(0).with(10, 1).with(20, 1);
    expect(answer.bins).toEqual([[spread, new Array<number>(21).fill(0)]]);
    expect(answer.thresholds).toEqual([0.7, null]);
  });

  test("have the dimensions of a rubric on its scale, and the change between two variants", async () => {
    const variants = ["v1", "v2"].map((prompt) => ({ variant: { prompt }, cases: 2, planned: 2 }));
    const trial = (id: string, prompt: string, brevity: number) => {
      const status = brevity >= 0.5 ? ("passed" as const) : ("failed" as const);
      const scores = [rubric(["brevity", brevity], ["tone", brevity])];
      return { id, variant: { prompt }, status, scores };
    };
    const { store, run } = await storedSuiteRun({
      metrics: [{ name: "rubric" }],
      planned: 4,
      variants,
      trials: [trial("a", "v1", 0.25), trial("b", "v1", 1), trial("a", "v2", 1), trial("b", "v2", 1)],
    });
    const { dimensions } = await measuresView.answer({ store, invocation: "" }, { run: run.id, suite: 0 });
    const [table] = dimensions;
    expect(table).toMatchObject({ metric: "rubric", min: 1, max: 5, more: 0 });
    expect(table?.rows.map(({ id }) => id)).toEqual(["brevity", "tone"]);
    expect(table?.rows[0]?.columns[0]?.figures).toMatch(/^3\.50 of 5 \[/);
    expect(table?.rows[0]?.columns[0]?.mean).toBeCloseTo(0.625);
    expect(table?.rows[0]?.change?.figures).toMatch(/^\+1\.50 \[/);
    expect(table?.cases[0]).toEqual({
      id: "a",
      whole: [2, 5],
      values: [
        [2, 5],
        [2, 5],
      ],
    });
  });
});
