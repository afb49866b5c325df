import { type ExitCode, exitCodes, plural } from "../base/index.ts";
import { passRateName } from "./measure-name.ts";
import { effective, type GatePolicy, percent } from "./policy.ts";
import type { Tally } from "./trial-status.ts";
import { leftOutText, namingLeftOut, untapedReasons } from "./untaped.ts";
import type { MeasureSummary, MetricSummary, VariantSummary } from "./variant-summary.ts";

export type Verdict = "pass" | "fail" | "inconclusive" | "error";

/** How a run came to its end. */
export interface Circumstances {
  interrupted?: "SIGINT" | "SIGTERM" | undefined;
  /** The run stopped at the first trial that did not pass, because of --bail. */
  bailed?: boolean | undefined;
  /** It is only one of several parts of a run, which are decided together. */
  shard?: { index: number; count: number } | undefined;
}

export interface Decision {
  verdict: Verdict;
  exitCode: ExitCode;
  /** The reason, in a sentence that says what to do. */
  reason: string;
  /** Whether a metric of zero tolerance was missed: then the run fails before an outage counts. */
  safetyHit?: boolean | undefined;
  /** What was not looked at, such as a baseline that does not know the suite; whatever the verdict, it is told. */
  note?: string | undefined;
  /** How many cases the suite left out because they have no tape, in words. */
  leftOut?: string | undefined;
}

/**
 * Decides a run by its summaries and policy. A run in which no trial was decided, or in which trials are pending, does
 * not pass.
 */
export function decide(
  summaries: readonly VariantSummary[],
  policy: GatePolicy,
  circumstances: Circumstances = {},
): Decision {
  return namingLeftOut(decideOnPlan(summaries, policy, circumstances), leftOutText(summaries));
}

function decideOnPlan(
  summaries: readonly VariantSummary[],
  policy: GatePolicy,
  { interrupted, bailed = false, shard }: Circumstances,
): Decision {
  const tally = sumOf(summaries.map((summary) => summary.tally));
  if (interrupted) {
    const exitCode = interrupted === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
    return { verdict: "error", exitCode, reason: `interrupted with ${tally.pending} of ${tally.planned} pending` };
  }
  const hits = safetyHits(summaries);
  const outages = [...untapedReasons(summaries), ...outagesOf(withoutUntaped(tally, summaries), bailed)];
  // Rates and means are those of all shards. A failed trial that no floor allows fails them all.
  const isOpen = shard !== undefined && policy.passRate !== undefined;
  const misses = [
    ...(isOpen ? [] : missed(summaries, tally, policy)),
    ...(shard ? [] : underFloors(summaries, policy)),
  ];
  if (hits.length > 0) {
    const others = hasOtherMisses(summaries, tally) ? misses : [];
    return { ...decision("fail", joined(hits, others, outages, unscoredOf(tally))), safetyHit: true };
  }
  if (outages.length > 0) return decision("error", joined(outages, misses, unscoredOf(tally)));
  if (shard) return decideShard(shard, [...misses, ...(misses.length > 0 ? unscoredOf(tally) : [])]);
  const lacking = unvalued(summaries, policy);
  if (lacking) return decision("error", joined([lacking], misses));
  if (misses.length > 0) return decision("fail", joined(misses, unscoredOf(tally)));
  if (tally.pending > 0) return decision("error", `${plural(tally.pending, "trial")} still pending`);
  const open = summaries.flatMap((summary) => openUntilPlayed(summary, policy));
  if (open.length > 0) return decision("inconclusive", joined([...new Set(open)]));
  const allowed =
    tally.unscored > 0 ? `, with ${plural(tally.unscored, "trial")} unscored, which gate.maxUnscored allows` : "";
  return decision("pass", `every gate was met${allowed}${stoppedEarly(summaries)}`);
}

/**
 * Why a run that was stopped early cannot pass on what was played of it. Only a floor is shown by a sample. That every trial
 * passes, and that nothing hits a metric of zero tolerance, is known when everything was played.
 */
function openUntilPlayed({ early, passRate, metrics, tally }: VariantSummary, policy: GatePolicy): string[] {
  if (!early) return [];
  const left = `${tally.planned} of the trials of ${plural(early.cases, "case")} are played`;
  const strict = metrics.filter(({ zeroTolerance, gating }) => zeroTolerance && gating).map(({ name }) => name);
  const { passRate: least, floors = {} } = policy;
  const measures = [...(least === undefined ? [] : [{ ...passRate, floor: least }])].concat(
    metrics.flatMap((metric) =>
      Object.hasOwn(floors, metric.name) ? [{ ...metric, floor: floors[metric.name] ?? 1 }] : [],
    ),
  );
  return [
    ...(strict.length > 0 ? [`${strict.join(", ")} must hold in every case, and only ${left}`] : []),
    ...(least === undefined ? [`every trial has to pass, and only ${left}`] : []),
    ...measures
      .filter(({ lo = 0, floor }) => lo < floor - tolerance)
      .map(
        ({ name, lo = 0, hi = 1, floor }) =>
          `${name} is between ${lo.toFixed(3)} and ${hi.toFixed(3)}, which does not settle its floor of ${floor}`,
      ),
  ];
}

