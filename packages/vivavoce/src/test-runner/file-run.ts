import { endServers } from "../agent/index.ts";
import { hashOf, InfrastructureError, runId, version } from "../base/index.ts";
import { trialStatus } from "../gate/index.ts";
import type { Metric } from "../metric/index.ts";
import {
  claimRun,
  defaultOptions,
  metricIdentity,
  planOptions,
  type SuitePlan,
  suiteHeader,
  type TestTrial,
} from "../run/index.ts";
import type { Case, MetricHeader, Score, StoredSuite, Transcript, VariantHeader } from "../shape/index.ts";
import { type Store, thisProcess } from "../store/index.ts";
import type { Bench } from "./bench.ts";

/** After this long without a request, store and servers are released; the next test opens them again. */
const restMs = 250;

// Taken before a test replaces the timers.
const { setTimeout, clearTimeout } = globalThis;

let underWay = 0;
let rest: ReturnType<typeof setTimeout> | undefined;
const stores = new Map<string, Promise<HeldStore>>();

/** A project's store, and the runs in it that this process holds. */
interface HeldStore {
  store: Store;
  runs: Set<string>;
}

/**
 * Does work that needs the stores or the servers of agents. Viva does not learn when a test file ends, so they are
 * released when no test has needed them for a moment. If the process ends before, nothing is lost: all writes are synced.
 */
export async function atWork<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  clearTimeout(rest);
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) {
      rest = setTimeout(() => void letGo(), restMs);
      rest.unref();
    }
  }
}

/** The project's store, for as long as tests need it. */
function heldStore(bench: Bench): Promise<HeldStore> {
  const { root } = bench.project;
  const held = stores.get(root) ?? bench.openStore().then((store) => ({ store, runs: new Set<string>() }));
  stores.set(root, held);
  // A store that could not be opened is tried again.
  held.catch(() => stores.delete(root));
  return held;
}

async function letGo(): Promise<void> {
  const held = [...stores.values()];
  stores.clear();
  await Promise.allSettled([endServers(), ...held.map(async (one) => close(await one))]);
}

async function close({ store, runs }: HeldStore): Promise<void> {
  try {
    for (const run of runs) await store.runs.release(run, true);
  } finally {
    await store.close();
  }
}

/** A trial that a test has played, on its way into the store. */
interface KeptTrial {
  open: TestTrial;
  plan: SuitePlan;
  testCase: Case;
  caseHash: string;
  /** What the agent did when the conversation was over. */
  late: readonly string[];
}

interface Addressed extends KeptTrial {
  header: VariantHeader;
  /** Its own, although the case may have been played before. */
  caseId: string;
  position: number;
  /** How often it has been written as scored. */
  passes: number;
  /** Everything that tests have asked of it, by the name under which it is kept. */
  scores: Map<string, { score: Score; identity: string }>;
}

type Write = (store: Store) => Promise<void>;

/** The run of one test file's conversations with one agent. It is complete after every step, because any test may be the last. */
export class FileRun {
  readonly id = runId();
  readonly #bench: Bench;
  readonly #trials = new Map<string, Addressed>();
  readonly #metrics = new Map<string, MetricHeader & { identities: Set<string> }>();
  readonly #waiting: Write[] = [];
  #writing: Promise<void> = Promise.resolve();
  #isCreated = false;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Writes the conversation and returns the id under which it is kept: a new one if the case was played before. */
  async keep(kept: KeptTrial): Promise<Addressed> {
    const trial = this.#address(kept);
    await this.#write(trial.plan, async (store) => {
      const { caseId, caseHash, position, open } = trial;
      const { tags, cluster } = trial.testCase;
      const status = trialStatus(open.transcript, []);
      const address = { run: this.id, suite: 0, trial: caseId };
      for (const record of open.records()) void store.write({ type: "call", ...address, record, pass: 1 });
      const facts = { position, caseId, caseHash, tags, cluster, variant: open.transcript.variant, repeat: 1 };
      void store.write({ type: "played", ...address, ...facts, transcript: open.transcript, playedAt: Date.now() });
      await store.write({ type: "scored", ...address, status, answers: open.answers(), scores: [], pass: 1 });
    });
    return trial;
  }

  /** Adds scores to a conversation that was kept. What one test found wrong with it stays wrong when another is content. */
  async score(trial: Addressed, metrics: readonly Metric[], scores: readonly Score[]): Promise<void> {
    const plan = { ...trial.plan, metrics };
    const added = metrics.flatMap(({ judged, gating }, index) => {
      const [score, identity] = [scores[index], metricIdentity(plan, index)];
      if (!score) return [];
      const name = keptName(trial, score.metric, identity);
      const kept = { score: { ...score, metric: name }, identity };
      trial.scores.set(name, kept);
      const { identities } = this.#metrics.get(name) ?? { identities: new Set<string>() };
      identities.add(identity);
      this.#metrics.set(name, { name, judged, gating, identity, identities });
      return [kept];
    });
    const known = [...trial.scores.values()].map(({ score }) => score);
    // What an agent does after its conversation is in no transcript: nobody can say that the trial passed.
    const status = trial.late.length > 0 ? "failed" : trialStatus(trial.open.transcript, known);
    trial.passes += 1;
    const pass = trial.passes;
    await this.#write(trial.plan, (store) => {
      const address = { run: this.id, suite: 0, trial: trial.caseId };
      return store.write({ type: "scored", ...address, status, answers: trial.open.answers(), scores: added, pass });
    });
  }

  #address(kept: KeptTrial): Addressed {
    const { id } = kept.testCase;
    let caseId = id;
    for (let nth = 2; this.#trials.has(caseId); nth++) caseId = `${id}.${nth}`;
    const [header] = suiteHeader(kept.plan, this.#bench.project.root).header.variants;
    if (!header) throw new RangeError("a trial that was played has a variant");
    const trial = { ...kept, caseId, position: this.#trials.size, passes: 0, scores: new Map(), header };
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
      const suite = this.#suite(plan);
      const options = planOptions(defaultOptions, [plan]);
      const header = { viva: version, node: process.versions.node, options, paths: [suite.header.file] };
      await store.runs.create({ id, header, suites: [suite], owner: thisProcess(), at: Date.now() });
      this.#isCreated = true;
    }
    runs.add(id);
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
    // One name for several questions, such as criteria of different tests, is a metric of its own, in whatever order.
    const metrics = [...this.#metrics.values()].map(({ identities, ...metric }) =>
      identities.size === 1 ? metric : { ...metric, identity: hashOf([...identities].sort()) },
    );
    return {
      ...suite,
      planned: trials.length,
      header: {
        ...header,
        variants: [...variants.values()],
        dataset,
        metrics,
        gate: { maxSkipped: 1 },
      },
    };
  }
}

/** The facts of a transcript that a test has played: where it is stored, and how it is scored. */
export interface PlayedTest {
  run: FileRun;
  trial: Addressed;
  /** The project's default for judged metrics. */
  threshold: number | undefined;
}

/** The transcripts that tests have played. */
export const playedTests = new WeakMap<Transcript, PlayedTest>();

/** Two questions of one name, such as the criteria of two tests, are two metrics: "criteria", "criteria.2". */
function keptName({ scores }: Addressed, metric: string, identity: string): string {
  const isFree = (name: string) => (scores.get(name)?.identity ?? identity) === identity;
  let name = metric;
  for (let nth = 2; !isFree(name); nth++) name = `${metric}.${nth}`;
  return name;
}
