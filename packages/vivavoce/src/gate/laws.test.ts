import fc from "fast-check";
import { describe, test } from "vitest";
import { draws } from "../seed.test-helper.ts";
import {
  answerOrigins,
  type CaseValues,
  type GatePolicy,
  type TrialValues,
  type Tried,
  type VariantResult,
} from "../shape/index.ts";
import { compareResults } from "./comparison.ts";
import { after, metricOf, resultOf } from "./results.test-helper.ts";

const settings = draws(40);

/** What one trial came to; without a status it was never played. */
interface Made {
  status: TrialValues["status"] | undefined;
  m: number | "skipped" | "missing";
}

interface Side {
  repeats: number;
  /** By case, then by repeat. */
  cases: Made[][];
}

const value = fc.oneof(
  { weight: 8, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0.5, 0.9) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
);
const made = (failing: number): fc.Arbitrary<Made> =>
  fc.record({
    status: fc.oneof(
      { weight: 30, arbitrary: fc.constant("passed" as const) },
      { weight: failing, arbitrary: fc.constant("failed" as const) },
      { weight: 1, arbitrary: fc.constantFrom("unscored" as const, "skipped" as const) },
    ),
    m: fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom("skipped", "missing") }),
  });
const side = (count: number): fc.Arbitrary<Side> =>
  fc.tuple(fc.constantFrom(1, 1, 2, 3), fc.constantFrom(1, 4, 30)).chain(([repeats, failing]) =>
    fc.record({
      repeats: fc.constant(repeats),
      cases: fc.array(fc.array(made(failing), { minLength: repeats, maxLength: repeats }), {
        minLength: count,
        maxLength: count,
        size: "max",
      }),
    }),
  );

/** Where the answers of a side came from. "shared": all or one of a trial's draws are those of the other side. */
const origin = fc.record({
  origin: fc.constantFrom("unknown" as const, ...answerOrigins, "none" as const),
  draws: fc.constantFrom("own", "shared", "shared", "one shared"),
  unseen: fc.constantFrom(false, false, true),
  tried: fc.constantFrom<(Tried | undefined)[]>(
    undefined,
    { plays: 60, differed: [] },
    { plays: 150, differed: [] },
    { plays: 60, differed: ["c1"] },
  ),
});
const alike = origin.map((one) => [one, one] as const);
/** Both sides alike, both by themselves, or the first two cases otherwise than the rest. */
const answers = fc.record({
  sides: fc.oneof(alike, fc.tuple(origin, origin)),
  others: fc.option(fc.tuple(origin, origin), { nil: undefined }),
  replay: fc.boolean(),
});
const runs = fc.constantFrom(2, 5, 12, 30, 60).chain((count) =>
  fc.record({
    before: side(count),
    later: side(count),
    answers,
    clusters: fc.constantFrom(0, 0, 3, 20),
    hit: fc.nat(40),
  }),
);
const policies = fc.record<GatePolicy>(
  {
    primary: fc.constantFrom("m", "pass rate"),
    margin: fc.constantFrom(0.05, 0.1, 0.3),
    guard: fc.constantFrom(0.1, 0.3),
    secondary: fc.constantFrom([], ["m"], ["pass rate", "m"]),
    scope: fc.constantFrom("these" as const, "like-these" as const),
    maxUnscored: fc.constantFrom(0.02, 0.2, 1, 1),
  },
  { requiredKeys: ["primary", "maxUnscored"] },
);

type Given = typeof runs extends fc.Arbitrary<infer Value> ? Value : never;

