import { EventEmitter, on } from "node:events";
import { InfrastructureError, plural, relativePath, version } from "../base/index.ts";
import {
  Elsewhere,
  executeRun,
  type FinishedTrial,
  type PlannedTrial,
  planOptions,
  planSuites,
  prepareSuites,
  type RunOptions,
  type SuitePlan,
} from "../run/index.ts";
import type { Store, StoredTrial } from "../store/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import type { Bench } from "./bench.ts";

/** One trial as the store holds it, and the run to look it up in. */
interface TestedTrial {
  run: string;
  trial: StoredTrial;
}

type Answer = PromiseWithResolvers<TestedTrial>;

/** A suite whose trials are played when tests ask for them, all in one run. The run is stored from the first trial on. */
export class SuiteRun {
  readonly plan: SuitePlan;
  readonly #bench: Bench;
  readonly #options: RunOptions;
  readonly #asked = new EventEmitter<{ trial: [PlannedTrial]; end: [] }>();
  /** Keeps what was asked for until it is taken. */
  readonly #events = on(this.#asked, "trial", { close: ["end"] });
  readonly #answers = new Map<string, Answer>();
  /** What was found after the tests: what agents did after their conversations, and results that somebody changed. */
  readonly #found: string[] = [];
  readonly #statuses = new Set<StoredTrial["status"]>();
  #running: Promise<void> | undefined;
  #fault: { error: unknown } | undefined;

  private constructor(bench: Bench, plan: SuitePlan, options: RunOptions) {
    this.#bench = bench;
    this.plan = plan;
    this.#options = options;
  }

  /** Reads and checks; nothing is played and nothing is stored. */
  static async plan(bench: Bench, loaded: LoadedSuite, options: RunOptions): Promise<SuiteRun> {
    const { concurrency = options.concurrency, maxCost } = bench.project.config;
    const settled = { ...options, concurrency, maxCost };
    const [plan] = await planSuites(bench, [loaded], settled, { store: () => bench.openStore() });
    if (!plan) throw new RangeError(`suite ${loaded.suite.name} was not planned`);
    return new SuiteRun(bench, plan, settled);
  }

  /** Plays and scores a trial once: a retried test gets the same result. */
  play(trial: PlannedTrial): Promise<TestedTrial> {
    const known = this.#answers.get(trial.key);
    if (known) return known.promise;
    const answer: Answer = Promise.withResolvers();
    if (this.#fault) answer.reject(this.#fault.error);
    this.#answers.set(trial.key, answer);
    this.#running ??= this.#run();
    this.#asked.emit("trial", trial);
    return answer.promise;
  }

  /** No more trials will be asked for. Throws if something found only now changes a trial's result. */
  async end(): Promise<void> {
    this.#asked.emit("end");
    await this.#running;
    if (this.#fault) throw this.#fault.error;
    if (this.#found.length > 0) throw new Error(this.#found.join("\n"));
    // Runners end well where every test was skipped.
    if (this.#statuses.size === 1 && this.#statuses.has("skipped")) {
      const { name } = this.plan.loaded.suite;
      throw new Error(`suite ${name}: nothing is expected in any trial that was played, so nothing was checked`);
    }
  }

  async #run(): Promise<void> {
    try {
      const store = await this.#bench.openStore();
      await this.#execute(store).finally(() => store.close());
    } catch (error) {
      this.#fault = { error };
      for (const { reject } of this.#answers.values()) reject(error);
    }
  }

  /** Trials in the order in which tests ask for them; the list ends when no more tests will come. */
  async *#inOrder(): AsyncGenerator<PlannedTrial> {
    for await (const [trial] of this.#events) yield trial;
  }

  async #execute(store: Store): Promise<void> {
    const { project, cwd, redactor } = this.#bench;
    const options = this.#options;
    await store.checkWritable();
    const { plans, suiteCalls } = await prepareSuites([this.plan], { redactor }, store);
    const { signal } = new AbortController();
    const { decided } = await executeRun({
      root: project.root,
      store,
      plans,
      options,
      header: {
        viva: version,
        node: process.versions.node,
        options: planOptions(options, plans),
        paths: [relativePath(project.root, this.plan.loaded.file)],
        concurrency: options.concurrency,
      },
      redactor,
      suiteCalls,
      asked: this.#inOrder(),
      elsewhere: new Elsewhere({ cwd, stray: (text) => process.stderr.write(redactor.text(text)) }),
      stop: signal,
      abort: signal,
      listener: {
        finished: (_progress, finished, run) => void this.#answer(store, run, finished),
        unplayed: ({ key }, error) => this.#answers.get(key)?.reject(error ?? this.#outOfMoney()),
        late: (complaint, status) => void this.#found.push(`${complaint}; its trial is ${status}`),
      },
    });
    const changed = decided.flatMap(({ reasons }) => reasons).find(({ kind }) => kind === "changed");
    if (changed) this.#found.push(changed.text);
  }

  async #answer(store: Store, run: string, { trial: { key }, status }: FinishedTrial): Promise<void> {
    const answer = this.#answers.get(key);
    try {
      const trial = await store.trials.find({ run, suite: this.plan.position, trial: key });
      if (!trial) throw new RangeError(`trial ${key} is not in the store`);
      this.#statuses.add(status);
      // Somebody may have changed what is stored.
      answer?.resolve({ run, trial: { ...trial, status } });
    } catch (error) {
      answer?.reject(error);
    }
  }

  #outOfMoney(): Error {
    const done = plural([...this.#answers].length - 1, "other trial");
    return new InfrastructureError({
      message: `this trial was not played: the cost limit of $${this.#options.maxCost} was reached after ${done}`,
      remedy: "Raise maxCost in viva.config.ts, or play fewer cases.",
    });
  }
}
