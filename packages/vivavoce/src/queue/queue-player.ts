import { setTimeout as sleep } from "node:timers/promises";
import { unlessAborted } from "../base/index.ts";
import { emptyTally } from "../gate/index.ts";
import { plannedTrials, type SuitePlayer, type SuiteWork, suiteTrial } from "../run/index.ts";
import { StoreError } from "../store/index.ts";
import { QueueError } from "./queue-error.ts";
import type { TrialJob, TrialQueue } from "./redis-queue.ts";
import { type WaitSettings, workerWait } from "./worker-wait.ts";

interface QueuePlayerSettings extends WaitSettings {
  queueOf(run: string): TrialQueue;
  /** The run was stopped, and this many trials stay pending because the worker that had them is gone. */
  abandoned(trials: number): void;
  /** Between two looks at the queue. */
  pauseMs?: number;
  /** How many trials may wait in the queue. */
  most?: number;
  /** How long workers may have trials whose results are in the store. */
  lastWordsMs?: number;
}

/** A look at the store waits this many times as long as the last one took, so that it takes little of the store's time. */
const rest = 10;

/** Has a suite's trials played by workers that take them from a queue. What is done is read from the store. */
export function queuePlayer(settings: QueuePlayerSettings): SuitePlayer {
  const told = new Set<string>();
  return (work) => new QueuedSuite(work, settings, told).play();
}

class QueuedSuite {
  readonly #work: SuiteWork;
  readonly #queue: TrialQueue;
  readonly #settings: Required<QueuePlayerSettings>;
  readonly #wait: ReturnType<typeof workerWait>;
  readonly #toFeed: Iterator<TrialJob>;
  readonly #accounts: ReturnType<SuiteWork["budget"]["begin"]>[] = [];
  #fed = 0;
  #isAllFed = false;
  #doneBefore: number | undefined;
  #cost = 0;
  #nextLook = 0;
  #nextAnnouncement = 0;
  /** Trials of workers that give no sign any more, a second ago at most. */
  #abandoned = 0;
  /** When the last result came. */
  #doneAt: number | undefined;

  constructor(work: SuiteWork, settings: QueuePlayerSettings, told: Set<string>) {
    this.#work = work;
    this.#settings = { pauseMs: 100, most: 1_000, lastWordsMs: 20_000, ...settings };
    this.#queue = settings.queueOf(work.run);
    this.#wait = workerWait(work, this.#queue, settings, told);
    this.#toFeed = this.#jobs();
  }

  async play(): Promise<void> {
    const { abort } = this.#work.settings;
    using _holds = this.#wait.watch();
    await this.#unsettle();
    await this.#look();
    while (!abort.aborted) {
      // A server that is away keeps nobody waiting after an abort.
      const step = unlessAborted(this.#step(), abort);
      if (await step.catch((error: unknown) => abort.aborted || this.#outlast(error))) return this.#vouch();
      await sleep(this.#settings.pauseMs, undefined, { signal: abort }).catch(() => {});
    }
  }

  /** Workers say what they have written, so that somebody else's changes are noticed. */
  async #vouch(): Promise<void> {
    const { run, suite, settings } = this.#work;
    const digests = await this.#queue.digests().catch(() => ({}));
    const own = `${suite.plan.position} `;
    for (const [key, digest] of Object.entries(digests))
      if (key.startsWith(own))
        settings.store.ledger.vouch({ run, suite: suite.plan.position, trial: key.slice(own.length) }, Number(digest));
  }

  /** Feeds the queue, and looks what is done. Returns whether nothing is left to wait for. */
  async #step(): Promise<boolean> {
    const { suite, stopped, settings } = this.#work;
    if (performance.now() >= this.#nextAnnouncement) await this.#announce();
    // First the queue, then the store: a trial that has left the queue by now is in the store.
    const counts = await this.#queue.counts();
    const isEmpty = counts.waiting + counts.active === 0;
    suite.running = counts.active;
    if (isEmpty || performance.now() >= this.#nextLook) await this.#look();
    await this.#wait.look(counts, this.#abandoned);
    if (stopped()) {
      // What the cost limit allowed is played; after Ctrl-C and --bail only what workers have begun.
      const isWaitedFor = !settings.stop.aborted && this.#work.budget.exhausted;
      if (isWaitedFor) return isEmpty;
      if (counts.waiting > 0) await this.#queue.drain();
      return isEmpty || (await this.#areAbandoned(counts.active));
    }
    if (isEmpty && this.#outstanding > 0) await this.#addLost();
    else await this.#feed(counts.waiting);
    return this.#isAllFed && this.#outstanding === 0 && this.#isQuiet(isEmpty);
  }

  /**
   * A worker has a trial until it has also noted what the agent did after its conversation, which may fail the trial. A
   * worker that was killed in between is not waited for longer than others would wait to take its trial.
   */
  #isQuiet(isEmpty: boolean): boolean {
    this.#doneAt ??= performance.now();
    return isEmpty || performance.now() - this.#doneAt > this.#settings.lastWordsMs;
  }

  /** Whether nobody plays the trials that workers have had: nobody can be waited for to take them after a stop. */
  async #areAbandoned(active: number): Promise<boolean> {
    const trials = await this.#queue.abandoned();
    if (trials === 0 || trials < active) return false;
    // What else is done by now counts.
    await this.#look();
    this.#settings.abandoned(trials);
    return true;
  }

  /** A store that cannot be reached is waited for, and so is the queue: workers do the same, and have lost nothing. */
  #outlast(error: unknown): false {
    const isQueue = error instanceof QueueError;
    if (!isQueue && (!(error instanceof StoreError) || error.fault !== "unreachable")) throw error;
    this.#wait.outage(`waiting for the ${isQueue ? "queue" : "store"}: ${error.message}`);
    return false;
  }

  async #announce(): Promise<void> {
    await this.#queue.announce();
    this.#abandoned = await this.#queue.abandoned();
    this.#nextAnnouncement = performance.now() + 1_000;
  }

  /** Trials that were fed and have no result yet. */
  get #outstanding(): number {
    return this.#fed - (this.#done - (this.#doneBefore ?? 0));
  }

  get #done(): number {
    const { planned, pending } = this.#work.suite.tally;
    return planned - pending;
  }

