import { listed, plural, safeLine } from "../base/index.ts";
import { stoppedNote } from "../results/index.ts";
import type { MeasureSummary, MetricSummary, VariantRepeats, VariantSummary } from "../shape/index.ts";
import { clopperPearson } from "../stats/index.ts";
import {
  showCount,
  showDuration,
  showInterval,
  showMeasure,
  showRate,
  showSpent,
  showValue,
  unknown,
} from "./figures.ts";
import { countsText } from "./run-facts.ts";

/** The sums of a suite under one variant, in words. */
export function summaryWords(summary: VariantSummary, mode: string) {
  const { tally, passRate, repeats } = summary;
  return {
    /** "0.96 [0.81, 0.99]" */
    passRate: showMeasure(passRate),
    /** "25 passed, 1 failed of 26" */
    tally: tallyText(tally),
    /** "pass^3 0.62 [0.40, 0.81] (pass@3 0.91)", if cases were repeated. */
    reliability: repeats && passHatText(repeats),
    spent: spentText(summary, mode),
    beyond: beyondRates(summary),
  };
}

const statuses = ["passed", "failed", "unscored", "errored", "skipped", "pending"] as const;

/** Without zeros. */
function tallyText(tally: VariantSummary["tally"]): string {
  const parts = statuses.filter((status) => tally[status] > 0).map((status) => `${showCount(tally[status])} ${status}`);
  return `${parts.join(", ")} of ${showCount(tally.planned)}`;
}

/** Tokens, cost and reply times of the agent; on a replay, those of the tape, and with the cache, those of before. */
function spentText({ usage, cost, unpriced, latency, cached, played }: VariantSummary, mode: string) {
  const some = cached === undefined || cached === played ? "" : ` in ${cached} of ${played} trials`;
  const replies = latency?.replies === 1 ? "1 reply" : `${showCount(latency?.replies)} replies`;
  const recorded = mode === "replay" || cached !== undefined ? ` (recorded${some})` : "";
  return {
    tokens: usage ? `${showCount(usage.inputTokens)} in, ${showCount(usage.outputTokens)} out` : unknown,
    cost: showSpent({ cost, unpriced }),
    latency: latency
      ? `p50 ${showDuration(latency.p50)}, p95 ${showDuration(latency.p95)} of ${replies}${recorded}`
      : unknown,
  };
}

/** Reliability first, luck beside it. */
function passHatText({ k, passHat: { observed, atWorst }, passAt, undecided }: VariantRepeats): string | undefined {
  if (atWorst === undefined) return undefined;
  const open = undecided > 0 ? `, without ${plural(undecided, "case")} with undecided repeats` : "";
  return `pass^${k} ${showInterval(observed?.mean, observed ?? {})} (pass@${k} ${showValue(passAt)}${open})`;
}

/** What a pass rate does not show: spoiled conversations, repeats, an upper bound where nothing was hit, and cases without a check. */
export function beyondRates(summary: VariantSummary): string[] {
  const { repeats, metrics, unchecked, tally, early, simulated, incomplete = { count: 0, first: [] } } = summary;
  const answers = countsText(summary);
  const idle = tally.passed + tally.failed > 0 ? metrics.filter(({ cases }) => cases === 0) : [];
  return [
    ...(simulated
      ? [`simulated user: spoiled ${simulated.spoiled} of ${plural(simulated.conversations, "conversation")}`]
      : []),
    ...(early ? [stoppedNote(early)] : []),
    ...atWorstLine(summary.passRate),
    ...(repeats ? repeatsLines(repeats) : []),
    ...metrics.flatMap((metric) => neverLine(metric) ?? []),
    ...namedLine("no expectation was checked in", unchecked),
    ...namedLine("checks were lost in the import of", incomplete),
    ...leftOutLines(summary),
    ...(answers === undefined ? [] : [answers]),
    ...(idle.length === 0
      ? []
      : [`skipped in every trial, so never checked: ${idle.map(({ name }) => safeLine(name, 60)).join(", ")}`]),
  ];
}

/** Gates decide by this bound. While trials are still to be played it says nothing yet. */
function atWorstLine({ atWorst, observed, missing, pending }: MeasureSummary): string[] {
  if (!observed || !atWorst || missing === 0 || pending > 0) return [];
  const which = missing === 1 ? "one" : showCount(missing);
  return [`pass rate at worst ${showRate(atWorst.mean)} if the ${which} missing had failed; gates decide by that`];
}