function stoppedEarly(summaries: readonly VariantSummary[]): string {
  const [first] = summaries.flatMap(({ early }) => early ?? []);
  return first
    ? `; stopped early, with 97.5 % confidence that all ${plural(first.cases, "case")} of the plan would reach the floors too`
    : "";
}

/** A shard never passes: it fails if the whole run must fail, and otherwise leaves the verdict to the merge, with exit code 0. */
function decideShard({ index, count }: { index: number; count: number }, misses: readonly string[]): Decision {
  const part = `this is shard ${index}/${count}`;
  if (misses.length > 0) return decision("fail", `${joined(misses)}; ${part}, and the whole run fails with it`);
  const reason = `${part}: its trials are played, and viva merge decides the whole run`;
  return { ...decision("inconclusive", reason), exitCode: exitCodes.pass };
}

/** Every kind of reason in one sentence, the one that decides first. */
function joined(...kinds: readonly (readonly string[])[]): string {
  return kinds.flat().join("; ");
}

export function decision(verdict: Verdict, reason: string): Decision {
  const code = verdict === "error" ? exitCodes.infrastructure : exitCodes[verdict];
  return { verdict, exitCode: code, reason };
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + tally[part], 0);
  const parts = ["planned", "passed", "failed", "unscored", "errored", "skipped", "pending"] as const;
  return Object.fromEntries(parts.map((part) => [part, sum(part)])) as Tally;
}

/** "safety hit in 2 of 12 cases", for each metric of zero tolerance that was missed. */
function safetyHits(summaries: readonly VariantSummary[]): string[] {
  return [...new Set(summaries.flatMap(({ metrics }) => metrics.flatMap(hitOf)))];
}

function hitOf({ name, zeroTolerance, gating, missed: hits, seen }: VariantSummary["metrics"][number]): string[] {
  return zeroTolerance && gating && hits > 0 ? [`${name} hit in ${hits} of ${plural(seen, "case")}`] : [];
}

function outagesOf({ errored, pending }: Tally, bailed: boolean): string[] {
  return [
    ...(errored > 0 ? [`${plural(errored, "trial")} errored, which says nothing about the agent`] : []),
    ...(pending > 0 && !bailed ? [`${plural(pending, "trial")} still pending`] : []),
  ];
}

/** What has no tape has a reason of its own. */
function withoutUntaped(tally: Tally, summaries: readonly VariantSummary[]): Tally {
  return { ...tally, errored: tally.errored - summaries.reduce((sum, one) => sum + (one.untaped?.trials ?? 0), 0) };
}

function unscoredOf({ unscored }: Tally): string[] {
  return unscored > 0 ? [`${plural(unscored, "trial")} unscored`] : [];
}

/** Whether more went wrong than the hits of zero tolerance, which fail their trials as well. */
function hasOtherMisses(summaries: readonly VariantSummary[], { failed }: Tally): boolean {
  const gating = summaries.flatMap(({ metrics }) => metrics.filter((metric) => metric.gating && metric.missed > 0));
  const hits = gating.filter(({ zeroTolerance }) => zeroTolerance).reduce((sum, metric) => sum + metric.missed, 0);
  return failed > hits || gating.some(({ zeroTolerance }) => !zeroTolerance);
}

/** Too little was measured: more values that decide are missing or skipped than the policy allows. */
function unvalued(summaries: readonly VariantSummary[], policy: GatePolicy): string | undefined {
  const { maxUnscored, maxSkipped } = effective(policy);
  const floors = Object.keys(policy.floors ?? {});
  const reportsOnly = summaries.every(({ metrics }) => metrics.length > 0 && metrics.every(({ gating }) => !gating));
  for (const { passRate, metrics, tally } of summaries) {
    for (const measure of [passRate, ...metrics.filter(({ name }) => floors.includes(name))]) {
      // Trials that --bail left out do not count against the agent.
      const without = Math.max(0, measure.missing - tally.pending);
      if (measure.trials > 0 && without / measure.trials > maxUnscored)
        return tooFewValues(measure, without, maxUnscored);
    }
  }
  // If every metric only reports, floors may still decide.
  const isUndecided = ({ tally }: VariantSummary) => tally.passed + tally.failed + tally.pending === 0;
  const nothing = summaries.every(({ tally }) => tally.passed + tally.failed === 0);
  if (!(reportsOnly && floors.length > 0) && (nothing || summaries.some(isUndecided))) {
    const where = nothing ? "" : " under one of the variants";
    const pending = summaries.reduce((sum, { tally }) => sum + tally.pending, 0);
    const isUnscored = summaries.some(({ tally }) => tally.unscored > 0);
    const why =
      nothing && pending > 0
        ? `${plural(pending, "trial")} still pending`
        : isUnscored
          ? "every one was skipped or unscored"
          : `nothing is expected in ${[...new Set(summaries.flatMap(({ unchecked }) => unchecked.first))].join(", ")}`;
    return `no trial was decided${where}: ${why}`;
  }
  const unknown = floors.filter((name) => summaries.some(({ metrics }) => !hasMean(metrics, name)));
  if (unknown.length > 0) {
    const where = summaries.length > 1 ? " under one of the variants" : "";
    return `no case has a value for ${unknown.join(", ")}${where}, which gate.floors names`;
  }
  const unchecked = summaries.find(({ tally }) => tally.skipped / tally.planned > maxSkipped);
  if (reportsOnly || !unchecked) return undefined;
  const { tally, unchecked: named } = unchecked;
  return `no expectation was checked in ${plural(tally.skipped, "trial")} of ${tally.planned}, more than the ${percent(maxSkipped)} that gate.maxSkipped allows: ${named.first.join(", ")}`;
}

