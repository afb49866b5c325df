import { shellWord } from "../base/index.ts";
import { CaseMeans, count, DrawnOrder, emptyTally, MeasureGathering, statusAgain } from "../gate/index.ts";
import {
  addUsage,
  answerOrigins,
  type CaseValues,
  type EarlyPlan,
  incompleteTag,
  type MetricSummary,
  passRateName,
  type StoredSuite,
  sumKnown,
  type Tally,
  type TrialAnswers,
  type TrialValues,
  type Usage,
  type UsedDimension,
  type Variant,
  type VariantHeader,
  type VariantResult,
  type VariantSummary,
} from "../shape/index.ts";
import { sortedQuantile } from "../stats/index.ts";
import type { StoredValue, StoredValues } from "../store/index.ts";
import { RepeatsGathering } from "./repeats.ts";
import { isStopped, repeatsOf } from "./variant-header.ts";

type PlannedVariant = StoredSuite["header"]["variants"][number];

const mostNamed = 5;

/** Sums up the trials of one variant as they are read, in input order: the repeats of a case follow each other. */
export class VariantGathering {
  readonly #file: string;
  readonly #planned: PlannedVariant;
  readonly #metrics: StoredSuite["header"]["metrics"];
  readonly #tally: Tally;
  readonly #passRate: MeasureGathering;
  readonly #measures: MeasureGathering[];
  /** Of the metrics of zero tolerance: 1 for a case in which nothing was seen. */
  readonly #watched: (CaseMeans | undefined)[];
  readonly #repeats: RepeatsGathering | undefined;
  readonly #early: EarlyPlan | undefined;
  readonly #unchecked: VariantSummary["unchecked"] = { count: 0, first: [] };
  readonly #incomplete: VariantSummary["unchecked"] = { count: 0, first: [] };
  readonly #latencies: number[] = [];
  /** Undefined: only the sums are wanted. */
  readonly #kept: CaseValues[] | undefined;
  readonly #dimensions = new Map<string, UsedDimension>();
  #played = 0;
  #cases = 0;
  #simulated = 0;
  #spoiled = 0;
  #cached = 0;
  readonly #answers: NonNullable<TrialAnswers["answers"]> = {};
  #usage: Usage | undefined;
  #cost: number | undefined;
  #unpriced = 0;
  readonly #untaped = { cases: new Set<string>(), trials: 0 };
  #case: { values: CaseValues; trials: StoredValues[] } | undefined;

  constructor(planned: PlannedVariant, { header }: StoredSuite, wanted: { cases: boolean }) {
    const k = repeatsOf(planned);
    this.#file = header.file;
    this.#planned = planned;
    this.#metrics = header.metrics;
    this.#tally = emptyTally(planned.planned);
    this.#early = isStopped(planned) ? planned.early : undefined;
    const order = this.#early && new DrawnOrder(this.#early);
    this.#passRate = new MeasureGathering(passRateName, k, planned.early, order);
    this.#measures = header.metrics.map(({ name }) => new MeasureGathering(name, k, planned.early, order));
    this.#watched = header.metrics.map(({ zeroTolerance }) => (zeroTolerance ? new CaseMeans(order) : undefined));
    this.#repeats = k > 1 ? new RepeatsGathering(k, header.gate.primary, order) : undefined;
    this.#kept = wanted.cases ? [] : undefined;
  }

  get variant(): Variant {
    return this.#planned.variant;
  }

