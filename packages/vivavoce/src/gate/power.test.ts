import { describe, expect, test } from "vitest";
import { plan, planFromOneRun } from "../stats/index.ts";
import { plannedMeasures, powerOf } from "./power.ts";
import { after, casesOf, repeatsOf, resultOf, trialOf } from "./results.test-helper.ts";

const goal = { margin: 0.05 };
/** 30 cases of which these failed. */
const side = (...failed: number[]) => casesOf(30, (index) => ({ passed: !failed.includes(index) }));

describe("planning a comparison", () => {
  test("two comparable runs promise a number: 30 cases with 4 flips", () => {
    const answer = powerOf([after(side(2, 3)), resultOf(side(0, 1))], "pass rate", goal);
    expect(answer).toMatchObject({
      cases: 30,
      repeats: 1,
      from: { kind: "two runs", runs: ["11111111", "22222222"], plan: { cases: 436, from: 220, to: 694 } },
    });
  });

  test("runs that came out the same say how many: 105", () => {
    const answer = powerOf([after(side()), resultOf(side())], "pass rate", goal);
    expect(answer?.from.plan).toMatchObject({ cases: 105, from: 59, to: 258 });
  });

  test("what is missing is taken as a change for the worse", () => {
    const missing = after(side().with(0, repeatsOf("case-1", "u")));
    const lost = plan([-1, ...Array<number>(29).fill(0)], goal);
    expect(powerOf([missing, resultOf(side())], "pass rate", goal)?.from.plan).toEqual(lost);
  });

  test("clusters get a reason instead of a number", () => {
    const clustered = casesOf(30, (index) => ({ cluster: `c${index % 6}` }));
    expect(powerOf([after(clustered), resultOf(clustered)], "pass rate", goal)?.from.plan).toHaveProperty("reason");
  });

  test("a run that is not comparable is passed over", () => {
    const other = resultOf(
      side(0, 1).map((one) => ({ ...one, caseHash: "other" })),
      { run: "other" },
    );
    const answer = powerOf([after(side(2, 3)), other, resultOf(side(0, 1))], "pass rate", goal);
    expect(answer?.from).toMatchObject({ kind: "two runs", runs: ["11111111", "22222222"] });
    expect(powerOf([after(side(2, 3)), other], "pass rate", goal)?.from.kind).toBe("one run");
  });

  test("a run whose answers were used again shows no variation, and is passed over", () => {
    const drawn = (...draws: string[]) =>
      casesOf(30, () => ({ trials: [trialOf("passed", { answers: { origin: "cached", draws } })] }));
    expect(powerOf([after(drawn("a", "b")), resultOf(drawn("b"))], "pass rate", goal)?.from.kind).toBe("one run");
    expect(powerOf([after(drawn("a")), resultOf(drawn("b"))], "pass rate", goal)?.from.kind).toBe("two runs");
  });

  test("one run promises nothing: a range without repeats, at least so many with them", () => {
    const answer = powerOf([resultOf(side(0, 1, 2))], "pass rate", goal);
    expect(answer?.from).toMatchObject({ kind: "one run", run: "11111111" });
    const rows = side(0, 1, 2).map(({ trials }) => [trials[0]?.status === "passed" ? 1 : 0]);
    expect(answer?.from.plan).toEqual(planFromOneRun(rows, { ...goal, planned: 1 }));
    const repeated = Array.from({ length: 30 }, (_, index) => repeatsOf(`c${index}`, index < 10 ? "pf" : "pp"));
    expect(powerOf([resultOf(repeated)], "pass rate", goal)).toMatchObject({
      repeats: 2,
      from: { kind: "one run", plan: { to: undefined } },
    });
  });

  test("a metric has its own answer, of the cases that it applies to", () => {
    const cases = casesOf(30, (index) => ({
      trials: [index < 10 ? trialOf("passed", { skipped: ["m"] }) : trialOf("passed", { values: { m: index / 30 } })],
    }));
    expect(powerOf([resultOf(cases)], "m", goal)).toMatchObject({ measure: "m", cases: 20 });
  });

  test("nothing is known without a run, or where the measure applies to no case", () => {
    expect(powerOf([], "pass rate", goal)).toBeUndefined();
    const skipped = casesOf(3, () => ({ trials: [trialOf("passed", { skipped: ["m"] })] }));
    expect(powerOf([resultOf(skipped)], "m", goal)).toBeUndefined();
  });
});

test("where nobody names a measure, it is the pass rate and what the gate decides by", () => {
  expect(plannedMeasures({ gate: {} })).toEqual(["pass rate"]);
  expect(plannedMeasures({ gate: { primary: "criteria" } })).toEqual(["pass rate", "criteria"]);
});