const mostFlaky = 8;

function repeatsLines({ flaky: all, variance, users = [] }: VariantRepeats): string[] {
  // Cases with simulated users have a line of their own, so they are not listed as flaky.
  const simulated = new Set(users.map(({ caseId }) => caseId));
  const flaky = all.filter(({ caseId }) => !simulated.has(caseId));
  const shown = flaky.map(({ caseId, passes, decided }) => `${safeLine(caseId, 60)} (${passes} of ${decided})`);
  return [
    ...users.slice(0, mostFlaky).map(usersLine),
    ...(users.length > mostFlaky ? [`… and the users of ${plural(users.length - mostFlaky, "more case")}`] : []),
    ...(flaky.length > 0 ? [`${plural(flaky.length, "flaky case")}: ${listed(shown, mostFlaky)}`] : []),
    ...(variance ? [varianceLine(variance)] : []),
  ];
}

/** "impatient_booking: 4 of 5 users got there" */
function usersLine({
  caseId,
  passed,
  planned,
  undecided,
  different,
}: NonNullable<VariantRepeats["users"]>[number]): string {
  const notes = [
    ...(undecided > 0 ? [`${undecided} of ${planned} not decided`] : []),
    ...(different < planned - undecided
      ? [different === 1 ? "every user said the same" : `only ${different} different conversations`]
      : []),
  ];
  const noted = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  return `${safeLine(caseId, 60)}: ${passed} of ${plural(planned - undecided, "user")} got there${noted}`;
}

function varianceLine({ measure, advice, judge, ...parts }: NonNullable<VariantRepeats["variance"]>): string {
  const total = parts.case + parts.agent + (judge ?? 0);
  const share = (part: number) => `${Math.round((100 * part) / total)} %`;
  const agent = judge === undefined ? "chance within a case" : "the agent";
  const judged = judge === undefined ? "" : `, ${share(judge)} the judge`;
  const cases = "more cases would narrow the interval most";
  // For the same number of trials more cases always narrow it more: they are independent, and repeats share their case.
  const remedy = advice === "more cases" ? cases : `${advice} would reduce the largest part, and ${cases}`;
  return `variance of ${safeLine(measure, 60)}: ${share(parts.case)} the case, ${share(parts.agent)} ${agent}${judged}; ${remedy}`;
}

/** "safety: hit in 0 of 37 cases, so ≤ 0.09 of all with 95 % confidence": what was never seen may still happen. */
function neverLine(metric: MetricSummary): string | undefined {
  const { name, zeroTolerance, gating, seen, missed, reach } = metric;
  // Two-sided at 90 % leaves 5 % above: a one-sided bound at 95 %.
  const bound = zeroTolerance && gating ? clopperPearson(missed, seen, 0.9) : undefined;
  if (!bound) return undefined;
  const atMost = Math.ceil((reach?.atMost ?? bound.hi) * 100) / 100;
  const upper = missed === 0 ? `, so ≤ ${showValue(atMost)} of all with 95 % confidence` : "";
  const grouped = reach && reach.units < seen ? ` (${plural(reach.units, "cluster")})` : "";
  return `${safeLine(name, 60)}: hit in ${missed} of ${plural(seen, "case")}${grouped}${upper}`;
}

function namedLine(what: string, { count, first }: VariantSummary["unchecked"]): string[] {
  if (count === 0) return [];
  const more = count > first.length ? ` and ${count - first.length} more` : "";
  return [`${what} ${plural(count, "case")}: ${first.map((id) => safeLine(id, 60)).join(", ")}${more}`];
}

/** Cases that are in none of the figures. Without a word of them, a case that was never played would look passed. */
function leftOutLines({ withoutTape = 0, withoutTranscript = 0 }: VariantSummary): string[] {
  return [
    ...(withoutTape > 0 ? [`left out, because there is no tape: ${plural(withoutTape, "case")}`] : []),
    ...(withoutTranscript > 0
      ? [`not scored, because there is no transcript: ${plural(withoutTranscript, "case")}`]
      : []),
  ];
}
