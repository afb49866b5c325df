import { listed, plural } from "../base/index.ts";
import {
  type Decision,
  type GatePolicy,
  passRateName,
  type Reason,
  type VariantResult,
  type Verdict,
} from "../shape/index.ts";
import { mean, plan } from "../stats/index.ts";
import { againTexts } from "./again.ts";
import { changesBetween } from "./changes.ts";
import { comparability } from "./comparability.ts";
import { type ComparisonWishes, comparedOn } from "./compared.ts";
import { decision, mapped, namingLeftOut, reasonOf } from "./decision.ts";
import { couldDiffer, playsFor } from "./exact.ts";
import { effective, percent, signed } from "./policy.ts";
import { tooFew } from "./power.ts";
import { worstVerdict } from "./test-measure.ts";

/** Two results on their common cases, and the decision. */
export type Comparison = Extract<ReturnType<typeof compareResults>, { kind: "compared" }>["comparison"];
/** The same before the decision. */
type Compared = ReturnType<typeof comparedOn>;
/** A measure with its test. */
export type Measure = Compared["measures"][number];

/**
 * Compares two results of a suite, paired by case, and decides.
 *
 * @example
 * const result = compareResults(before, after, { primary: "criteria", margin: 0.05 });
 * if (result.kind === "compared") console.log(result.comparison.decision.verdict);
 */
export function compareResults(
  before: VariantResult,
  after: VariantResult,
  policy: GatePolicy,
  wishes: ComparisonWishes = {},
) {
  const found = comparability(before, after, policy.primary ?? passRateName);
  if (found.kind === "refused")
    return { kind: "refused" as const, refusal: found, changes: changesBetween(before, after) };
  const compared = comparedOn(found, before, after, policy, wishes);
  return {
    kind: "compared" as const,
    comparison: { ...compared, decision: decideComparison(compared, policy, wishes) },
  };
}

/**
 * Decides a comparison: every deciding measure must hold, the primary one by the margin and each secondary one by the
 * guard; the worst verdict counts. A safety hit of the new run fails it, and trials without a result leave it open.
 * `measures`: the verdict on each deciding measure, with the reason.
 */
function decideComparison(
  comparison: Compared,
  policy: GatePolicy,
  { baseline = false }: ComparisonWishes,
): Decision & { measures: { name: string; verdict: Verdict; reason: string }[] } {
  const { secondary, maxUnscored } = effective(policy);
  const deciding = [comparison.primary, ...secondary.filter((name) => name !== comparison.primary)];
  const measures = deciding.map((name) => measured(comparison, name, maxUnscored));
  const overall = mapped(withTries(worstOf(measures), comparison), policy);
  const [hit] = comparison.safetyHits;
  if (hit !== undefined) {
    const names = [...new Set(comparison.safetyHits.flatMap(({ metrics }) => metrics))].join(", ");
    const reason = `${names} hit in ${plural(comparison.safetyHits.length, "case")} of the new run, such as ${hit.caseId}`;
    return { ...decision("fail", [reasonOf("hit", reason)]), safetyHit: true, measures };
  }
  const open = openTrials(baseline ? [comparison.after] : [comparison.before, comparison.after]);
  if (open.length === 0) return { ...overall, measures };
  return { ...decision("error", [...open, ...apartFrom(overall)]), measures };
}

/** What a decision said before something else took its place. */
export function apartFrom({ verdict, reasons }: Pick<Decision, "verdict" | "reasons">): Reason[] {
  return reasons.map((one, index) =>
    index === 0 ? { ...one, text: `apart from that: ${verdict}, ${one.text}` } : one,
  );
}

/** Names the runs that were played before this one, and those that the baseline was picked among. */
function withTries(decided: Decision, { again, primary, measures, exact }: Compared): Decision {
  const mean = measures.find(({ name }) => name === primary)?.means.before.observed?.mean;
  const texts = againTexts(again, { measure: primary, mean, exact }).map((text) => reasonOf("again", text));
  return { ...decision(decided.verdict, [...decided.reasons, ...texts]), exitCode: decided.exitCode };
}

/**
 * For a run with a baseline: the worst of its own decision and of the comparisons under each variant. There is one verdict;
 * what is open besides it is part of its reasons.
 */
export function worseOf(own: Decision, comparisons: readonly Decision[]): Decision {
  const hit = [own, ...comparisons].find(({ safetyHit }) => safetyHit);
  if (hit) return hit;
  // An interruption or an outage has decided already.
  if (own.verdict === "error" || comparisons.length === 0) return own;
  const decisions = own.verdict === "pass" ? comparisons : [own, ...comparisons];
  const worst = worstOf(decisions);
  const open = decisions.filter(({ verdict }) => verdict !== worst.verdict && verdict !== "pass");
  const { exitCode } = worst;
  const reasons = [...worst.reasons, ...open.flatMap(apartFrom)];
  return namingLeftOut({ ...decision(worst.verdict, reasons), exitCode }, own.leftOut);
}

