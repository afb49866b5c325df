import { exitCodes, plural } from "../base/index.ts";
import {
  type Circumstances,
  type Decision,
  earlierAnswers,
  type GatePolicy,
  type MeasureSummary,
  type MetricSummary,
  passRateName,
  type Reason,
  type Tally,
  type VariantSummary,
} from "../shape/index.ts";
import { decision, mapped, namingLeftOut, reasonOf } from "./decision.ts";
import { Floors } from "./floors.ts";
import { effective, percent } from "./policy.ts";

/**
 * Decides a run by its summaries and policy. A run in which no trial was decided, or in which trials are pending, does
 * not pass.
 */
export function decide(
  summaries: readonly VariantSummary[],
  policy: GatePolicy,
  circumstances: DecidedCircumstances = {},
): Decision {
  return namingLeftOut(decideOnPlan(summaries, policy, circumstances), leftOutText(summaries));
}

type DecidedCircumstances = Circumstances & {
  /** A trial of another suite of the run failed. */
  failedElsewhere?: boolean;
};

function decideOnPlan(
  summaries: readonly VariantSummary[],
  policy: GatePolicy,
  { interrupted, bailed, failedElsewhere, shard, cache, unaffordable, changed = [] }: DecidedCircumstances,
): Decision {
  const tally = sumOf(summaries.map((summary) => summary.tally));
  const { pending, planned } = tally;
  if (interrupted) {
    const figures = { signal: interrupted, pending, planned };
    const reason = reasonOf("interrupted", `interrupted with ${pending} of ${planned} pending`, figures);
    const exitCode = interrupted === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
    return { ...decision("error", [reason]), exitCode };
  }
  const hits = summaries.flatMap(({ metrics }) => metrics.flatMap(hitOf));
  // What --bail left out is not an outage if it stopped at a failed trial: that one decides, whatever the floors are.
  const isCut = bailed === true && pending > 0 && (failedElsewhere === true || tally.failed > 0);
  const left = isCut ? [reasonOf("pending", `--bail left ${plural(pending, "trial")} out`, { trials: pending })] : [];
  const budget = unaffordable ? [reasonOf("pending", "the cost limit was reached before everything was scored")] : [];
  const earlier = cache === "configured" ? allEarlier(summaries) : [];
  const others = outagesOf(withoutUntaped(tally, summaries), isCut);
  const outages = [...changed.map(changedReason), ...earlier, ...untapedReasons(summaries), ...others, ...budget];
  const floors = new Floors(summaries, isCut ? {} : policy);
  const misses = floors.misses(tally, shard !== undefined);
  if (hits.length > 0) {
    const others = hasOtherMisses(summaries, tally) ? misses : [];
    return { ...decision("fail", [...hits, ...others, ...outages, ...unscoredOf(tally)]), safetyHit: true };
  }
  if (outages.length > 0) return decision("error", [...outages, ...misses, ...unscoredOf(tally)]);
  if (isCut && misses.length === 0) return { ...decision("inconclusive", left), exitCode: exitCodes.pass };
  if (shard) return decideShard(shard, misses.length > 0 ? [...misses, ...left, ...unscoredOf(tally)] : []);
  const lacking = isCut ? [] : unvalued(summaries, policy);
  if (lacking.length > 0) return decision("error", [...lacking, ...misses]);
  if (misses.length > 0) return decision("fail", [...misses, ...left, ...unscoredOf(tally)]);
  const open = floors.open();
  if (open.length > 0) return mapped(decision("inconclusive", open), policy);
  const allowed =
    tally.unscored > 0 ? `, with ${plural(tally.unscored, "trial")} unscored, which gate.maxUnscored allows` : "";
  return decision("pass", [reasonOf("met", `every gate was met${allowed}${floors.met()}`)]);
}

/** A shard never passes: it fails if the whole run must fail, and otherwise leaves the verdict to the merge, with exit code 0. */
function decideShard({ index, count }: { index: number; count: number }, misses: readonly Reason[]): Decision {
  const part = (text: string) => reasonOf("shard", `this is shard ${index}/${count}${text}`, { index, count });
  if (misses.length > 0) return decision("fail", [...misses, part(", and the whole run fails with it")]);
  const open = part(": its trials are played, and viva merge decides the whole run");
  return { ...decision("inconclusive", [open]), exitCode: exitCodes.pass };
}

function changedReason(what: "results" | "baseline"): Reason {
  const text = what === "results" ? "results were" : "the baseline was";
  return reasonOf("changed", `${text} changed while the run was played`, { what });
}

function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + tally[part], 0);
  const parts = ["planned", "passed", "failed", "unscored", "errored", "skipped", "pending"] as const;
  return Object.fromEntries(parts.map((part) => [part, sum(part)])) as Tally;
}

/** "safety hit in 2 of 12 cases", for a metric of zero tolerance that was missed. */
function hitOf({ name, zeroTolerance, gating, missed: hits, seen }: MetricSummary): Reason[] {
  if (!zeroTolerance || !gating || hits === 0) return [];
  return [reasonOf("hit", `${name} hit in ${hits} of ${plural(seen, "case")}`, { metric: name, hits, seen })];
}

function outagesOf({ errored, pending }: Tally, isCut: boolean): Reason[] {
  const [spoiled, left] = [plural(errored, "trial"), plural(pending, "trial")];
  return [
    ...(errored > 0
      ? [reasonOf("errored", `${spoiled} errored, which says nothing about the agent`, { trials: errored })]
      : []),
    ...(pending > 0 && !isCut ? [reasonOf("pending", `${left} still pending`, { trials: pending })] : []),
  ];
}