function resultsOf({ before, later, answers: from, clusters, hit }: Given): [VariantResult, VariantResult] {
  const metrics = [metricOf("m"), metricOf("safety", { zeroTolerance: true, gating: false })];
  const more = (one: Side) => ({ metrics, repeats: one.repeats, planned: one.cases.length * one.repeats });
  const cases = (one: Side, side: 0 | 1) =>
    one.cases.flatMap((row, index): CaseValues[] => {
      const { sides, others = sides } = from;
      const answered = (index < 2 ? others : sides)[side];
      const trials = row.flatMap((trial, repeat) => trialOf(trial, [index, repeat + 1], side, answered));
      const facts = {
        caseId: `c${index}`,
        caseHash: "h",
        tags: [],
        ...(clusters ? { cluster: `${index % clusters}` } : {}),
      };
      const last = trials.at(-1);
      // A hit that nothing below touches: it is in a trial of its own.
      if (side === 1 && hit === 0 && index === 0 && last) trials[trials.length - 1] = { ...last, hits: ["safety"] };
      return trials.length === 0 ? [] : [{ ...facts, trials }];
    });
  const [was, is] = [...from.sides].map(({ tried }) => (tried ? { tried } : {}));
  const code = { agent: { ...resultOf([]).agent, code: "changed" }, origin: from.replay ? "recorded" : "live" };
  return [
    resultOf(cases(before, 0), { ...more(before), ...was }),
    after(cases(later, 1), { ...more(later), ...is, ...code }),
  ];
}

type Answered = Given["answers"]["sides"][number];

function trialOf({ status, m }: Made, at: [number, number], side: 0 | 1, answered: Answered): TrialValues[] {
  if (status === undefined) return [];
  const [name, repeat] = [at.join("/"), at[1]];
  const { origin: from, draws, unseen } = answered;
  const asked = from === "live" || from === "cached" || from === "recorded";
  const own = `${side} ${name}`;
  const named = { own: [own], shared: [name], "one shared": [name, own] }[draws] ?? [];
  const answers = { origin: from, ...(asked ? { draws: named } : {}), ...(unseen ? { unseen: true as const } : {}) };
  const gone = status === "errored";
  const values: Record<string, number> = typeof m === "number" && !gone ? { m } : {};
  const skipped = m === "skipped" && !gone ? { skipped: ["m", "safety"] } : { skipped: ["safety"] };
  return [{ repeat, status, values, ...skipped, answers }];
}

const order = ["error", "fail", "inconclusive", "pass"];

/** How good a comparison came out, and the worst that each measure may be; what cannot be compared has no verdict. */
function outcome(given: Given, policy: GatePolicy): { rank: number; lowest: Map<string, number> } {
  const result = compareResults(...resultsOf(given), policy);
  if (result.kind === "refused") return { rank: -1, lowest: new Map() };
  const { decision, measures } = result.comparison;
  return { rank: order.indexOf(decision.verdict), lowest: new Map(measures.map(({ name, lower }) => [name, lower])) };
}

function rank(given: Given, policy: GatePolicy): number {
  return outcome(given, policy).rank;
}

function isNoBetter(worse: Given, given: Given, policy: GatePolicy): boolean {
  const [is, was] = [outcome(worse, policy), outcome(given, policy)];
  return is.rank <= was.rank && [...is.lowest].every(([name, low]) => low <= (was.lowest.get(name) ?? 1) + 1e-9);
}

/** Something that happens to one trial. */
const kinds = ["failed", "unscored", "errored", "pending", "lower", "missing", "higher"] as const;
const change = fc.record({
  at: fc.nat(),
  repeat: fc.nat(),
  kind: fc.constantFrom(...kinds),
  by: fc.double({ min: 0, max: 1, noNaN: true }),
});
type ChangeOf = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(one: Side, changes: readonly ChangeOf[], worse: (trial: Made, change: ChangeOf) => Made): Side {
  const cases = one.cases.map((row) => [...row]);
  for (const each of changes) {
    // The first case keeps its safety hit.
    const row = cases[1 + (each.at % Math.max(1, cases.length - 1))];
    const repeat = each.repeat % one.repeats;
    const trial = row?.[repeat];
    if (row && trial) row[repeat] = worse(trial, each);
  }
  return { ...one, cases };
}

function worseAfter(trial: Made, { kind, by }: ChangeOf): Made {
  const { status, m } = trial;
  if (kind === "lower") return { ...trial, m: typeof m === "number" ? m * by : m };
  if (kind === "missing") return { ...trial, m: typeof m === "number" ? "missing" : m };
  if (status !== "passed" && status !== "failed") return trial;
  if (kind === "failed") return { ...trial, status: "failed" };
  if (kind === "unscored") return { ...trial, status: "unscored" };
  if (kind === "errored") return { status: "errored", m: "missing" };
  return kind === "pending" ? { status: undefined, m: "missing" } : trial;
}

