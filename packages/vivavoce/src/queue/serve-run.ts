import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { endServers } from "../agent/index.ts";
import { InfrastructureError, type Redactor, sentencesOf, showValue } from "../base/index.ts";
import type { AnswerShelf } from "../model/index.ts";
import { closeNetwork } from "../network/index.ts";
import {
  type Elsewhere,
  type FinishedTrial,
  failLate,
  type LateTrial,
  type PlannedTrial,
  runTrial,
  type SuitePlan,
  type TrialHost,
  trialAt,
} from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import { type ClaimedTrial, type Store, StoreError, thisProcess } from "../store/index.ts";
import type { JobEnd, TrialJob, TrialSource } from "./redis-queue.ts";
import type { WorkerFigures } from "./worker-figures.ts";

interface ServeSettings {
  store: Store;
  source: TrialSource;
  run: StoredRun;
  plans: readonly SuitePlan[];
  concurrency: number;
  redactor: Redactor;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: AnswerShelf | undefined;
  elsewhere: Elsewhere;
  /** Aborted: no more trials are taken; those under way are finished. */
  stop: AbortSignal;
  /** Aborted: trials under way are dropped, and go back to the queue. */
  abort: AbortSignal;
  /** Called with each trial that is safe in the store. */
  finished(plan: SuitePlan, trial: FinishedTrial): void;
  say(text: string): void;
  /** An agent went on after its conversation, so its trial is failed. */
  late(complaint: string, status: "failed" | "errored"): void;
  figures: WorkerFigures;
  /** How long the queue may take to close when no trial is under way. */
  closeMs?: number | undefined;
}

/** Plays the trials of one run that this worker gets, until it is told to stop, or something is wrong. */
export class RunService {
  readonly #settings: ServeSettings;
  readonly #gone = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  /** Aborted when the run is not served any more. */
  readonly #over = new AbortController();
  readonly #network = { used: false };
  /** How many trials this worker plays at this moment. */
  underWay = 0;
  /** Trials under way that have entered the current suite. */
  #inside = 0;
  #switching: Promise<void> | undefined;
  #suite: { plan: SuitePlan; reopen(): void } | undefined;
  #fault: { error: unknown } | undefined;
  #isLockTold = false;

  constructor(settings: ServeSettings) {
    this.#settings = settings;
  }

  /** Nobody waits for this run any more: trials under way are dropped. */
  drop(): void {
    this.#gone.abort();
    this.#ended.resolve();
  }

  /** Takes no more trials; those under way are finished. */
  leave(): void {
    this.#ended.resolve();
  }

