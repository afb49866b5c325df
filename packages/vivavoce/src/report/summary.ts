import type { Variant } from "../agent/index.ts";
import { emptyTally, type Tally, type TrialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import { mean } from "../stats/index.ts";
import type { Store, StoredSuite, StoredTrial } from "../store/index.ts";
import { addUsage, type SimulatorFault, sumKnown, type Usage } from "../transcript/index.ts";
import { caseInterval } from "./case-interval.ts";
import { percentile } from "./figures.ts";
import { RepeatsGathering, type RepeatsReport } from "./repeats.ts";
import { type ZeroTolerance, ZeroToleranceGathering } from "./zero-tolerance.ts";

/** A rate with its interval. */
export interface Rate {
  value: number;
  lo: number | undefined;
  hi: number | undefined;
}

/** One metric over all trials of a variant. */
export interface MetricSummary {
  name: string;
  judged: boolean;
  gating: boolean;
  scored: number;
  mean: number | undefined;
  /** Whether every value was 0 or 1, so that a tick says it all. */
  binary: boolean;
}

/** One row of the table: what to show of a trial without its transcript. */
export interface TrialRow {
  caseId: string;
  repeat: number;
  status: TrialStatus | undefined;
  outcome: StoredTrial["transcript"]["outcome"];
  scores: Score[];
  /** What the simulated user did wrong: then the trial says nothing about the agent. */
  faults?: readonly SimulatorFault[] | undefined;
}

/** One suite under one variant. */
export interface VariantSummary {
  variant: Variant;
  tally: Tally;
  passRate: Rate | undefined;
  metrics: MetricSummary[];
  usage: Usage | undefined;
  cost: number | undefined;
  latency: { p50: number; p95: number } | undefined;
  /** Conversations with a simulated user, and how many of them it spoiled; undefined where nobody was simulated. */
  simulated: { conversations: number; spoiled: number } | undefined;
  /** What repeats tell; undefined where each case was played once. */
  repeats: RepeatsReport | undefined;
  /** The metrics that must never be missed. */
  zeroTolerance: ZeroTolerance[];
  /** Those that did not pass, in input order, then some that did: at most `rows` of each kind. */
  notPassed: TrialRow[];
  passed: TrialRow[];
}

/** Reads a suite's trials once, in order, and keeps only sums and the rows that will be shown. */
export async function summariseSuite(
  store: Store,
  run: string,
  suite: StoredSuite,
  { rows = 50 }: { rows?: number } = {},
): Promise<VariantSummary[]> {
  const byVariant = new Map<string, Gathering>();
  for (const planned of suite.header.variants) {
    byVariant.set(JSON.stringify(planned.variant), new Gathering(planned, suite, rows));
  }
  const spoiled = await store.trials.countSpoiled(run, suite.position);
  for await (const trial of store.trials.read(run, suite.position)) {
    byVariant.get(JSON.stringify(trial.variant))?.add(trial, spoiled.get(trial.trial) ?? 0);
  }
  return [...byVariant.values()].map((gathering) => gathering.summary());
}

class Gathering {
  readonly #variant: Variant;
  readonly #tally: Tally;
  readonly #rows: number;
  readonly #metrics: Map<string, MetricSummary & { sum: number }>;
  readonly #notPassed: TrialRow[] = [];
  readonly #passed: TrialRow[] = [];
  readonly #latencies: number[] = [];
  readonly #caseRates: number[] = [];
  readonly #caseClusters: (string | undefined)[] = [];
  readonly #repeats: RepeatsGathering | undefined;
  readonly #zeroTolerance: ZeroToleranceGathering;
  #simulated = 0;
  #spoiled = 0;
  #case: { id: string; cluster: string | undefined; passed: number; decided: number } | undefined;
  #usage: Usage | undefined;
  #cost: number | undefined;

  constructor(
    { variant, planned, cases }: StoredSuite["header"]["variants"][number],
    { header }: StoredSuite,
    rows: number,
  ) {
    this.#variant = variant;
    this.#tally = emptyTally(planned);
    const repeat = cases === 0 ? 1 : Math.round(planned / cases);
    this.#repeats = repeat > 1 ? new RepeatsGathering(repeat, header.gate.primary) : undefined;
    this.#zeroTolerance = new ZeroToleranceGathering(header.metrics);
    this.#rows = rows;
    this.#metrics = new Map(
      header.metrics.map(({ name, judged, gating }) => [
        name,
        { name, judged, gating, scored: 0, mean: undefined, binary: true, sum: 0 },
      ]),
    );
  }

  add(trial: StoredTrial, spoiledAttempts: number): void {
    const { exchanges } = trial.transcript;
    for (const { replyMs } of exchanges) if (replyMs !== undefined) this.#latencies.push(replyMs);
    this.#usage = addUsage([this.#usage, ...exchanges.map((exchange) => exchange.usage)]);
    this.#cost = sumKnown([this.#cost, ...exchanges.map((exchange) => exchange.cost)]);
    const { user } = trial.transcript;
    this.#simulated += spoiledAttempts + (user ? 1 : 0);
    this.#spoiled += spoiledAttempts + (user && user.faults.length > 0 ? 1 : 0);
    if (trial.status === undefined) return;
    this.#tally[trial.status] += 1;
    this.#tally.pending -= 1;
    for (const score of trial.scores) this.#addScore(score);
    this.#addToRate(trial);
    this.#repeats?.add(trial);
    this.#zeroTolerance.add(trial);
    const { caseId, repeat, status, scores } = trial;
    const list = status === "passed" || status === "skipped" ? this.#passed : this.#notPassed;
    const { outcome } = trial.transcript;
    if (list.length < this.#rows) list.push({ caseId, repeat, status, scores, outcome, faults: user?.faults });
  }

  summary(): VariantSummary {
    this.#closeCase();
    const sorted = Float64Array.from(this.#latencies).sort();
    const p50 = percentile(sorted, 0.5);
    const p95 = percentile(sorted, 0.95);
    return {
      variant: this.#variant,
      tally: this.#tally,
      passRate: this.#passRate(),
      metrics: [...this.#metrics.values()].map(({ sum, ...metric }) => ({
        ...metric,
        mean: metric.scored === 0 ? undefined : sum / metric.scored,
      })),
      usage: this.#usage,
      cost: this.#cost,
      latency: p50 === undefined || p95 === undefined ? undefined : { p50, p95 },
      simulated: this.#simulated === 0 ? undefined : { conversations: this.#simulated, spoiled: this.#spoiled },
      repeats: this.#repeats?.report(),
      zeroTolerance: this.#zeroTolerance.summary(),
      notPassed: this.#notPassed,
      passed: this.#passed,
    };
  }

  #addScore(score: Score): void {
    const metric = this.#metrics.get(score.metric);
    if (!metric || score.status !== "scored") return;
    metric.scored += 1;
    metric.sum += score.value;
    if (score.value !== 0 && score.value !== 1) metric.binary = false;
  }

  /** The case is the unit: repeats, which follow each other, are averaged within it. */
  #addToRate({ caseId, cluster, status }: StoredTrial): void {
    if (this.#case?.id !== caseId) this.#closeCase();
    this.#case ??= { id: caseId, cluster, passed: 0, decided: 0 };
    if (status === "passed" || status === "failed") this.#case.decided += 1;
    if (status === "passed") this.#case.passed += 1;
  }

  #closeCase(): void {
    if (this.#case && this.#case.decided > 0) {
      this.#caseRates.push(this.#case.passed / this.#case.decided);
      this.#caseClusters.push(this.#case.cluster);
    }
    this.#case = undefined;
  }

  #passRate(): Rate | undefined {
    const { mean: value } = mean(this.#caseRates);
    if (value === undefined) return undefined;
    const interval = caseInterval(this.#caseRates, (index) => this.#caseClusters[index]);
    return { value, lo: interval?.lo, hi: interval?.hi };
  }
}