function betterBefore(trial: Made, { kind, by }: ChangeOf): Made {
  const { m } = trial;
  if (kind === "higher" || kind === "lower") return { ...trial, m: typeof m === "number" ? m + (1 - m) * by : m };
  if (kind === "failed") return trial.status === "failed" ? { ...trial, status: "passed" } : trial;
  return worseAfter(trial, { kind, by, at: 0, repeat: 0 });
}

function never(description: string, holds: (given: Given, policy: GatePolicy, changes: ChangeOf[]) => boolean): void {
  test(description, () => {
    // Many of one kind, or one of each.
    const alike = fc.tuple(fc.constantFrom(...kinds), fc.array(change, { minLength: 1, maxLength: 30, size: "max" }));
    const changes = fc.oneof(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      alike.map(([kind, several]) => several.map((one) => ({ ...one, kind }))),
    );
    fc.assert(fc.property(runs, policies, changes, holds), settings);
  });
}

describe("a verdict is never better", () => {
  never(
    "than doubt where a live run has no answer of its own, nor than a bound allows where it was sampled",
    (given) => {
      const perfect = (one: Side) => ({
        ...one,
        cases: one.cases.map((row) => row.map((): Made => ({ status: "passed", m: 1 }))),
      });
      const runs = { ...given, before: perfect(given.before), later: perfect(given.later), hit: 1 };
      const [before, later] = resultsOf(runs);
      const result = compareResults(before, later, { scope: "these" });
      if (result.kind === "refused") return false;
      const { decision, exact } = result.comparison;
      const pairs = given.before.cases.length * Math.min(given.before.repeats, given.later.repeats);
      const { sides, others, replay } = given.answers;
      const all = [...(given.before.cases.length > 2 || !others ? sides : []), ...(others ?? [])];
      const isCertain = all.every(
        ({ origin: from, unseen }) => !unseen && (from === "hand-written" || from === "none"),
      );
      const isShared = all.every(
        ({ origin: from, draws }) =>
          from !== "none" && from !== "hand-written" && from !== "unknown" && draws === "shared",
      );
      const isTried = sides.every(({ tried }) => tried && tried.differed.length === 0);
      if (exact && !(isTried && (isCertain || replay))) return false;
      if (isShared && !replay) return decision.verdict !== "pass";
      return decision.verdict !== "pass" || exact || pairs >= 59;
    },
  );

  never("for a new run that failed more, lacks more or scored less", (given, policy, changes) => {
    const worse = { ...given, later: changed(given.later, changes, worseAfter) };
    return isNoBetter(worse, given, policy);
  });

  never("against a baseline that lacks more or scored more", (given, policy, changes) => {
    const harder = { ...given, before: changed(given.before, changes, betterBefore) };
    return isNoBetter(harder, given, policy);
  });

  never("than a failure or doubt for cases that were removed", (given, policy, changes) => {
    const [before, later] = resultsOf({ ...given, hit: 1 });
    const gone = new Set(changes.map(({ at }) => `c${at % given.later.cases.length}`));
    const kept = later.cases.filter(({ caseId }) => !gone.has(caseId));
    const verdict = (cases: CaseValues[]) => {
      const result = compareResults(before, { ...later, cases, planned: cases.length * later.repeats }, policy);
      return result.kind === "refused" ? "error" : result.comparison.decision.verdict;
    };
    return verdict(kept) !== "pass" || verdict(later.cases) === "pass" || later.cases.length < before.cases.length;
  });

  never("with one secondary metric more", (given, { secondary = [], ...policy }) => {
    const more = [...new Set([...secondary, "m", "pass rate", "safety"])];
    const ranks = more.map((_, index) => rank(given, { ...policy, secondary: more.slice(0, index + 1) }));
    return ranks.every((own, index) => own <= (ranks[index - 1] ?? rank(given, { ...policy, secondary: [] })));
  });

  never("with a narrower margin or guard", (given, policy, [{ by } = { by: 0 }]) => {
    const { margin = 0.05, guard } = policy;
    const wide = { ...policy, margin: margin + (0.99 - margin) * by };
    const guarded = { ...policy, guard: (guard ?? 0.15) + (0.99 - (guard ?? 0.15)) * by };
    return (
      rank(given, wide) >= rank(given, policy) && (guard === undefined || rank(given, guarded) >= rank(given, policy))
    );
  });
});
