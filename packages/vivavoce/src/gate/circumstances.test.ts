import { describe, expect, test } from "vitest";
import type { Circumstances, GatePolicy, Tally, VariantSummary } from "../shape/index.ts";
import { summaryOf, tallyOf } from "./results.test-helper.ts";
import { decide } from "./verdict.ts";

type Parts = Partial<Omit<Tally, "planned">>;

/** The decision on trials that would pass by themselves, under these circumstances. */
function decideUnder(
  circumstances: Circumstances,
  more: Partial<VariantSummary> = {},
  parts: Parts = { passed: 10 },
  policy: GatePolicy = {},
) {
  return decide([{ ...summaryOf(tallyOf(parts)), ...more }], policy, circumstances);
}

describe("a run whose trials all passed is an error and not a pass", () => {
  test.each([
    ["results", "results were changed while the run was played"],
    ["baseline", "the baseline was changed while the run was played"],
  ] as const)("where somebody changed the %s while it was played", (what, reason) => {
    const decided = decideUnder({ changed: [what] });
    expect(decided).toMatchObject({ verdict: "error", exitCode: 3, reason });
    expect(decided.reasons).toEqual([{ kind: "changed", text: reason, figures: { what } }]);
  });

  test("where the cost limit was reached before everything was scored", () => {
    const decided = decideUnder({ unaffordable: true });
    expect(decided).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decided.reasons).toMatchObject([{ kind: "pending" }]);
    expect(decided.reason).toContain("the cost limit was reached");
  });

  test("where a cache that the config names gave every answer, so that nothing was measured", () => {
    const decided = decideUnder({ cache: "configured" }, { answers: { cached: 12 } });
    expect(decided).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decided.reasons).toMatchObject([{ kind: "nothing-measured", figures: { answers: 12 } }]);
    expect(decided.reason).toContain("all 12 answers are from an earlier run");
    expect(decideUnder({ cache: "configured" }, { answers: { cached: 1 } }).reason).toContain(
      "the only answer is from an earlier run",
    );
  });

  test("where the cache gave every answer of each of two variants", () => {
    const variant = (answers: VariantSummary["answers"]) => ({ ...summaryOf(tallyOf({ passed: 10 })), answers });
    const decided = (...answers: VariantSummary["answers"][]) =>
      decide(answers.map(variant), {}, { cache: "configured" });
    expect(decided({ cached: 3 }, { cached: 4 }).reasons).toMatchObject([
      { kind: "nothing-measured", figures: { answers: 7 } },
    ]);
    expect(decided({ cached: 3 }, { cached: 3, live: 1 }).verdict).toBe("pass");
  });

  test.each([
    ["one answer was asked anew", "configured", { cached: 11, live: 1 }],
    ["no answer is from an earlier run", "configured", { live: 12 }],
    ["no model was asked at all", "configured", {}],
    ["somebody asked for the cache by its flag", "asked", { cached: 12 }],
  ] as const)("but it passes where %s", (_, cache, answers) => {
    expect(decideUnder({ cache } as Circumstances, { answers }).verdict).toBe("pass");
  });
});

describe("cases that a replay could not play for lack of a tape", () => {
  const untaped = { cases: 2, of: 3, trials: 2, record: "npx viva run desk.eval.ts --record missing" };

  test("are an error with the command that records them, and not counted as errored as well", () => {
    const decided = decideUnder({}, { untaped }, { passed: 1, errored: 2 });
    expect(decided).toMatchObject({ verdict: "error", exitCode: 3 });
    expect(decided.reasons).toEqual([
      { kind: "no-tape", text: `2 of 3 cases have no tape: ${untaped.record}`, figures: untaped },
    ]);
  });

  test("do not hide a trial that errored for another reason", () => {
    const { reasons } = decideUnder({}, { untaped }, { passed: 1, errored: 3 });
    expect(reasons).toMatchObject([{ kind: "no-tape" }, { kind: "errored", figures: { trials: 1 } }]);
  });

  test("say so where only some of the repeats have none", () => {
    const repeats = { k: 3 } as VariantSummary["repeats"];
    const said = (trials: number) =>
      decideUnder({}, { untaped: { ...untaped, cases: 1, trials }, repeats }, { passed: 1, errored: trials }).reason;
    expect(said(2)).toContain("1 of 3 cases has no tape for some of the repeats: npx");
    expect(said(3)).toContain("1 of 3 cases has no tape: npx");
  });
});

describe("cases without a tape that the suite leaves out", () => {
  test("are named after the reason of a pass, and the verdict stays", () => {
    const decided = decideUnder({}, { withoutTape: 20 });
    const leftOut = "20 cases without a tape were left out";
    expect(decided).toMatchObject({ verdict: "pass", exitCode: 0, leftOut, reason: `every gate was met; ${leftOut}` });
    expect(decided.reasons.at(-1)).toEqual({ kind: "left-out", text: leftOut });
  });

  test("are counted over all variants", () => {
    const variant = (withoutTape?: number) => ({ ...summaryOf(tallyOf({ passed: 1 })), withoutTape });
    expect(decide([variant(1), variant()], {}).leftOut).toBe("1 case without a tape was left out");
    expect(decide([variant(1), variant(2)], {}).leftOut).toBe("3 cases without a tape were left out");
  });

  test("are not mentioned where there are none", () => {
    const decided = decideUnder({});
    expect(decided).not.toHaveProperty("leftOut");
    expect(decided.reason).toBe("every gate was met");
  });
});