  *#jobs(): Generator<TrialJob> {
    const { suite, trials, isDone } = this.#work;
    for (const { key, position } of trials()) {
      if (!isDone(key)) yield { suite: suite.plan.position, position, trial: key };
    }
  }

  /** Trials that are to be scored again have a status, and nobody would get them. */
  async #unsettle(): Promise<void> {
    const { run, suite, settings, isPlayed, isDone } = this.#work;
    if (!settings.resumption) return;
    const { plan } = suite;
    const again = plannedTrials(plan).filter(({ key }) => isPlayed(key) && !isDone(key));
    const addresses = again.map(({ key }) => ({ run, suite: plan.position, trial: key }));
    await settings.store.trials.unsettle([...addresses]);
  }

  async #feed(waiting: number): Promise<void> {
    const { budget, settings, stopped, ahead = () => Number.POSITIVE_INFINITY } = this.#work;
    // Before the first trial is over, its cost is not known: those that workers have, or have played since the last look
    // at the store, count as well.
    const isCostKnown = budget.limit === undefined || this.#done > 0;
    const hasRoom = (more: number) =>
      this.#outstanding + more < ahead() &&
      (isCostKnown ? waiting + more < this.#settings.most : this.#outstanding + more < settings.options.concurrency);
    const jobs: TrialJob[] = [];
    while (hasRoom(jobs.length) && !stopped()) {
      const next = this.#toFeed.next();
      if (next.done) {
        this.#isAllFed = true;
        break;
      }
      if (budget.limit !== undefined) this.#accounts.push(budget.begin());
      jobs.push(next.value);
    }
    // Before they are added: those that the queue cannot take now count as lost, and are added again.
    this.#fed += jobs.length;
    await this.#queue.add(jobs);
  }

  /** The queue has lost trials: its server was restarted without its data, or a worker could not play them. */
  async #addLost(): Promise<void> {
    const { run, suite, settings } = this.#work;
    const done = new Set<string>();
    for await (const { trial, status } of settings.store.trials.summaries(run, suite.plan.position)) {
      if (status !== undefined) done.add(trial);
    }
    const fed = this.#jobs().take(this.#fed);
    const lost = fed.filter(({ trial }) => !done.has(trial)).take(this.#settings.most);
    await this.#queue.add([...lost]);
  }

  /** Reads from the store how far the suite is. */
  async #look(): Promise<void> {
    const { suite, run, settings, bail } = this.#work;
    const begun = performance.now();
    const { plan } = suite;
    const standing = await settings.store.calls.standing(run, plan.position, suiteTrial);
    const before = this.#done;
    const finished = Object.values(standing.statuses).reduce((sum, count) => sum + count, 0);
    Object.assign(suite.tally, emptyTally(plan.planned), standing.statuses, { pending: plan.planned - finished });
    this.#doneBefore ??= finished;
    suite.calls.live = standing.calls;
    if (standing.cached) suite.cached = standing.cached;
    suite.answered = standing.calls;
    if (plan.mode.kind === "replay") suite.calls.replayed = standing.conversationCalls;
    suite.cost = standing.cost;
    this.#settle(this.#done - before, standing.cost ?? 0);
    if (settings.options.bail && suite.tally.passed + suite.tally.skipped < finished) bail();
    if (this.#done !== before) {
      this.#wait.progressed();
      settings.listener?.moved?.(suite);
    }
    this.#nextLook = performance.now() + rest * (performance.now() - begun);
  }

  /** So many more trials are over, and the calls of all of them cost so much by now. */
  #settle(trials: number, cost: number): void {
    const over = this.#accounts.splice(0, trials);
    const account = over[0] ?? this.#accounts[0];
    // The cost of trials that are still under way counts as well. What an earlier process has spent counts already.
    account?.add(cost - this.#cost);
    if (account || this.#fed === 0) this.#cost = cost;
    for (const one of over) one.end();
  }
}