/** A run that nobody meant to repeat earlier answers, and that did nothing else. */
function allEarlier(summaries: readonly VariantSummary[]): Reason[] {
  const counts = summaries.map(({ answers }) => earlierAnswers(answers));
  const answers = counts.reduce((sum, { all }) => sum + all, 0);
  if (answers === 0 || counts.some(({ cached, all }) => cached < all)) return [];
  const all = answers === 1 ? "the only answer is" : `all ${answers} answers are`;
  const text = `${all} from an earlier run, so nothing was measured; --no-cache asks the models, --cache accepts this`;
  return [reasonOf("nothing-measured", text, { answers })];
}

/** What has no tape has a reason of its own. */
function withoutUntaped(tally: Tally, summaries: readonly VariantSummary[]): Tally {
  return { ...tally, errored: tally.errored - summaries.reduce((sum, one) => sum + (one.untaped?.trials ?? 0), 0) };
}

function unscoredOf({ unscored }: Tally): Reason[] {
  return unscored > 0 ? [reasonOf("unscored", `${plural(unscored, "trial")} unscored`, { trials: unscored })] : [];
}

/** Whether more went wrong than the hits of zero tolerance, which fail their trials as well. */
function hasOtherMisses(summaries: readonly VariantSummary[], { failed }: Tally): boolean {
  const gating = summaries.flatMap(({ metrics }) => metrics.filter((metric) => metric.gating && metric.missed > 0));
  const hits = gating.filter(({ zeroTolerance }) => zeroTolerance).reduce((sum, metric) => sum + metric.missed, 0);
  return failed > hits || gating.some(({ zeroTolerance }) => !zeroTolerance);
}

/** Too little was measured: more values that decide are missing or skipped than the policy allows. */
function unvalued(summaries: readonly VariantSummary[], policy: GatePolicy): Reason[] {
  const { maxUnscored, maxSkipped } = effective(policy);
  const floors = Object.keys(policy.floors ?? {});
  const reportsOnly = summaries.every(({ metrics }) => metrics.length > 0 && metrics.every(({ gating }) => !gating));
  for (const { passRate, metrics } of summaries) {
    for (const measure of [passRate, ...metrics.filter(({ name }) => floors.includes(name))]) {
      if (measure.trials > 0 && measure.missing / measure.trials > maxUnscored)
        return [tooFewValues(measure, maxUnscored)];
    }
  }
  // If every metric only reports, floors may still decide.
  const isUndecided = ({ tally }: VariantSummary) => tally.passed + tally.failed === 0;
  const nothing = summaries.every(({ tally }) => tally.passed + tally.failed === 0);
  if (!(reportsOnly && floors.length > 0) && (nothing || summaries.some(isUndecided))) {
    const where = nothing ? "" : " under one of the variants";
    const idle = [...new Set(summaries.flatMap(({ unchecked }) => unchecked.first))].join(", ");
    const isUnscored = summaries.some(({ tally }) => tally.unscored > 0);
    const why = isUnscored || idle === "" ? "every one was skipped or unscored" : `nothing is expected in ${idle}`;
    return [reasonOf("undecided", `no trial was decided${where}: ${why}`)];
  }
  const unknown = floors.filter((name) => summaries.some(({ metrics }) => !hasMean(metrics, name)));
  if (unknown.length > 0) {
    const where = summaries.length > 1 ? " under one of the variants" : "";
    const metrics = unknown.join(", ");
    return [
      reasonOf("values-missing", `no case has a value for ${metrics}${where}, which gate.floors names`, { metrics }),
    ];
  }
  const unchecked = summaries.find(({ tally }) => tally.skipped / tally.planned > maxSkipped);
  if (reportsOnly || !unchecked) return [];
  const { skipped, planned } = unchecked.tally;
  const text = `no expectation was checked in ${plural(skipped, "trial")} of ${planned}, more than the ${percent(maxSkipped)} that gate.maxSkipped allows: ${unchecked.unchecked.first.join(", ")}`;
  return [reasonOf("unchecked", text, { skipped, planned, most: maxSkipped })];
}

function hasMean(metrics: readonly MeasureSummary[], name: string): boolean {
  return metrics.some((metric) => metric.name === name && metric.atWorst !== undefined);
}

function tooFewValues({ name, trials, missing }: MeasureSummary, most: number): Reason {
  const what = name === passRateName ? "unscored" : `without a value for ${name}`;
  const text = `${plural(missing, "trial")} of ${trials} ${what}, more than the ${percent(most)} that gate.maxUnscored allows`;
  return reasonOf("values-missing", text, { measure: name, missing, trials, most });
}

/** "2 of 3 cases have no tape: npx viva run desk.eval.ts --record missing", for each variant that lacks some. */
function untapedReasons(summaries: readonly VariantSummary[]): Reason[] {
  return summaries.flatMap(({ untaped, repeats }) => {
    if (!untaped) return [];
    const { cases, of, trials, record } = untaped;
    const some = trials < cases * (repeats?.k ?? 1) ? " for some of the repeats" : "";
    const text = `${cases} of ${plural(of, "case")} ${cases === 1 ? "has" : "have"} no tape${some}: ${record}`;
    return [{ kind: "no-tape", text, figures: { ...untaped } }];
  });
}

/** "20 cases without a tape were left out"; undefined if none was. */
function leftOutText(summaries: readonly Pick<VariantSummary, "withoutTape">[]): string | undefined {
  const left = summaries.reduce((sum, { withoutTape = 0 }) => sum + withoutTape, 0);
  return left === 0 ? undefined : `${plural(left, "case")} without a tape ${left === 1 ? "was" : "were"} left out`;
}
