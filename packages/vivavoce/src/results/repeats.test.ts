import { describe, expect, test } from "vitest";
import type { Score } from "../metric/index.ts";
import { passAtK, passHatK } from "../stats/index.ts";
import { passHatText, RepeatsGathering, type RepeatsReport, repeatsLines } from "./repeats.ts";
import { scored, storedSuiteRun } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteReport } from "./suite-report.ts";
import { summariseSuite } from "./summary.ts";

type Status = "passed" | "failed" | "errored";

/** "a: ppf" is a case of three repeats: passed, passed, failed; e is errored. */
function reportOf(k: number, ...cases: string[]): RepeatsReport {
  const gathering = new RepeatsGathering(k, undefined);
  const statuses: Record<string, Status> = { p: "passed", f: "failed", e: "errored" };
  for (const one of cases) {
    const [caseId = "", letters = ""] = one.split(": ");
    for (const letter of letters) gathering.add({ caseId, status: statuses[letter], scores: [] });
  }
  return gathering.report();
}

/** values[case][repeat]: the samples of a judge. */
function judgedOf(values: number[][][]): RepeatsReport {
  const gathering = new RepeatsGathering(values[0]?.length ?? 1, "criteria");
  for (const [index, runs] of values.entries()) {
    for (const samples of runs) {
      const value = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
      const detail = samples.length > 1 ? { samples: { values: samples } } : {};
      const score: Score = scored("criteria", value, { detail });
      gathering.add({ caseId: `case-${index}`, status: "passed", scores: [score] });
    }
  }
  return gathering.report();
}

describe("pass^k and pass@k", () => {
  test("are means over the cases", () => {
    const { passHatK: all, passAtK: any, k, cases } = reportOf(3, "a: ppp", "b: ppf", "c: fff", "d: ppp");
    expect({ k, cases }).toEqual({ k: 3, cases: 4 });
    expect(all).toBe(2 / 4);
    expect(any).toBe(3 / 4);
  });

  test("a case with more repeats than k counts by the chance of k of them", () => {
    const gathered = reportOf(2, "a: ppf");
    expect(gathered.passHatK).toBeCloseTo(passHatK(3, 2, 2) ?? 0, 12);
    expect(gathered.passAtK).toBeCloseTo(passAtK(3, 2, 2) ?? 0, 12);
  });

  test("a case of which not all repeats were decided is left out", () => {
    expect(reportOf(3, "a: ppp", "b: ppe")).toMatchObject({ cases: 1, passHatK: 1 });
    expect(reportOf(3, "a: ppe").passHatK).toBeUndefined();
  });

  test("in words: the reliable one first", () => {
    expect(passHatText(reportOf(3, "a: ppp", "b: ppf"))).toBe("pass^3 0.50 (pass@3 1.00)");
    expect(passHatText(reportOf(3, "a: pp"))).toBeUndefined();
  });
});

describe("flaky cases", () => {
  test("are those whose repeats disagree, with how often they passed", () => {
    expect(reportOf(3, "a: ppp", "b: pff", "c: fff", "d: pfe").flaky).toEqual([
      { caseId: "b", passes: 1, decided: 3 },
      { caseId: "d", passes: 1, decided: 2 },
    ]);
  });

  test("are listed, the first few of many", () => {
    const cases = Array.from({ length: 11 }, (_, index) => `c${index}: pf`);
    const [line] = repeatsLines(reportOf(2, ...cases));
    expect(line).toMatch(/^ {2}11 flaky cases: c0 \(1 of 2\), .*c7 \(1 of 2\) and 3 more$/);
    expect(repeatsLines(reportOf(2, "a: pp", "b: pp"))).toEqual([]);
  });
});

describe("where the variance comes from", () => {
  test("the cases: more of them would help", () => {
    const { variance } = reportOf(3, "a: ppp", "b: fff", "c: ppp", "d: fff");
    expect(variance).toMatchObject({ measure: "pass rate", agent: 0, judge: undefined, advice: "more cases" });
    expect(variance?.case).toBeGreaterThan(0);
  });

  test("chance within the cases: more repeats would", () => {
    expect(reportOf(2, "a: pf", "b: fp", "c: pf", "d: fp").variance).toMatchObject({ case: 0, advice: "more repeats" });
  });

  test("the judge: more samples would", () => {
    const noisy = [
      [
        [0, 1],
        [1, 0],
      ],
      [
        [1, 0],
        [0, 1],
      ],
      [
        [0, 1],
        [0, 1],
      ],
    ];
    const { variance } = judgedOf(noisy);
    expect(variance).toMatchObject({ measure: "criteria", case: 0, agent: 0, advice: "more judge samples" });
    expect(variance?.judge).toBeCloseTo(0.5, 12);
  });

  test("a judge that is sure and an agent that is not", () => {
    const { variance } = judgedOf([
      [
        [0, 0],
        [1, 1],
      ],
      [
        [1, 1],
        [0, 0],
      ],
    ]);
    expect(variance).toMatchObject({ judge: 0, advice: "more repeats" });
  });

  test("nothing varies, or there is one case: nothing is said", () => {
    expect(reportOf(2, "a: pp", "b: pp").variance).toBeUndefined();
    expect(reportOf(2, "a: pf").variance).toBeUndefined();
  });

  test("in words, with what follows", () => {
    expect(repeatsLines(reportOf(2, "a: pp", "b: ff"))).toEqual([
      "  variance of pass rate: 100 % the case, 0 % chance within a case; more cases would narrow the interval most",
    ]);
    const line = repeatsLines(
      judgedOf([
        [
          [0, 0.2],
          [0, 0.2],
        ],
        [
          [1, 0.8],
          [1, 0.8],
        ],
      ]),
    ).at(-1);
    expect(line).toMatch(/^ {2}variance of criteria: \d+ % the case, \d+ % the agent, \d+ % the judge; more cases/);
  });
});

describe("in a suite's report", () => {
  const repeated = (statuses: Status[]) =>
    statuses.map((status, index) => ({ id: `case-${Math.floor(index / 2) + 1}`, repeat: (index % 2) + 1, status }));

  test("repeats have their lines", async () => {
    const trials = repeated(["passed", "passed", "passed", "failed", "failed", "failed"]);
    const variants = [{ variant: {}, cases: 3, planned: 6 }];
    const { store, run, suite } = await storedSuiteRun({ trials, variants });
    const summaries = await summariseSuite(store, run.id, suite);
    const text = suiteReport(suite, summaries, { style: plainStyle, showCommand: "viva show", verbose: false });
    expect(text).toContain("coach   pass^2 0.33 (pass@2 0.67)   pass rate 0.50");
    expect(text).toContain("1 flaky case: case-2 (1 of 2)");
    expect(text).toContain("variance of pass rate:");
  });

  test("cases that were played once have none", async () => {
    const { store, run, suite } = await storedSuiteRun({ trials: [{ id: "a", status: "passed" }] });
    const [summary] = await summariseSuite(store, run.id, suite);
    expect(summary?.repeats).toBeUndefined();
    const text = suiteReport(suite, summary ? [summary] : [], { style: plainStyle, showCommand: "", verbose: false });
    expect(text).not.toContain("pass^");
  });
});
