import { basename, relative, sep } from "node:path";
import { hashOf, InfrastructureError, runId, version } from "../base/index.ts";
import type { TrialStatus } from "../gate/index.ts";
import type { Metric, Score } from "../metric/index.ts";
import {
  claimRun,
  defaultOptions,
  metricIdentity,
  type OpenTrial,
  planOptions,
  type SuitePlan,
  suiteHeader,
  thisProcess,
} from "../run/index.ts";
import type { MetricHeader, Store, StoredSuite, VariantHeader } from "../store/index.ts";
import type { Bench } from "./bench.ts";
import { type HeldStore, heldStore } from "./workplace.ts";

/** A trial that a test has played, on its way into the store. */
export interface KeptTrial {
  open: OpenTrial;
  plan: SuitePlan;
  caseId: string;
  caseHash: string;
  tags: readonly string[];
  cluster?: string | undefined;
}

export interface Addressed extends KeptTrial {
  header: VariantHeader;
  key: string;
  position: number;
  /** How often it has been written as scored. */
  passes: number;
}

type Write = (store: Store) => Promise<void>;

/** The run of one test file's conversations with one agent. It is complete after every step, because any test may be the last. */
export class FileRun {
  readonly id = runId();
  readonly #bench: Bench;
  readonly #file: string;
  readonly #trials = new Map<string, Addressed>();
  readonly #metrics = new Map<string, MetricHeader>();
  readonly #waiting: Write[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isCreated = false;

  constructor(bench: Bench, file: string) {
    this.#bench = bench;
    this.#file = file;
  }

  /** Writes the conversation and returns the id under which it is kept: a new one if the case was played before. */
  async keep(kept: KeptTrial, status: TrialStatus): Promise<Addressed> {
    const trial = this.#address(kept);
    await this.#write(trial.plan, async (store) => {
      const { caseId, caseHash, tags, cluster, position, open } = trial;
      const address = { run: this.id, suite: 0, trial: trial.key };
      for (const record of open.records()) void store.write({ type: "call", ...address, record, pass: 1 });
      const facts = { position, caseId, caseHash, tags, cluster, variant: open.transcript.variant, repeat: 1 };
      void store.write({ type: "played", ...address, ...facts, transcript: open.transcript, playedAt: Date.now() });
      await store.write({ type: "scored", ...address, status, answers: open.answers(), scores: [], pass: 1 });
    });
    return trial;
  }

  /** Adds scores to a stored conversation. */
  async score(trial: Addressed, metrics: readonly Metric[], scores: readonly Score[], status: TrialStatus) {
    const plan = { ...trial.plan, metrics };
    const identified = scores.map((score, index) => ({ score, identity: metricIdentity(plan, index) }));
    for (const [index, { name, judged, gating }] of metrics.entries()) {
      const identity = metricIdentity(plan, index);
      const before = this.#metrics.get(name);
      // If one name stands for several questions, such as criteria of different tests, each becomes a metric of its own.
      const both = before && before.identity !== identity ? hashOf([before.identity, identity]) : identity;
      this.#metrics.set(name, { name, judged, gating, identity: both });
    }
    trial.passes += 1;
    await this.#write(trial.plan, (store) => {
      const address = { run: this.id, suite: 0, trial: trial.key };
      const answers = trial.open.answers();
      return store.write({ type: "scored", ...address, status, answers, scores: identified, pass: trial.passes });
    });
  }

  #address(kept: KeptTrial): Addressed {
    let caseId = kept.caseId;
    for (let nth = 2; this.#trials.has(caseId); nth++) caseId = `${kept.caseId}.${nth}`;
    const [header] = suiteHeader(kept.plan, this.#bench.project.root).header.variants;
    if (!header) throw new RangeError("a trial that was played has a variant");
    const trial = { ...kept, caseId, key: caseId, position: this.#trials.size, passes: 0, header };
    this.#trials.set(caseId, trial);
    return trial;
  }

  /** Writes everything handed over until now in one step, so that concurrent tests do not wait for each other. */
  async #write(plan: SuitePlan, write: Write): Promise<void> {
    this.#waiting.push(write);
    const turn = this.#writing.then(async () => {
      const waiting = this.#waiting.splice(0);
      if (waiting.length === 0) return;
      const held = await heldStore(this.#bench);
      await this.#take(held, plan);
      await Promise.all(waiting.map((one) => one(held.store)));
      await held.store.runs.settle(this.id, [this.#suite(plan)]);
    });
    this.#writing = turn.catch(() => {});
    return turn;
  }

  /** Claims the run for this process, until the store is released. */
  async #take({ store, runs }: HeldStore, plan: SuitePlan): Promise<void> {
    const { id } = this;
    if (runs.has(id)) return;
    if (this.#isCreated) {
      const problem = await claimRun(store, id);
      if (problem) throw new InfrastructureError(problem);
    } else {
      const suites = [this.#suite(plan)];
      const options = planOptions(defaultOptions, [plan]);
      const header = { viva: version, node: process.versions.node, options, paths: [this.#path()] };
      await store.runs.create({ id, header, suites, owner: thisProcess(), at: Date.now() });
      this.#isCreated = true;
    }
    runs.add(id);
  }

  #path(): string {
    return relative(this.#bench.project.root, this.#file).split(sep).join("/");
  }

  #suite(plan: SuitePlan): StoredSuite {
    const { header, ...suite } = suiteHeader(plan, this.#bench.project.root);
    const trials = [...this.#trials.values()];
    const variants = new Map<string, VariantHeader>();
    for (const { header: one } of trials) {
      const key = hashOf({ ...one.variant });
      const cases = (variants.get(key)?.cases ?? 0) + 1;
      variants.set(key, { ...one, cases, planned: cases });
    }
    const dataset = hashOf(trials.map(({ caseId, caseHash }) => [caseId, caseHash]));
    const metrics = [...this.#metrics.values()];
    return {
      ...suite,
      planned: trials.length,
      header: {
        ...header,
        file: this.#path(),
        variants: [...variants.values()],
        dataset,
        metrics,
        gate: { maxSkipped: 1 },
      },
    };
  }
}

/** The name of a test file's conversations with one agent in reports. */
export function suiteName(file: string, agent: string): string {
  return `${basename(file).replace(/\.\w+$/, "")}.${agent}`.replace(/[^\w.-]+/g, "-");
}
