import { plural } from "../base/index.ts";
import {
  type GatePolicy,
  type MeasureSummary,
  passRateName,
  type Reason,
  type Tally,
  type VariantSummary,
} from "../shape/index.ts";
import { unitsToSettle } from "../stats/index.ts";
import { reasonOf } from "./decision.ts";
import { tolerance } from "./policy.ts";

/** Where there is no value at all. */
const unmeasured = { mean: 0, lo: 0, hi: 1, cases: 0 };

/** A measure that the policy sets a floor for. */
interface Floored {
  measure: MeasureSummary;
  floor: number;
}

/** The floors that a policy sets, held against the sums of a run. */
export class Floors {
  readonly #summaries: readonly VariantSummary[];
  readonly #policy: GatePolicy;
  readonly #observed: GatePolicy;

  constructor(summaries: readonly VariantSummary[], policy: GatePolicy) {
    this.#summaries = summaries;
    this.#policy = policy;
    this.#observed = observedPolicy(policy);
  }

  /**
   * What keeps a run from passing: failed trials, measures under their floor, and floors that the agent does not reach. Of a
   * shard only what must fail the whole run: rates and means are those of all shards, so a floor on the pass rate is open.
   */
  misses(tally: Tally, isShard: boolean): Reason[] {
    const seen = missed(this.#summaries, tally, this.#observed);
    if (isShard) return this.#policy.passRate === undefined ? seen : [];
    return [...seen, ...underFloors(this.#summaries, this.#observed), ...assuredMisses(this.#summaries, this.#policy)];
  }

  /** Why a run that misses nothing cannot pass yet: it was stopped early, or does not settle what the agent reaches. */
  open(): Reason[] {
    const early = this.#summaries.flatMap((summary) => openUntilPlayed(summary, this.#observed));
    return [...early, ...unsettled(this.#summaries, this.#policy)];
  }

  /** How the floors were met: by what was observed, which may be luck, or by what is known about the agent. */
  met(): string {
    const met = floored(this.#summaries, this.#policy);
    const early = this.#summaries.find((summary) => summary.early)?.early;
    if (this.#policy.assured)
      return `; assured: ${met.map((one) => `${boundWords(one, "lower")} (floor ${one.floor})`).join("; ")}`;
    if (early)
      return `; stopped early, with 97.5 % confidence that the floors would be observed on all ${plural(early.cases, "case")} of the plan too`;
    const seen = met.map(({ measure: { name, observed: { mean } = unmeasured, cases }, floor }) => {
      return `${name} of ${mean.toFixed(2)} over ${plural(cases, "case")} (floor ${floor})`;
    });
    return seen.length > 0 ? `; observed: ${seen.join(", ")}` : "";
  }
}

/** The policy for what was observed: whoever asks about the agent sets no floor for these cases. */
function observedPolicy(policy: GatePolicy): GatePolicy {
  const { assured, passRate, floors = {} } = policy;
  if (!assured) return policy;
  const none = Object.fromEntries(Object.keys(floors).map((name) => [name, 0]));
  return { ...policy, floors: none, ...(passRate === undefined ? {} : { passRate: 0 }) };
}

/** The floors that the agent does not reach on cases like these, if it was asked about. */
function assuredMisses(summaries: readonly VariantSummary[], policy: GatePolicy): Reason[] {
  if (!policy.assured) return [];
  const under = floored(summaries, policy).filter((one) => verdictOf(one) === "fail");
  return under.map((one) =>
    reasonOf("floor", `${boundWords(one, "upper")}, under the floor of ${one.floor}`, figuresOf(one)),
  );
}

/**
 * Why a run that was stopped early cannot pass on what was played of it. Only a floor is shown by a sample. That every trial
 * passes, and that nothing hits a metric of zero tolerance, is known when everything was played.
 */
function openUntilPlayed(summary: VariantSummary, policy: GatePolicy): Reason[] {
  const { early, metrics, tally } = summary;
  if (!early) return [];
  const left = `${tally.planned} of the trials of ${plural(early.cases, "case")} are played`;
  const strict = metrics.filter(({ zeroTolerance, gating }) => zeroTolerance && gating).map(({ name }) => name);
  const words = [
    ...(strict.length > 0 ? [`${strict.join(", ")} must hold in every case, and only ${left}`] : []),
    ...(policy.passRate === undefined ? [`every trial has to pass, and only ${left}`] : []),
    ...floored([summary], policy).flatMap(({ measure: { name, atWorst: { lo, hi } = unmeasured }, floor }) =>
      lo < floor - tolerance
        ? [`${name} is between ${lo.toFixed(3)} and ${hi.toFixed(3)}, which does not settle its floor of ${floor}`]
        : [],
    ),
  ];
  return words.map((text) => reasonOf("stopped-early", text, { played: early.played, cases: early.cases }));
}

/** Why it is not settled whether the agent reaches its floors, and how many cases would settle it. */
function unsettled(summaries: readonly VariantSummary[], policy: GatePolicy): Reason[] {
  if (!policy.assured) return [];
  const measures = floored(summaries, policy);
  if (measures.length === 0)
    return [reasonOf("unsettled", "gate.assured needs a floor, gate.passRate or gate.floors, and there is none", {})];
  return measures.filter((one) => verdictOf(one) === "inconclusive").map(unsettledWords);
}

/** The pass rate and the metrics that have a floor, under each variant. A metric without a value is told elsewhere. */
function floored(summaries: readonly VariantSummary[], { passRate: least, floors = {} }: GatePolicy): Floored[] {
  return summaries.flatMap(({ passRate, metrics }) => [
    ...(least === undefined ? [] : [{ measure: passRate, floor: least }]),
    ...metrics.flatMap((measure) => {
      const floor = Object.hasOwn(floors, measure.name) ? floors[measure.name] : undefined;
      return floor === undefined ? [] : [{ measure, floor }];
    }),
  ]);
}

function verdictOf({ measure, floor }: Floored): "pass" | "fail" | "inconclusive" {
  const { lower, upper } = boundsOf(measure);
  if (lower >= floor - tolerance) return "pass";
  return upper < floor - tolerance ? "fail" : "inconclusive";
}

/** "with 95 % confidence pass rate at least 0.912 on cases like these (0.960 observed over 120 cases)" */
function boundWords({ measure }: Floored, end: "lower" | "upper"): string {
  const { name, cases, observed: { mean } = unmeasured } = measure;
  const bound = boundsOf(measure)[end] * 1000;
  // Rounded away from the claim, so that what is shown still holds.
  const shown = end === "lower" ? Math.floor(bound) : Math.ceil(bound);
  const word = end === "lower" ? "at least" : "at most";
  return `${name} ${word} ${(shown / 1000).toFixed(3)} on cases like these with 95 % confidence, ${mean.toFixed(3)} observed over ${plural(cases, "case")}`;
}

function figuresOf({ measure, floor }: Floored) {
  const { name, cases, observed: { mean } = unmeasured } = measure;
  return { measure: name, value: mean, ...boundsOf(measure), floor, cases };
}

function unsettledWords(one: Floored): Reason {
  const { measure, floor } = one;
  const { name, cases, observed: { mean } = unmeasured, assured } = measure;
  const { lower, upper } = boundsOf(measure);
  const settled = assured && unitsToSettle(floor, { ...assured, mean });
  const needed = settled === undefined ? undefined : Math.max(settled, (assured?.units ?? 0) + 1);
  const unit = assured && assured.units < cases ? "cluster" : "case";
  const remedy =
    needed === undefined
      ? `it is too close to the floor for 10,000 ${unit}s to settle it`
      : `about ${plural(needed, unit)} in all would settle it, if they go on like this`;
  const text = `${name} is between ${lower.toFixed(3)} and ${upper.toFixed(3)} on cases like these (${mean.toFixed(3)} observed over ${plural(cases, "case")}), which does not settle the floor of ${floor}; ${remedy}`;
  return reasonOf("unsettled", text, { ...figuresOf(one), ...(needed === undefined ? {} : { needed }) });
}

function boundsOf({ assured }: MeasureSummary): { lower: number; upper: number } {
  // Sums without bounds, such as those that an earlier Viva stored, settle nothing.
  return assured ? { lower: assured.lower, upper: assured.upper } : { lower: 0, upper: 1 };
}

/** What keeps a run from passing by what was observed: failed trials, or a pass rate under its floor. */
function missed(summaries: readonly VariantSummary[], { failed }: Tally, { passRate: floor }: GatePolicy): Reason[] {
  if (floor === undefined) {
    const text = `${plural(failed, "trial")} failed${missedBy(summaries)}`;
    return failed > 0 ? [reasonOf("failed", text, { trials: failed })] : [];
  }
  return summaries.flatMap(({ passRate, early }) => {
    if (!isUnder(passRate, floor, early)) return [];
    const { atWorst: { mean: value } = unmeasured, cases } = passRate;
    const text = `an observed pass rate of ${shownUnder(passRate, floor)} over ${plural(cases, "case")} is under the floor of ${floor}`;
    return [reasonOf("floor", text, { measure: passRateName, value, floor, cases })];
  });
}

const mostNamed = 6;

/**
 * " (criteria in 2 cases, toolUse in 1)": the metrics that were missed, the most often missed first. Two variants may have
 * missed one in the same case, which the sums do not tell.
 */
function missedBy(summaries: readonly VariantSummary[]): string {
  const counts = new Map<string, number>();
  // A metric of zero tolerance is named as a hit.
  const missing = summaries.map(({ metrics }) =>
    metrics.filter(({ gating, zeroTolerance, missed }) => gating && !zeroTolerance && missed > 0),
  );
  for (const { name, missed: cases } of missing.flat()) counts.set(name, (counts.get(name) ?? 0) + cases);
  const ranked = [...counts].sort(([, a], [, b]) => b - a);
  const named = ranked.map(([name, cases], index) => `${name} in ${index === 0 ? plural(cases, "case") : cases}`);
  const more = named.length > mostNamed ? [plural(named.length - mostNamed, "more metric")] : [];
  const often = missing.filter(({ length }) => length > 0).length > 1 ? ["counted for each variant"] : [];
  return named.length === 0 ? "" : ` (${[...named.slice(0, mostNamed), ...more, ...often].join(", ")})`;
}

/** The metrics whose mean is under its floor. */
function underFloors(summaries: readonly VariantSummary[], { floors = {} }: GatePolicy): Reason[] {
  return Object.entries(floors).flatMap(([name, floor]) => {
    const under = summaries.flatMap(({ metrics, early }) =>
      metrics.filter((metric) => metric.name === name && metric.atWorst !== undefined && isUnder(metric, floor, early)),
    );
    const [lowest] = under.sort((a, b) => (a.atWorst?.mean ?? 0) - (b.atWorst?.mean ?? 0));
    if (!lowest) return [];
    const text = `${name} of ${shownUnder(lowest, floor)} observed on average is under its floor of ${floor}`;
    return [reasonOf("floor", text, { measure: name, value: lowest.atWorst?.mean ?? 0, floor, cases: lowest.cases })];
  });
}

/** Whether a measure misses its floor: if the run was stopped early, the whole plan would. */
function isUnder(
  { atWorst: { mean, hi } = unmeasured }: MeasureSummary,
  floor: number,
  early: VariantSummary["early"],
): boolean {
  return (early ? hi : mean) < floor - tolerance;
}

/** A value with enough digits to show that it is under the floor; if trials are missing, it is a bound, and called one. */
function shownUnder({ atWorst: { mean: value } = unmeasured, missing }: MeasureSummary, floor: number): string {
  const digits = [2, 3, 4, 5, 6].find((count) => Number(value.toFixed(count)) < floor);
  return `${value.toFixed(digits ?? 9)}${missing > 0 ? " at worst" : ""}`;
}