function hasMean(metrics: readonly MeasureSummary[], name: string): boolean {
  return metrics.some((metric) => metric.name === name && metric.mean !== undefined);
}

function tooFewValues({ name, trials }: MeasureSummary, without: number, most: number): string {
  const what = name === passRateName ? "unscored" : `without a value for ${name}`;
  return `${plural(without, "trial")} of ${trials} ${what}, more than the ${percent(most)} that gate.maxUnscored allows`;
}

/** Allows for rounding errors in a mean of equal values. */
const tolerance = 1e-9;

function missed(summaries: readonly VariantSummary[], { failed }: Tally, { passRate: floor }: GatePolicy): string[] {
  if (floor === undefined) return failed > 0 ? [`${plural(failed, "trial")} failed${missedBy(summaries)}`] : [];
  return summaries.flatMap(({ passRate, ...summary }) =>
    isUnder(passRate, floor, summary)
      ? [
          `a pass rate of ${shownUnder(passRate, floor)} over ${plural(passRate.cases, "case")} is under the floor of ${floor}`,
        ]
      : [],
  );
}

const mostNamed = 6;

/** A metric of zero tolerance is named as a hit. */
function isOrdinary({ gating, zeroTolerance }: MetricSummary): boolean {
  return gating && !zeroTolerance;
}

/**
 * " (criteria in 2 cases, toolUse in 1)": the metrics that were missed, the most often missed first. Two variants may have
 * missed one in the same case, which the sums do not tell.
 */
function missedBy(summaries: readonly VariantSummary[]): string {
  const counts = new Map<string, number>();
  const missing = summaries.map(({ metrics }) => metrics.filter((metric) => isOrdinary(metric) && metric.missed > 0));
  for (const { name, missed: cases } of missing.flat()) counts.set(name, (counts.get(name) ?? 0) + cases);
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const named = ranked.map(([name, cases], index) => `${name} in ${index === 0 ? plural(cases, "case") : cases}`);
  const more = named.length > mostNamed ? [plural(named.length - mostNamed, "more metric")] : [];
  const often = missing.filter(({ length }) => length > 0).length > 1 ? ["counted for each variant"] : [];
  return named.length === 0 ? "" : ` (${[...named.slice(0, mostNamed), ...more, ...often].join(", ")})`;
}

function underFloors(summaries: readonly VariantSummary[], { floors = {} }: GatePolicy): string[] {
  return Object.entries(floors).flatMap(([name, floor]) => {
    const under = summaries.flatMap(({ metrics, ...summary }) =>
      metrics.filter((metric) => metric.name === name && metric.mean !== undefined && isUnder(metric, floor, summary)),
    );
    const [lowest] = under.sort((a, b) => (a.mean ?? 0) - (b.mean ?? 0));
    return lowest ? [`${name} of ${shownUnder(lowest, floor)} on average is under its floor of ${floor}`] : [];
  });
}

/** Whether a measure misses its floor: if the run was stopped early, the whole plan would. Trials that --bail left out do not count. */
function isUnder(
  { mean = 0, hi = 1, trials }: MeasureSummary,
  floor: number,
  { tally: { pending }, early }: Pick<VariantSummary, "tally" | "early">,
): boolean {
  if (early) return hi < floor - tolerance;
  return (pending < trials ? (mean * trials) / (trials - pending) : mean) < floor - tolerance;
}

/** A value with enough digits to show that it is under the floor. */
function shownUnder({ mean: value = 0 }: MeasureSummary, floor: number): string {
  const digits = [2, 3, 4, 5, 6].find((count) => Number(value.toFixed(count)) < floor);
  return value.toFixed(digits ?? 9);
}

/** From best to worst; a safety hit is worse than an outage. */
const order = [
  exitCodes.pass,
  exitCodes.inconclusive,
  exitCodes.fail,
  exitCodes.infrastructure,
  "safety hit",
  exitCodes.terminated,
  exitCodes.interrupted,
  exitCodes.usage,
];

/** The exit code of the worst suite. If no suite was decided, it is not a pass. */
export function worst(decisions: readonly Pick<Decision, "exitCode" | "safetyHit">[]): ExitCode {
  const rank = ({ exitCode, safetyHit }: Pick<Decision, "exitCode" | "safetyHit">): number =>
    order.indexOf(safetyHit && exitCode === exitCodes.fail ? "safety hit" : exitCode);
  const [highest] = decisions.toSorted((a, b) => rank(b) - rank(a));
  return highest?.exitCode ?? exitCodes.infrastructure;
}