  /** `spoiled`: earlier conversations of this trial that the simulated user spoiled. */
  add(trial: StoredValues, spoiled: number): void {
    this.#played += 1;
    for (const milliseconds of trial.replies) this.#latencies.push(milliseconds);
    this.#usage = addUsage([this.#usage, trial.usage]);
    this.#cost = sumKnown([this.#cost, trial.cost]);
    if (trial.unpriced) this.#unpriced += 1;
    this.#simulated += spoiled + (trial.simulated ? 1 : 0);
    const { answers = {} } = trial.answers ?? {};
    for (const origin of answerOrigins) {
      const count = answers[origin];
      if (count) this.#answers[origin] = (this.#answers[origin] ?? 0) + count;
    }
    if (answers.cached) this.#cached += 1;
    this.#spoiled += spoiled + (trial.simulated?.spoiled ? 1 : 0);
    if (this.#case?.values.caseId !== trial.caseId) this.#closeCase();
    const { caseId, caseHash, cluster, tags, outcome, scores } = trial;
    if (trial.untaped) {
      this.#untaped.cases.add(caseId);
      this.#untaped.trials += 1;
    }
    const isGating = ({ metric }: StoredValue) => this.#metrics.some(({ name, gating }) => gating && name === metric);
    const status = trial.status && statusAgain(trial.status, outcome, scores.filter(isGating));
    this.#case ??= {
      values: { caseId, caseHash, ...(cluster === undefined ? {} : { cluster }), tags, trials: [] },
      trials: [],
    };
    if (status === undefined) return;
    count(this.#tally, status);
    this.#case.values.trials.push(this.#valuesOf(trial, status));
    this.#case.trials.push(trial);
  }

  summary(): VariantSummary {
    this.#closeCase();
    const never = Math.max(0, this.#planned.cases - this.#cases);
    const sorted = Float64Array.from(this.#latencies).sort();
    const total = sorted.reduce((sum, milliseconds) => sum + milliseconds, 0);
    const [p50, p95] = [sortedQuantile(sorted, 0.5), sortedQuantile(sorted, 0.95)];
    const { variant, cases, withoutTape = 0, withoutTranscript = 0 } = this.#planned;
    const { cases: untaped, trials } = this.#untaped;
    const record = recordCommand(this.#file, this.#planned);
    return {
      variant,
      ...(trials > 0 ? { untaped: { cases: untaped.size, of: cases, trials, record } } : {}),
      ...(withoutTape > 0 ? { withoutTape } : {}),
      ...(withoutTranscript > 0 ? { withoutTranscript } : {}),
      tally: this.#tally,
      ...(this.#early ? { early: { played: cases, cases: this.#early.cases } } : {}),
      played: this.#played,
      passRate: this.#passRate.summary(never),
      metrics: this.#metrics.map(({ judged, gating, zeroTolerance = false }, index) => ({
        ...(this.#measures[index] as MeasureGathering).summary(never),
        judged,
        gating,
        zeroTolerance,
        ...this.#reach(index),
      })),
      repeats: this.#repeats?.summary(never),
      unchecked: this.#unchecked,
      ...(this.#incomplete.count > 0 ? { incomplete: this.#incomplete } : {}),
      usage: this.#usage,
      cost: this.#cost,
      ...(this.#cost !== undefined && this.#unpriced > 0 ? { unpriced: this.#unpriced } : {}),
      ...(this.#cached > 0 ? { cached: this.#cached } : {}),
      answers: this.#answers,
      latency: sorted.length === 0 ? undefined : { p50, p95, total, replies: sorted.length },
      simulated: this.#simulated === 0 ? undefined : { conversations: this.#simulated, spoiled: this.#spoiled },
    };
  }

  #reach(metric: number): Pick<MetricSummary, "reach"> {
    const reach = this.#watched[metric]?.reach();
    return reach ? { reach } : {};
  }

  /** Its cases, and the dimensions that were found, in the order of the suite's metrics. */
  results(): Pick<VariantResult, "cases" | "dimensions"> {
    const all = [...this.#dimensions.values()];
    const dimensions = this.#metrics.flatMap(({ name }) => all.filter(({ metric }) => metric === name));
    return { ...(dimensions.length > 0 ? { dimensions } : {}), cases: this.#kept ?? [] };
  }

  #closeCase(): void {
    if (!this.#case) return;
    const { values, trials } = this.#case;
    this.#case = undefined;
    this.#cases += 1;
    this.#kept?.push(values);
    if (values.tags.includes(incompleteTag)) countIn(this.#incomplete, values.caseId);
    const missed = new Set(trials.flatMap(({ scores }) => scores.filter(isMissed).map(({ metric }) => metric)));
    this.#passRate.add(
      values,
      values.trials.some(({ status }) => status === "failed"),
    );
    for (const [index, { name }] of this.#metrics.entries()) {
      const seen = this.#measures[index]?.add(values, missed.has(name));
      this.#watched[index]?.add(values, seen ? Number(!missed.has(name)) : undefined);
    }
    this.#repeats?.add(values, trials);
    if (values.trials.length === 0 || values.trials.some(({ status }) => status !== "skipped")) return;
    countIn(this.#unchecked, values.caseId);
  }

  #valuesOf({ repeat, scores, outcome, answers }: StoredValues, status: TrialValues["status"]): TrialValues {
    // If the agent broke the conversation off, a metric that cannot be scored because of that counts 0.
    const brokenOff = outcome === "agent-failed";
    const values: TrialValues["values"] = {};
    const skipped: string[] = [];
    for (const score of scores) {
      if (score.value !== undefined) values[score.metric] = score.value;
      else if (score.status === "skipped" && brokenOff) values[score.metric] = 0;
      else if (score.status === "skipped") skipped.push(score.metric);
    }
    const dimensions = this.#dimensionsOf(scores);
    const isStrict = ({ metric }: StoredValue) =>
      this.#metrics.some(({ name, zeroTolerance, gating }) => name === metric && zeroTolerance && gating);
    const hits = scores.filter((score) => isMissed(score) && isStrict(score));
    const source =
      answers ?? (this.#planned.origin === "hand-written" ? { origin: "hand-written" as const } : undefined);
    return {
      repeat,
      status,
      values,
      ...(dimensions === undefined ? {} : { dimensions }),
      ...(skipped.length === 0 ? {} : { skipped }),
      ...(hits.length === 0 ? {} : { hits: hits.map(({ metric }) => metric) }),
      ...(source === undefined ? {} : { answers: source }),
    };
  }

  #dimensionsOf(scores: readonly StoredValue[]): TrialValues["dimensions"] {
    const found: NonNullable<TrialValues["dimensions"]> = {};
    for (const { metric, value, dimensions } of scores) {
      // A judge gave this case 0 for other questions. Without a note it would look like a conversation that broke off.
      if (!dimensions && value === 0 && this.#metrics.some(({ name, judged }) => name === metric && judged))
        found[metric] = {};
      if (!dimensions) continue;
      const { min, max, passesAt } = dimensions.scale;
      found[metric] = Object.fromEntries(dimensions.values.map(({ id, value }) => [id, value ?? null]));
      for (const { id } of dimensions.values) {
        const key = JSON.stringify([metric, id]);
        const used = { metric, id, min, max, ...(passesAt === undefined ? {} : { passesAt }) };
        if (!this.#dimensions.has(key)) this.#dimensions.set(key, used);
      }
    }
    return Object.keys(found).length === 0 ? undefined : found;
  }
}

function countIn(counted: VariantSummary["unchecked"], caseId: string): void {
  counted.count += 1;
  if (counted.first.length < mostNamed) counted.first.push(caseId);
}

function isMissed({ value, passed }: StoredValue): boolean {
  return value !== undefined && passed === false;
}

/** The command that records what a replay found no tape for. */
function recordCommand(file: string, planned: VariantHeader): string {
  const repeats = repeatsOf(planned);
  const choices = Object.entries(planned.variant).map(([name, value]) => `--variant ${shellWord(`${name}=${value}`)}`);
  const flags = [...choices, ...(repeats > 1 ? [`--repeat ${repeats}`] : []), "--record missing"];
  return `npx viva run ${shellWord(file)} ${flags.join(" ")}`;
}