/** The worst of several decisions, with the reasons of all that are as bad. */
function worstOf(decisions: readonly Pick<Decision, "verdict" | "reasons" | "exitCode">[]): Decision {
  const verdict = worstVerdict(decisions.map((one) => one.verdict));
  const worst = decisions.filter((one) => one.verdict === verdict);
  const exitCode = Math.max(...worst.map((one) => one.exitCode)) as Decision["exitCode"];
  return {
    ...decision(
      verdict,
      worst.flatMap(({ reasons }) => reasons),
    ),
    exitCode,
  };
}

function openTrials(sides: readonly Compared["after"][]): Reason[] {
  return sides.flatMap(({ run, errored, pending }) => [
    ...(errored > 0
      ? [reasonOf("errored", `${plural(errored, "trial")} of run ${run} errored, which says nothing about the agent`)]
      : []),
    ...(pending > 0 ? [reasonOf("pending", `${plural(pending, "trial")} of run ${run} still pending`)] : []),
  ]);
}

function measured(comparison: Compared, name: string, maxUnscored: number) {
  const measure = comparison.measures.find((candidate) => candidate.name === name);
  if (!measure) {
    const why = comparison.notCompared.find((other) => other.measure === name)?.why ?? "no case has it in both runs";
    return { name, ...decision("inconclusive", [reasonOf("measure", `${name} was not compared: ${why}`)]) };
  }
  const { verdict, difference, lower, upper, margin, units } = measure;
  const seen = difference === undefined ? {} : { difference };
  const figures = { measure: name, ...seen, lower, upper, margin, units };
  return { name, ...decision(verdict, [reasonOf("measure", reasonFor(measure, comparison, maxUnscored), figures)]) };
}

function reasonFor(measure: Measure, comparison: Compared, maxUnscored: number): string {
  const { name, difference, margin, lower, upper, role } = measure;
  const [as, bound] = role === "secondary" ? [" (secondary)", "guard"] : ["", "margin"];
  const seen = difference === undefined ? "without a value in both runs" : signed(difference);
  const over = `${name}${as} ${seen} ${extent(measure, comparison)}`;
  const counted = missingWords(measure);
  if (measure.verdict === "error") return tooManyMissing(measure, comparison, maxUnscored);
  const { withRemoved: lost } = measure;
  const gone = lost ? removedText(comparison.cases) : "";
  const worst = measure.exact ? exactWords(measure, comparison) : `at worst ${signed(lower)}`;
  if (lost?.undoesPass) {
    const range = `from ${signed(lost.lower)} to ${signed(lost.upper)}`;
    return `${over}, ${worst}, but without ${gone}; with their recorded results before, and failed now, it is ${signed(lost.difference ?? 0)}, ${range}, which does not settle a ${bound} of ${margin}${counted}; put them back with retired: true, or set the baseline again`;
  }
  const also = lost && measure.verdict === "pass" ? `, also with ${gone} counted as failed` : "";
  if (measure.exact) {
    const how = { pass: "within", fail: "beyond", inconclusive: "which does not settle" }[measure.verdict];
    const counting = counted === "" ? "" : `at worst ${signed(mean(measure.differences).mean ?? 0)}: `;
    const more = measure.verdict === "inconclusive" ? morePlays(measure) : "";
    return `${over}, ${worst}; ${counting}${how} the ${bound} of ${margin}${counted}${also}${more}`;
  }
  if (measure.verdict === "pass") return `${over}, ${worst}: within the ${bound} of ${margin}${counted}${also}`;
  if (measure.verdict === "fail")
    return `${over}, at best ${signed(upper)}: beyond the ${bound} of ${margin}${counted}`;
  if (comparison.sameSample > 0) return `${over}${counted}; ${usedTwice(comparison.sameSample)}`;
  const { sampling } = comparison;
  const untried = sampling.kind === "sampled" && sampling.untried !== undefined ? `; ${sampling.untried}` : "";
  return `${over}, from ${signed(lower)} to ${signed(upper)}, which does not settle a ${bound} of ${margin}${counted}; ${needed(measure, comparison)}${untried}`;
}

/** "2 cases that were removed or rewritten since the baseline (a, b)" */
function removedText({ changed, onlyBefore }: Compared["cases"]): string {
  const gone = [...onlyBefore, ...changed];
  const were = gone.length === 1 ? "was" : "were";
  return `${plural(gone.length, "case")} that ${were} removed or rewritten since the baseline (${listed(gone, 5)})`;
}

