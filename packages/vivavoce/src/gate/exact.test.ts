import { describe, expect, test } from "vitest";
import type { GatePolicy, TrialValues, Tried } from "../shape/index.ts";
import { couldDiffer, playsFor, shareDraws } from "./exact.ts";
import { after, casesOf, compared, resultOf, trialOf } from "./results.test-helper.ts";

type Status = TrialValues["status"];
type Answers = string | ((index: number, repeat: number) => string | undefined) | undefined;

/** So many cases whose repeats ended so, and where their answers came from. */
function cases(statuses: (index: number) => Status[], answers: Answers, count = 5) {
  return casesOf(count, (index) => ({
    trials: statuses(index).map((status, at) => {
      const from = typeof answers === "function" ? answers(index, at + 1) : answers;
      return trialOf(status, { repeat: at + 1, ...(from === undefined ? {} : { answers: answersNamed(from) }) });
    }),
  }));
}

/** "recorded:a,b": their origin, and after a colon their draws. */
function answersNamed(name: string): NonNullable<TrialValues["answers"]> {
  const [origin = "", rest] = name.split(":");
  const more = rest === undefined ? {} : { draws: rest.split(",") };
  return { origin: origin as "live", ...more };
}

const once =
  (failed = 0) =>
  (index: number): Status[] => [index < failed ? "failed" : "passed"];
const twice =
  (failed = 0) =>
  (index: number): Status[] => {
    return index < failed ? ["failed", "failed"] : ["passed", "passed"];
  };
const alike: Tried = { plays: 60, differed: [] };
const other = { agent: { ...resultOf([]).agent, code: "changed" } };

function decided(
  [before, later]: [Answers, Answers],
  statuses: (failed?: number) => (index: number) => Status[] = once,
  { failed = 0, policy = {} as GatePolicy, tried = [alike, alike] as readonly (Tried | undefined)[], count = 5 } = {},
) {
  const [was, is] = tried.map((one) => (one ? { tried: one } : {}));
  const { exact, decision } = compared(
    resultOf(cases(statuses(), before, count), was),
    after(cases(statuses(failed), later, count), { ...other, ...is, origin: "recorded" }),
    policy,
  );
  return { exact, verdict: decision.verdict, reason: decision.reason };
}

describe("where nothing was sampled there is no interval", () => {
  test.each([
    ["no model was asked", "none", "none"],
    ["the answers were written by hand", "hand-written", "hand-written"],
    ["nobody was asked before, and answers were written by hand after", "none", "hand-written"],
    ["both were fed the same recorded entries", "recorded:a", "recorded:a"],
    ["the later one replays the answers that the earlier one recorded", "live:a,b", "recorded:b,a"],
  ])("%s: anything but a drop beyond the margin passes, on five cases", (_, before, later) => {
    const pass = decided([before, later]);
    expect(pass).toMatchObject({ exact: true, verdict: "pass" });
    const recorded = later.startsWith("recorded") ? " for these recorded answers" : "";
    const how = `exact${recorded}: 5 trials, 120 second plays alike, at most 0.049 could differ`;
    expect(pass.reason).toContain(`${how}; within the margin of 0.05`);
    const fail = decided([before, later], once, { failed: 1 });
    expect(fail).toMatchObject({ exact: true, verdict: "fail" });
    expect(fail.reason).toContain(`${how}; beyond the margin of 0.05`);
  });

  test("what second plays have not ruled out counts: a drop near the margin is open until there are enough", () => {
    const near = { failed: 1, count: 30 };
    const few = decided(["none", "none"], once, near);
    expect(few).toMatchObject({ exact: true, verdict: "inconclusive" });
    expect(few.reason).toContain("179 second plays on either side would: --try 179");
    const many = { plays: 180, differed: [] };
    expect(decided(["none", "none"], once, { ...near, tried: [many, many] }).verdict).toBe("pass");
    expect(decided(["none", "none"], once, { ...near, tried: [many, alike] }).verdict).toBe("inconclusive");
  });

  test.each([
    [60, 0.049],
    [150, 0.02],
    [300, 0.01],
  ])("%i second plays on either side leave room for %d", (plays, share) => {
    expect(couldDiffer(plays)).toBeCloseTo(share, 3);
    expect(playsFor(couldDiffer(plays))).toBe(plays);
  });

  test("what was not tried is not exact, and the reason names the run and what to do", () => {
    for (const [tried, remedy] of [
      [[alike, undefined], "no trial of this run was played a second time: play it again with --try, and"],
      [[undefined, alike], /no trial of the earlier run \S+ was played .* with --try, set the baseline anew, and/],
    ] as const) {
      const open = decided(["none", "hand-written"], once, { tried });
      expect(open).toMatchObject({ exact: false, verdict: "inconclusive" });
      expect(open.reason).toMatch(remedy);
    }
  });

  test("trials that came out differently the second time are named, and the run was sampled", () => {
    const coin = { plays: 60, differed: ["case-3"] };
    const open = decided(["none", "none"], once, { tried: [alike, coin] });
    expect(open).toMatchObject({ exact: false, verdict: "inconclusive" });
    expect(open.reason).toContain("come out differently when they are played again, such as case-3");
  });

  test("what speaks of other cases than these has an interval all the same", () => {
    expect(decided(["none", "none"], once, { policy: { scope: "like-these" } })).toMatchObject({
      exact: false,
      verdict: "inconclusive",
    });
  });
});

