import type {
  CaseValues,
  GatePolicy,
  MeasureSummary,
  MetricSummary,
  Tally,
  TrialStatus,
  TrialValues,
  VariantResult,
  VariantSummary,
} from "../shape/index.ts";
import { type Comparison, compareResults } from "./comparison.ts";
import { assertSum, emptyTally } from "./trial-status.ts";

/** The facts of a case besides its id; `values` are those of its only trial. */
export type CaseFacts = Partial<CaseValues> & { values?: TrialValues["values"] };

export function trialOf(status: TrialStatus, more: Partial<TrialValues> = {}): TrialValues {
  return { repeat: 1, status, values: {}, ...more };
}

/** A case that was played once; undefined: it errored. */
export function caseOf(caseId: string, passed: boolean | undefined, more: CaseFacts = {}): CaseValues {
  const { values = {}, ...facts } = more;
  const status = passed === undefined ? "errored" : passed ? "passed" : "failed";
  return { caseId, caseHash: `hash of ${caseId}`, tags: [], trials: [trialOf(status, { values })], ...facts };
}

/** A case with its repeats as letters: "ppf" is passed, passed, failed; e errored, u unscored, s skipped, - never played. */
export function repeatsOf(caseId: string, letters: string, more: Partial<CaseValues> = {}): CaseValues {
  const statuses = { p: "passed", f: "failed", e: "errored", u: "unscored", s: "skipped" } as const;
  const trials = [...letters].flatMap((letter, index) =>
    letter === "-" ? [] : [trialOf(statuses[letter as keyof typeof statuses], { repeat: index + 1 })],
  );
  return caseOf(caseId, true, { trials, ...more });
}

/** This many cases, each with the facts that a function of its number gives. */
export function casesOf(count: number, each: (index: number) => CaseFacts & { passed?: boolean }): CaseValues[] {
  return Array.from({ length: count }, (_, index) => {
    const { passed = true, ...more } = each(index);
    return caseOf(`case-${index + 1}`, passed, more);
  });
}

export function metricOf(
  name: string,
  more: Partial<VariantResult["metrics"][number]> = {},
): VariantResult["metrics"][number] {
  return { name, identities: [`identity of ${name}`], judged: false, gating: true, ...more };
}

export function resultOf(cases: CaseValues[], more: Partial<VariantResult> = {}): VariantResult {
  const trials = cases.flatMap((one) => one.trials);
  const names = new Set(trials.flatMap(({ values }) => Object.keys(values)));
  const repeats = more.repeats ?? Math.max(1, ...trials.map(({ repeat }) => repeat));
  return {
    suite: "coach",
    variant: {},
    run: "11111111",
    createdAt: "2026-11-15T09:00:00.000Z",
    viva: "0.1.0",
    dataset: "dataset",
    origin: "live",
    agent: { name: "coach", version: "1", models: {}, tools: "tools", code: "code", files: "files" },
    judges: {},
    metrics: [...names].map((name) => metricOf(name)),
    gate: {},
    planned: cases.length * repeats,
    repeats,
    cases,
    ...more,
  };
}

export function after(cases: CaseValues[], more: Partial<VariantResult> = {}): VariantResult {
  return resultOf(cases, { run: "22222222", ...more });
}

/** The comparison of two results that can be compared. */
export function compared(before: VariantResult, later: VariantResult, policy: GatePolicy = {}): Comparison {
  const result = compareResults(before, later, policy);
  if (result.kind === "refused") throw new Error(result.refusal.reasons.join("; "));
  return result.comparison;
}

export function measureIn({ measures }: Comparison, name: string) {
  const measure = measures.find((candidate) => candidate.name === name);
  if (!measure) throw new Error(`there is no measure ${name}`);
  return measure;
}

/** A tally from its parts; what is planned is their sum. */
export function tallyOf(parts: Partial<Omit<Tally, "planned">>): Tally {
  const planned = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const tally = { ...emptyTally(planned), pending: 0, ...parts };
  assertSum(tally);
  return tally;
}

/** A mean with nothing missing, so that the bound is what was seen. */
export function seen(mean: number | undefined, lo = 0, hi = 1): Pick<MeasureSummary, "observed" | "atWorst"> {
  const one = mean === undefined ? undefined : { mean, lo, hi, cases: 1 };
  return { observed: one, atWorst: one };
}

/** The sums of a run whose trials are cases of their own; `metrics` beside one that gates. */
export function summaryOf(
  tally: Tally,
  metrics: readonly (Partial<MetricSummary> & { name: string })[] = [],
): VariantSummary {
  const { planned, passed, failed, unscored, errored, skipped, pending } = tally;
  const [trials, missing] = [planned - skipped, unscored + errored + pending];
  const rate = {
    name: "pass rate",
    cases: trials,
    observed: seen(passed + failed === 0 ? undefined : passed / (passed + failed)).observed,
    atWorst: seen(trials === 0 ? undefined : passed / trials).atWorst,
    trials,
    missing,
    pending,
    seen: trials,
    missed: 0,
    binary: true,
  };
  const all = [{ name: "contains" }, ...metrics];
  return {
    variant: {},
    tally,
    played: planned - pending,
    passRate: rate,
    metrics: all.map((metric) => ({
      ...rate,
      judged: false,
      gating: true,
      zeroTolerance: false,
      missing: 0,
      ...metric,
    })),
    repeats: undefined,
    unchecked: {
      count: skipped,
      first: Array.from({ length: Math.min(5, skipped) }, (_, index) => `empty-${index + 1}`),
    },
    usage: undefined,
    cost: undefined,
    latency: undefined,
    simulated: undefined,
  };
}