/** "exact: 37 trials, 74 second plays alike, at most 0.040 could differ" */
function exactWords({ exact, units }: Measure, { sampling }: Compared): string {
  if (exact === "drop seen" || sampling.kind !== "exact") return "as seen, with trials missing";
  const alike = `${plural(2 * sampling.plays, "second play")} alike, at most ${couldDiffer(sampling.plays).toFixed(3)} could differ`;
  return `exact${sampling.recorded ? " for these recorded answers" : ""}: ${plural(units, "trial")}, ${alike}`;
}

/** How many second plays would settle a difference within the margin. */
function morePlays({ margin, differences }: Measure): string {
  const room = Math.abs(margin + (mean(differences).mean ?? 0));
  return room < 1e-6 ? "" : `; ${playsFor(room)} second plays on either side would: --try ${playsFor(room)}`;
}

function usedTwice(trials: number): string {
  return `in ${plural(trials, "trial")} the same answers were used twice, so there is no second sample; play again with the cache of Viva, or of the proxy, turned off, or give other transcripts`;
}

/** "on these 20 cases (60 trials)", "on cases like these 20 (5 clusters)" */
function extent(measure: Measure, { scope, clustered, before, after, sameTape }: Compared): string {
  const { cases: count, units, exact } = measure;
  const selected = [...new Set([before, after].flatMap(({ selection }) => selection ?? []))];
  const groups = scope === "these" ? plural(units, "trial") : clustered ? plural(units, "cluster") : "";
  const taped = sameTape > 0 && !exact ? [`${sameTape} of them with the same recorded answers before and now`] : [];
  const aside = [groups, ...taped, ...selected].filter((part) => part !== "").join(", ");
  const chosen = after.chosen ?? before.chosen;
  const cases = chosen?.of === undefined ? plural(count, "case") : `${count} of ${plural(chosen.of, "case")}`;
  const how = chosen && (chosen.how === "by hand" ? ", chosen by hand" : ", chosen because they failed before");
  const [these, like] = count === 1 ? ["this case", "this one"] : [`these ${cases}`, `these ${count}`];
  const told = how === undefined ? { these, like } : { these: `${cases}${how}`, like: `${cases}${how}` };
  return `${scope === "these" ? `on ${told.these}` : `on cases like ${told.like}`}${aside === "" ? "" : ` (${aside})`}`;
}

function missingWords({ missing, planned }: Measure): string {
  const sides = [
    ...(missing.before > 0 ? [`${missing.before} of ${planned.before} missing before`] : []),
    ...(missing.after > 0 ? [`${missing.after} of ${planned.after} missing after`] : []),
  ];
  return sides.length === 0 ? "" : ` (${sides.join(", ")}, counted against the new run)`;
}

function tooManyMissing({ name, missing, planned }: Measure, { before, after }: Compared, most: number): string {
  const sides = [
    { run: before.run, without: missing.before, of: planned.before },
    { run: after.run, without: missing.after, of: planned.after },
  ].filter(({ without, of }) => without / of > most);
  const words = [
    ...new Set(sides.map(({ run, without, of }) => `${without} of ${plural(of, "trial")} of run ${run}`)),
  ].join(" and ");
  return `${words} have no value for ${name}, more than the ${percent(most)} that gate.maxUnscored allows`;
}

/** The cheapest way to settle it: more repeats if the verdict is on these cases, more cases if it is on others like them. */
function needed(measure: Measure, { scope, clustered, anytime, sameSample }: Compared): string {
  const { units, cases, margin, differences } = measure;
  const unit = scope === "these" ? "trial" : clustered ? "cluster" : "case";
  const few = tooFew(units, { cases, margin, scope, unit });
  if (few !== undefined) return few;
  if (sameSample > 0)
    return "the same answers were used twice, so there is no second sample that tells how many more are needed";
  if (anytime) return "bounds that hold at every look are wider; without --stop early, the same cases settle more";
  if (clustered) return "more clusters are needed";
  const planned = plan(differences, { margin, noun: scope === "these" ? "trials" : "cases" });
  if ("reason" in planned) return planned.reason;
  const [from, to] = [planned.from, planned.to].map((count) => count.toLocaleString("en-US"));
  const remedy = scope === "these" ? `, such as --repeat ${Math.ceil(planned.cases / cases)} in both runs` : "";
  return `with about ${plural(planned.cases, unit)} in all (${from} to ${to}), a comparison passes four times out of five if nothing really changed${remedy}`;
}