describe("what was sampled has an interval", () => {
  test.each([
    ["live runs", undefined, undefined],
    ["a live run against a hand-written one", "hand-written", undefined],
    ["recordings of live models, of different entries", "recorded:a", "recorded:b"],
    ["recordings that share only some of their answers", "recorded:a,b", "recorded:a,c"],
    ["a recording against nobody", "recorded:a", "none"],
    ["what is not known, against what was written by hand", "unknown", "hand-written"],
  ])("%s", (_, before, later) => {
    expect(decided([before, later])).toMatchObject({ exact: false, verdict: "inconclusive" });
  });

  test("one sampled trial among many is enough", () => {
    expect(decided(["none", (index) => (index === 3 ? undefined : "none")]).exact).toBe(false);
  });
});

describe("a live run that uses answers of the earlier one again has no second sample", () => {
  const many = (later: Answers, failed = 0, policy: GatePolicy = {}) => {
    const draw = (index: number) => `live:d${index}`;
    return compared(resultOf(cases(once(), draw, 100)), after(cases(once(failed), later, 100), other), policy);
  };

  test.each([
    ["from the cache", (index: number) => `cached:d${index}`],
    ["one of several", (index: number) => `live:d${index},e${index}`],
    ["where it is not known how", (index: number) => `unknown:d${index}`],
  ])("%s: never better than inconclusive, however many cases there are", (_, later) => {
    const { decision, exact, sameSample } = many(later);
    expect({ exact, sameSample }).toEqual({ exact: false, sameSample: 100 });
    expect(decision).toMatchObject({ verdict: "inconclusive", exitCode: 2 });
    expect(decision.reason).toContain("in 100 trials the same answers were used twice, so there is no second sample");
  });

  test("and equal words from another draw are a second sample", () => {
    expect(many((index) => `cached:e${index}`).decision).toMatchObject({ verdict: "pass", exitCode: 0 });
  });

  test("a drop that was seen fails all the same", () => {
    expect(many((index) => `cached:d${index}`, 30).decision.verdict).toBe("fail");
  });

  test("a few of them are missing among the others, and count against the new run", () => {
    const shared = (count: number) => (index: number) => `${index < count ? "cached:d" : "live:e"}${index}`;
    expect(many(shared(1)).decision.verdict).toBe("pass");
    expect(many(shared(10)).decision.verdict).toBe("inconclusive");
  });
});

test("an agent whose connections Viva did not see through may have asked a model", () => {
  const unseen = () => ({ answers: { origin: "none" as const, unseen: true as const } });
  const made = casesOf(5, () => ({ trials: [trialOf("passed", unseen())] }));
  const tried = { tried: alike };
  expect(compared(resultOf(made, tried), after(made, { ...other, ...tried }))).toMatchObject({ exact: false });
});

describe("a case that got worse never turns a failure into doubt", () => {
  const verdict = (statuses: (index: number) => Status[], count = 2) =>
    compared(
      resultOf(cases(twice(), "none", count), { tried: alike }),
      after(cases(statuses, "none", count), { ...other, tried: alike }),
      { maxUnscored: 0.5 },
    ).decision.verdict;

  test("repeats that were scored differently", () => {
    expect(verdict(twice(1))).toBe("fail");
    expect(verdict((index) => (index === 0 ? ["failed", "failed"] : ["passed", "failed"]))).toBe("fail");
  });

  test("a repeat that is missing", () => {
    expect(verdict((index) => (index === 0 ? ["failed", "failed"] : ["passed", "unscored"]))).toBe("fail");
  });
});

describe("two runs are one sample", () => {
  const run = (answers: Answers, variant = {}, names?: string) => {
    const all = cases(twice(), answers);
    return resultOf(names === undefined ? all : all.map((one) => ({ ...one, caseId: `${names}-${one.caseId}` })), {
      variant,
    });
  };
  const own = run((index, repeat) => `live:d${index}${repeat}`);

  test("where a single trial uses an answer that any repeat of the same case in the other run has", () => {
    const later = run((index, repeat) => (index === 3 && repeat === 2 ? "cached:d31" : `live:e${index}${repeat}`));
    expect(shareDraws(own, later)).toBe(true);
    expect(shareDraws(later, own)).toBe(true);
  });

  test("but not where all answers were drawn anew, or nobody was asked", () => {
    expect(
      shareDraws(
        own,
        run((index, repeat) => `live:e${index}${repeat}`),
      ),
    ).toBe(false);
    expect(shareDraws(run("none"), run("none"))).toBe(false);
  });

  test("but not where the variants differ or no case is the same", () => {
    const same = (index: number, repeat: number) => `live:d${index}${repeat}`;
    expect(shareDraws(own, run(same))).toBe(true);
    expect(shareDraws(own, run(same, { model: "b" }))).toBe(false);
    expect(shareDraws(own, run(same, {}, "other"))).toBe(false);
  });
});