  /** Resolves when no trial is under way any more. Throws if this worker cannot go on. */
  async serve(): Promise<void> {
    const { source, run, plans, concurrency, stop, abort, elsewhere } = this.#settings;
    const most = plans.reduce((least, plan) => Math.min(least, plan.concurrency ?? least), concurrency);
    const serving = source.serve(run.id, most, (job) => this.#counted(job));
    const end = () => this.#ended.resolve();
    stop.addEventListener("abort", end, { once: true });
    if (stop.aborted) end();
    try {
      await this.#ended.promise;
      // The queue's server may be away: then nobody waits for it.
      const dropped: Promise<unknown> = abort.aborted ? Promise.resolve() : once(abort, "abort");
      const cutOff = dropped.then(() => sleep(2_000));
      const closed = serving.close().finally(() => this.#over.abort());
      await Promise.race([closed, cutOff, this.#idleForLong()]);
    } finally {
      this.#over.abort();
      stop.removeEventListener("abort", end);
      await elsewhere.end();
      await this.#leaveSuite();
    }
    if (this.#fault) throw this.#fault.error;
  }

  /** A queue that has refused a connection never says that it is closed, and the worker would serve no other run. */
  async #idleForLong(): Promise<void> {
    const { closeMs = 10_000 } = this.#settings;
    const step = closeMs / 10;
    for (let idleMs = 0; idleMs < closeMs && !this.#over.signal.aborted; ) {
      await sleep(step);
      idleMs = this.underWay > 0 ? 0 : idleMs + step;
    }
  }

  async #counted(job: TrialJob): Promise<JobEnd> {
    const { figures } = this.#settings;
    this.underWay += 1;
    figures.running += 1;
    const end = await this.#play(job);
    this.underWay -= 1;
    figures.running -= 1;
    if (end === "again") figures.givenBack += 1;
    return end;
  }

  async #play(job: TrialJob): Promise<JobEnd> {
    if (this.#fault || this.#over.signal.aborted) return "again";
    try {
      return await this.#playTrial(job);
    } catch (error) {
      // Another worker has the trial: this one stood still for too long.
      if (error instanceof StoreError && error.fault === "taken-over") return "done";
      if (!this.#abort.aborted) this.#fault ??= { error };
      this.#ended.resolve();
      return "again";
    }
  }

  get #abort(): AbortSignal {
    return AbortSignal.any([this.#settings.abort, this.#gone.signal]);
  }

  async #playTrial(job: TrialJob): Promise<JobEnd> {
    const { store, run, plans, say } = this.#settings;
    const plan = plans.find(({ position }) => position === job?.suite);
    const trial = plan && Number.isInteger(job.position) ? trialAt(plan, job.position) : undefined;
    if (!plan || !trial) {
      // No project holds such a trial. If it were given back, every worker would stop at it.
      say(`run ${run.id}: the queue has an entry that is not a trial, which is set aside: ${showValue(job)}`);
      return "done";
    }
    if (trial.key !== job.trial) throw notPlanned(run, job);
    const address = { run: run.id, suite: plan.position, trial: trial.key };
    const taker = { worker: thisProcess(), planner: run.owner };
    const claim = await store.trials.claim(address, taker).catch((error: unknown) => this.#locked(error));
    if (claim === "locked") return "again";
    if (!claim) return "done";
    if (claim === "not-ours") {
      // The run was resumed, perhaps with other cases or limits: whoever has the new plan plays the trial.
      this.drop();
      return "again";
    }
    await this.#enter(plan);
    try {
      const vouch = async () => {
        const digest = store.ledger.digest(address);
        // Without it, the planner only knows less.
        if (digest !== undefined) await this.#settings.source.vouch(run.id, job, String(digest)).catch(() => {});
      };
      await this.#playClaimed(plan, trial, claim, vouch);
      await vouch();
      return "done";
    } finally {
      this.#inside -= 1;
    }
  }

  /** Another process has locked the trial, perhaps one that stands still: the trial goes back to the queue. */
  async #locked(error: unknown): Promise<"locked"> {
    if (!(error instanceof StoreError) || error.fault !== "locked") throw error;
    if (!this.#isLockTold) this.#settings.say(`${sentencesOf(error)} The trial goes back to the queue.`);
    this.#isLockTold = true;
    await sleep(1_000, undefined, { signal: this.#abort }).catch(() => {});
    return "locked";
  }

  async #playClaimed(plan: SuitePlan, trial: PlannedTrial, claim: ClaimedTrial, vouch: () => Promise<void>) {
    const { store, run, redactor, cache, elsewhere, finished, late: tell } = this.#settings;
    const late: LateTrial[] = [];
    let isSafe = false;
    const fail = async (one: LateTrial) => {
      await failLate(store, one, tell);
      await vouch();
    };
    const host: TrialHost = {
      store,
      run: run.id,
      plan,
      options: run.header.options,
      redactor,
      cache,
      abort: this.#abort,
      network: this.#network,
      elsewhere,
      // Written after the trial's own result, which it replaces. If the run is over by then, its result stands.
      onLate: (one) => void (isSafe ? fail(one).catch(() => {}) : late.push(one)),
    };
    // A trial that an earlier worker had may be what ended it.
    const apart = claim.taken > 1 || run.header.processes !== undefined || plan.loaded.suite.isolation === "process";
    const nothing = () => {};
    const manner = { begun: true, played: claim.isPlayed, apart };
    const done = await runTrial(host, trial, { ...manner, onRecord: nothing, onSent: nothing });
    await done.synced;
    // Its process reports what the agent does after the conversation.
    if (apart) await elsewhere.end();
    isSafe = true;
    for (const one of late) await fail(one);
    finished(plan, done);
  }

  /** Suites are played one after the other; each has its own rules for the network. */
  async #enter(plan: SuitePlan): Promise<void> {
    while (this.#suite?.plan !== plan) {
      if (this.#inside === 0) this.#switching ??= this.#switchTo(plan);
      await (this.#switching ?? sleep(50));
    }
    this.#inside += 1;
  }

  async #switchTo(plan: SuitePlan): Promise<void> {
    await this.#leaveSuite();
    this.#suite = { plan, reopen: closeNetwork(plan.network) };
    this.#switching = undefined;
  }

  async #leaveSuite(): Promise<void> {
    const suite = this.#suite;
    this.#suite = undefined;
    if (!suite) return;
    await endServers();
    suite.reopen();
  }
}

function notPlanned({ id }: StoredRun, { trial, suite }: TrialJob): InfrastructureError {
  return new InfrastructureError({
    message: `the queue has trial ${trial} of suite ${suite + 1} of run ${id}, which this worker has not planned`,
    remedy: "Give the worker the same version of the project, then start it again.",
  });
}
