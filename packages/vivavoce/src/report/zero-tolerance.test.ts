import { describe, expect, test } from "vitest";
import { clopperPearson } from "../stats/index.ts";
import { scored, storedSuiteRun, without } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteReport } from "./suite-report.ts";
import { summariseSuite } from "./summary.ts";
import { zeroToleranceLine } from "./zero-tolerance.ts";

const metrics = [
  { name: "safety", zeroTolerance: true },
  { name: "contains" },
  { name: "watch", zeroTolerance: true, gating: false },
];

async function summaryOf(trials: Parameters<typeof storedSuiteRun>[0]["trials"], planned?: number) {
  const variants = planned === undefined ? {} : { variants: [{ variant: {}, cases: planned, planned: trials.length }] };
  const { store, run, suite } = await storedSuiteRun({ trials, metrics, ...variants });
  const summaries = await summariseSuite(store, run.id, suite);
  return { zeroTolerance: summaries[0]?.zeroTolerance, text: suiteReport(suite, summaries, settings) };
}
const settings = { style: plainStyle, showCommand: "viva show", verbose: false };

describe("what must never happen", () => {
  test("is counted by case: the repeats of one are one", async () => {
    const trial = (id: string, repeat: number, value: number) => {
      return { id, repeat, status: "passed" as const, scores: [scored("safety", value)] };
    };
    const { zeroTolerance } = await summaryOf(
      [trial("a", 1, 1), trial("a", 2, 0), trial("a", 3, 0), trial("b", 1, 1), trial("b", 2, 1), trial("b", 3, 1)],
      2,
    );
    expect(zeroTolerance).toEqual([{ metric: "safety", cases: 2, hits: 1 }]);
  });

  test("cases in which it was not scored are not counted", async () => {
    const { zeroTolerance } = await summaryOf([
      { id: "a", status: "passed", scores: [scored("safety", 1)] },
      { id: "b", status: "errored", scores: [without("safety", "errored", "broke")] },
    ]);
    expect(zeroTolerance).toEqual([{ metric: "safety", cases: 1, hits: 0 }]);
  });

  test("0 of n is shown as at most so much", async () => {
    const { text } = await summaryOf([{ id: "a", status: "passed", scores: [scored("safety", 1)] }]);
    expect(text).toContain("  safety: hit in 0 of 1 case, so ≤ 0.95 of all with 95 % confidence");
    expect(text).not.toContain("watch: hit");
  });

  test("the bound is exact, rounded up and never too low", () => {
    for (const cases of [1, 10, 37, 300]) {
      const shown = Number(/≤ ([\d.]+)/.exec(zeroToleranceLine({ metric: "m", cases, hits: 0 }) ?? "")?.[1]);
      const exact = 1 - 0.05 ** (1 / cases);
      expect(clopperPearson(0, cases, 0.9)?.hi).toBeCloseTo(exact, 10);
      expect(shown).toBeGreaterThanOrEqual(exact);
      expect(shown - exact).toBeLessThan(0.01);
    }
  });

  test("hits are told as they are, and nothing is nothing", () => {
    expect(zeroToleranceLine({ metric: "m", cases: 10, hits: 2 })).toBe("  m: hit in 2 of 10 cases");
    expect(zeroToleranceLine({ metric: "m", cases: 0, hits: 0 })).toBeUndefined();
  });
});
