import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refuseAsBaseline } from "../cli/baseline.ts";
import { decide } from "../gate/index.ts";
import { sharedStore } from "../run/run.test-helper.ts";
import { draws } from "../seed.test-helper.ts";
import type { GatePolicy, Score, VariantSummary } from "../shape/index.ts";
import { scoreOf } from "../store/store.test-helper.ts";
import { readSuite } from "./read-suite.ts";
import { type MadeTrial, metricsOf, storedRun, suiteIn, without } from "./stored-run.test-helper.ts";

const settings = draws(60);
const store = sharedStore();

/** A trial as a suite with a rule, a judged metric and one that only reports sees it. */
interface Played {
  /** "pending": it was never played; "talking": it was played and not scored. */
  end: "completed" | "agent-failed" | "infrastructure" | "pending" | "talking";
  rule: number | "skipped";
  judged: number | "unscored";
  style: number | "unscored" | "skipped";
}

const often = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
const amount = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const playedTrial: fc.Arbitrary<Played> = fc.record<Played>({
  end: often<Played["end"]>("completed", fc.constantFrom("agent-failed", "infrastructure")),
  rule: often<Played["rule"]>(1, fc.constantFrom<Played["rule"][]>(0, "skipped")),
  judged: fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 4, arbitrary: amount },
    { weight: 1, arbitrary: fc.constant("unscored" as const) },
  ),
  style: fc.oneof(amount, fc.constantFrom("unscored" as const, "skipped" as const)),
});

const exams = fc.tuple(fc.constantFrom(1, 4, 10, 51), fc.constantFrom(1, 1, 2, 3)).chain(([cases, repeats]) =>
  fc.record({
    repeats: fc.constant(repeats),
    clustered: fc.boolean(),
    trials: fc.array(playedTrial, { minLength: cases * repeats, maxLength: cases * repeats, size: "max" }),
  }),
);
type Exam = typeof exams extends fc.Arbitrary<infer Value> ? Value : never;

const policies = fc.record<GatePolicy>(
  {
    passRate: fc.constantFrom(0, 0.5, 0.9, 1),
    floors: fc.constantFrom({ judged: 0.5 }, { judged: 0.9, style: 0.2 }, { rule: 1 }),
    maxUnscored: fc.constantFrom(0, 0.02, 0.3, 1),
    maxSkipped: fc.constantFrom(0, 1),
    primary: fc.constantFrom("judged", "rule"),
  },
  { requiredKeys: [] },
);

const header = metricsOf(
  { name: "rule", zeroTolerance: true },
  { name: "judged", judged: true },
  { name: "style", gating: false },
);

function trialOf(one: Played, index: number, { repeats, clustered }: Exam): MadeTrial[] {
  const number = Math.floor(index / repeats);
  const id = `case-${number}`;
  const made = { id, repeat: (index % repeats) + 1, ...(clustered ? { cluster: `${number % 4}` } : {}) };
  if (one.end === "pending") return [];
  if (one.end === "talking") return [{ ...made, status: null }];
  if (one.end === "infrastructure") return [{ ...made, outcome: "infrastructure" }];
  const completed = one.end === "completed";
  const judged = { judged: true, threshold: 0.5 };
  const scores: Score[] = [
    one.rule === "skipped" ? without("rule", "skipped") : scoreOf("rule", one.rule),
    !completed
      ? without("judged", "skipped", true)
      : one.judged === "unscored"
        ? without("judged", "unscored", true)
        : scoreOf("judged", one.judged, { ...judged, passed: one.judged >= 0.5 }),
    typeof one.style === "number"
      ? scoreOf("style", one.style, { gating: false, passed: one.style >= 0.5 })
      : { ...without("style", one.style), gating: false },
  ];
  return [{ ...made, outcome: one.end, scores }];
}

interface Outcome {
  verdict: string;
  exitCode: number;
  safetyHit: boolean;
  /** Lower ends of intervals, by name. */
  lows: Map<string, number>;
  baseline: boolean;
}

