import { describe, expect, test } from "vitest";
import { caseTable, caseValue } from "./case-table.ts";
import { check, type MadeSuite, type MadeTrial, scored, storedSuiteRun, without } from "./stored-run.test-helper.ts";

async function tableOf(made: MadeSuite) {
  const { store, run, suite } = await storedSuiteRun(made);
  return caseTable(store, run.id, suite);
}

const valued = (id: string, value: number, more: Partial<MadeTrial> = {}): MadeTrial => ({
  id,
  status: value === 1 ? "passed" : "failed",
  scores: [scored("toolUse", value)],
  ...more,
});
const metrics = [{ name: "toolUse" }, { name: "criteria" }];

describe("results by case", () => {
  test("what needs a reader most comes first, each kind in input order", async () => {
    const statuses = ["skipped", "passed", "failed", "unscored", "errored", undefined, "failed"] as const;
    const { cases } = await tableOf({ trials: statuses.map((status, index) => ({ id: `c${index}`, status })) });
    expect(cases.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "c2 failed",
      "c6 failed",
      "c4 errored",
      "c3 unscored",
      "c5 pending",
      "c1 passed",
      "c0 skipped",
    ]);
  });

  test("a case has the trials of all variants and repeats, and the worst of their statuses", async () => {
    const variants = ["v1", "v2"].map((prompt) => ({ variant: { prompt }, cases: 1, planned: 2 }));
    const trials = [
      valued("a", 1, { variant: { prompt: "v1" } }),
      valued("a", 0, { variant: { prompt: "v1" }, repeat: 2 }),
      valued("a", 1, { variant: { prompt: "v2" } }),
    ];
    const { cases } = await tableOf({ metrics, variants, trials });
    expect(cases).toHaveLength(1);
    expect(cases[0]?.status).toBe("failed");
    expect(cases[0]?.trials.map(({ variant, repeat, position }) => [variant, repeat, position])).toEqual([
      [0, 1, 0],
      [0, 2, 1],
      [1, 1, 2],
    ]);
  });

  test("scores stand in the order of the suite's metrics, also where some are missing", async () => {
    const scores = [without("criteria", "unscored", "no answer")];
    const { cases } = await tableOf({ metrics, trials: [{ id: "a", status: "unscored", scores }] });
    expect(cases[0]?.trials[0]?.cells).toEqual([undefined, { status: "unscored" }]);
  });

  test("reasons are kept of what did not pass, and only of that", async () => {
    const failing = scored("toolUse", 0, { checks: [check("calls add", "it did not")] });
    const { cases } = await tableOf({
      metrics,
      trials: [{ id: "a", status: "failed", scores: [failing] }, valued("b", 1)],
    });
    expect(cases[0]?.trials[0]?.reasons).toEqual([{ source: "toolUse", text: "calls add: it did not" }]);
    expect(cases[1]?.trials[0]?.reasons).toEqual([]);
  });
});

test("what a picture shows of a case is the mean of its repeats, and whether one missed the threshold", async () => {
  const variants = ["v1", "v2"].map((prompt) => ({ variant: { prompt }, cases: 2, planned: 4 }));
  const v1 = { prompt: "v1" };
  const trials = [
    valued("a", 1, { variant: v1 }),
    valued("a", 0, { variant: v1, repeat: 2 }),
    valued("b", 1, { variant: v1 }),
  ];
  const { cases } = await tableOf({ metrics, variants, trials });
  expect(cases.map((entry) => caseValue(entry, 0, 0))).toEqual([
    { value: 0.5, missed: true, threshold: 1 },
    { value: 1, missed: false, threshold: 1 },
  ]);
  expect(cases.map((entry) => caseValue(entry, 0, 1))).toEqual([undefined, undefined]);
});