async function outcomeOf(exam: Exam, gate: GatePolicy): Promise<Outcome> {
  const { trials, repeats } = exam;
  const finished = trials.every(({ end }) => end !== "pending" && end !== "talking");
  const made = trials.flatMap((one, index) => trialOf(one, index, exam));
  const cases = trials.length / repeats;
  const run = await storedRun(store(), made, { cases, repeats, header: { ...header, gate }, finished });
  const { summaries, variants } = await readSuite(store(), run, suiteIn(run));
  const { verdict, exitCode, safetyHit = false } = decide(summaries, gate);
  const refused = await refuseAsBaseline(store(), run, variants, { name: "main", partial: false }).then(
    () => false,
    () => true,
  );
  return { verdict, exitCode, safetyHit, lows: lowsOf(summaries), baseline: !refused };
}

function lowsOf([summary]: readonly VariantSummary[]): Map<string, number> {
  const measures = [summary?.passRate, ...(summary?.metrics ?? [])];
  const lows = measures.map((measure) => [measure?.name ?? "", measure?.atWorst?.lo ?? 1] as const);
  return new Map([...lows, ["pass^k", summary?.repeats?.passHat.atWorst?.lo ?? 1]]);
}

/** From the best to the worst, as several suites are ranked. */
function rank({ exitCode, safetyHit }: Outcome): number {
  return safetyHit ? 4 : [0, 2, 1, 3].indexOf(exitCode);
}

/** What can become of a trial that passed, and of any value. */
function worse(one: Played, kind: (typeof kinds)[number]): Played {
  const passed = one.end === "completed" && one.rule === 1 && one.judged !== "unscored" && one.judged >= 0.5;
  if (kind === "a lower value") return typeof one.judged === "number" ? { ...one, judged: one.judged / 2 } : one;
  if (kind === "a missing style") return typeof one.style === "number" ? { ...one, style: "unscored" } : one;
  if (kind === "a lower style") return typeof one.style === "number" ? { ...one, style: one.style / 2 } : one;
  if (!passed) return one;
  // Where the agent failed every metric counts as 0: one that had no value would gain one, and its floor can be decided.
  if (kind === "agent-failed" && typeof one.style !== "number") return one;
  if (kind === "failed") return { ...one, judged: 0 };
  if (kind === "hit") return { ...one, rule: 0 };
  if (kind === "unscored") return { ...one, judged: "unscored" };
  return { ...one, end: kind };
}
const kinds = [
  ...(["failed", "hit", "unscored", "a lower value", "a missing style", "a lower style"] as const),
  ...(["agent-failed", "infrastructure", "pending", "talking"] as const),
] as const;

describe("turning trials that passed into others, or values into lower ones or none", () => {
  test("never improves a verdict, an exit code, the lower end of an interval or a baseline", async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...kinds)), { minLength: 1, maxLength: 3 });
    const holds = async (exam: Exam, gate: GatePolicy, made: [number, (typeof kinds)[number]][]) => {
      const trials = [...exam.trials];
      for (const [at, kind] of made) {
        const index = at % trials.length;
        const one = trials[index];
        if (one) trials[index] = worse(one, kind);
      }
      const [better, less] = [await outcomeOf(exam, gate), await outcomeOf({ ...exam, trials }, gate)];
      expect(rank(less), `${better.verdict} became ${less.verdict}`).toBeGreaterThanOrEqual(rank(better));
      for (const [name, low] of less.lows) expect(low, name).toBeLessThanOrEqual((better.lows.get(name) ?? 1) + 1e-9);
      if (less.baseline) expect(better.baseline).toBe(true);
    };
    await fc.assert(fc.asyncProperty(exams, policies, changes, holds), settings);
  });
});

test("a run of which 7 of 10 trials errored cannot be a baseline, nor one whose deciding metric has 3 of 10 values", async () => {
  const good: Played = { end: "completed", rule: 1, judged: 1, style: 1 };
  const ten = (bad: Partial<Played>): Exam => ({
    repeats: 1,
    clustered: false,
    trials: Array.from({ length: 10 }, (_, index) => (index < 7 ? { ...good, ...bad } : good)),
  });
  expect((await outcomeOf(ten({}), { primary: "judged" })).baseline).toBe(true);
  expect((await outcomeOf(ten({ end: "infrastructure" }), {})).baseline).toBe(false);
  expect((await outcomeOf(ten({ rule: 0, judged: "unscored" }), { primary: "judged" })).baseline).toBe(false);
  expect((await outcomeOf(ten({ rule: 0, judged: "unscored" }), { secondary: ["judged"] })).baseline).toBe(false);
  expect((await outcomeOf(ten({ rule: 0, judged: "unscored" }), { floors: { judged: 0 } })).baseline).toBe(false);
});
