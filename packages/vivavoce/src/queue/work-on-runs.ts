import { setTimeout as sleep } from "node:timers/promises";
import { safeLine, sentencesOf, unlessAborted, VivaError } from "../base/index.ts";
import type { AnswerShelf, Pace } from "../model/index.ts";
import type { Elsewhere, SuitePlan } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import { type Store, StoreError } from "../store/index.ts";
import { planForWorker, type WorkerProject } from "./plan-for-worker.ts";
import { PlayedHere } from "./played-here.ts";
import { Pulses } from "./pulses.ts";
import { QueueError, QueueForbidden } from "./queue-error.ts";
import { RunService, type ServeSettings } from "./serve-run.ts";
import type { TrialSource } from "./trial-queue.ts";

interface WorkSettings {
  source: TrialSource;
  /** Opened for each run: its files may have changed since the last one. */
  openProject(): Promise<WorkerProject>;
  openStore(): Promise<Store>;
  /** The store, as it may be shown. */
  storeShown: string;
  concurrency: number;
  /** End when a run is over. */
  once: boolean;
  stop: AbortSignal;
  abort: AbortSignal;
  elsewhere: Elsewhere;
  say(text: string): void;
  /** Text without this machine's secrets: others read in the queue why this worker refuses a run. */
  clean(text: string): string;
  /** Keeps the limits of models together with other workers. */
  pace?: Pace | undefined;
  /** Wraps the playing of a run's trials. */
  whilePlaying<T>(
    plans: readonly SuitePlan[],
    run: StoredRun,
    play: (cache: AnswerShelf | undefined) => Promise<T>,
  ): Promise<T>;
  lookMs?: number;
}

/** A run that this worker has refused is looked at again after this time: its files may have been replaced. */
const refusedForMs = 60_000;

/** Plays trials of the runs that wait in the queue, one run after the other, until it is told to stop. */
export async function workOnRuns(settings: WorkSettings): Promise<void> {
  const { stop, once, lookMs = 500 } = settings;
  const work = new Work(settings);
  try {
    while (!stop.aborted) {
      if (await work.onNext().catch((error: unknown) => work.survive(error))) {
        if (once) return;
      } else await sleep(lookMs, undefined, { signal: stop }).catch(() => {});
    }
  } finally {
    await work.end();
  }
}

class Work {
  readonly #settings: WorkSettings;
  readonly #pulses = new Pulses();
  /** Until when a run is left alone. */
  readonly #refused = new Map<string, number>();
  readonly #told = new Set<string>();
  #store: Store | undefined;
  #isStoreAway = false;
  #isQueueAway = false;

  constructor(settings: WorkSettings) {
    this.#settings = settings;
  }

  /** Plays the next run that has something to do. Returns whether it was played until it was over. */
  async onNext(): Promise<boolean> {
    const { source, stop } = this.#settings;
    const ids = await unlessAborted(source.runs(), stop).catch((error: unknown) => {
      if (stop.aborted) return [];
      throw error;
    });
    for (const id of ids) {
      if (stop.aborted) return false;
      const run = await this.#waitingRun(id).catch((error: unknown) => this.#setAside(id, error));
      if (run) return this.#serve(run);
    }
    return false;
  }

  /** A store or a queue that is away comes back; everything else ends the worker. */
  async survive(error: unknown): Promise<false> {
    if (this.#settings.once) throw error;
    if (error instanceof QueueError) {
      if (!this.#isQueueAway) this.#settings.say(`${error.message}. This worker waits for the queue.`);
      this.#isQueueAway = true;
      return false;
    }
    if (!(error instanceof StoreError)) throw error;
    if (!this.#isStoreAway) this.#settings.say(`${sentencesOf(error)} This worker waits for the store.`);
    this.#isStoreAway = true;
    // After a failed write a store refuses all later ones.
    await this.end();
    return false;
  }

  async end(): Promise<void> {
    const store = this.#store;
    this.#store = undefined;
    await store?.close().catch(() => {});
  }

  async #openStore(): Promise<Store> {
    this.#store ??= await this.#settings.openStore();
    return this.#store;
  }

  async #waitingRun(id: string): Promise<StoredRun | undefined> {
    const { source, say, storeShown } = this.#settings;
    if ((this.#refused.get(id) ?? 0) > performance.now()) return undefined;
    const { waiting, active } = await source.counts(id);
    // Trials of a worker that is gone come back only while somebody else takes trials of the run.
    if (waiting + active === 0) return undefined;
    const store = await this.#openStore();
    const pulse = await store.runs.pulse(id);
    if (this.#isStoreAway) say("the store is back");
    this.#isStoreAway = false;
    if (!pulse) {
      this.#tellOnce(`run ${id} is in the queue, but not in this worker's store (${storeShown})`);
      return undefined;
    }
    return this.#pulses.isAlive(id, pulse) ? store.runs.find(id) : undefined;
  }

  /** One entry that cannot be read does not keep the worker from the other runs. */
  #setAside(id: string, error: unknown): undefined {
    if ([StoreError, QueueError, QueueForbidden].some((kind) => error instanceof kind)) throw error;
    const reason = this.#settings.clean(sentencesOf(error));
    this.#tellOnce(`the queue's entry for run ${safeLine(id, 80)} cannot be read and is set aside: ${reason}`);
    this.#refused.set(id, performance.now() + refusedForMs);
  }

  async #serve(run: StoredRun): Promise<boolean> {
    const { source, openProject, concurrency, say, clean, whilePlaying } = this.#settings;
    const store = await this.#openStore();
    try {
      const around = await openProject();
      const plans = await planForWorker(around, store, run, this.#settings);
      await source.refuse(run.id, undefined);
      this.#isQueueAway = false;
      say(`run ${run.id}: playing its trials, ${concurrency} at a time`);
      const { redactor } = around;
      const isOver = await whilePlaying(plans, run, (cache) => this.#play({ store, run, plans, redactor, cache }));
      if (isOver) await source.forget(run.id);
      return isOver;
    } catch (error) {
      // A store that can be read, but not written, seems to be back at every look.
      const isReadOnly = error instanceof StoreError && error.fault === "read-only";
      const isElsewhere = !isReadOnly && [StoreError, QueueError, QueueForbidden].some((kind) => error instanceof kind);
      if (isElsewhere || !VivaError.isInstance(error) || this.#settings.once) throw error;
      // A case that cannot be read, or another agent: this worker can do nothing for the run.
      const reason = clean(sentencesOf(error));
      this.#tellOnce(`run ${run.id} is refused: ${reason}`);
      this.#refused.set(run.id, performance.now() + refusedForMs);
      await source.refuse(run.id, reason);
      // After a failed write a store refuses all later ones.
      if (isReadOnly) await this.end();
      return false;
    }
  }

  /** Returns whether the run is over. */
  async #play(given: Pick<ServeSettings, "store" | "run" | "plans" | "redactor" | "cache">): Promise<boolean> {
    const { say } = this.#settings;
    const { store, run } = given;
    const played = new PlayedHere(given.plans);
    const service = new RunService({
      ...this.#settings,
      ...given,
      finished: (plan, trial) => played.add(plan, trial),
      late: (complaint, status) => say(`${complaint}; its trial is ${status}`),
    });
    const watch = new Watch(store, run, service, this.#pulses, (id) => this.#otherWaits(id));
    try {
      await service.serve();
    } finally {
      watch.end();
      for (const line of played.lines()) say(`run ${run.id}: ${line}`);
    }
    return watch.isOver;
  }

  async #otherWaits(id: string): Promise<boolean> {
    const { source } = this.#settings;
    for (const other of await source.runs()) {
      if (other === id || (this.#refused.get(other) ?? 0) > performance.now()) continue;
      const pulse = await (await this.#openStore()).runs.pulse(other);
      if (pulse && this.#pulses.isAlive(other, pulse) && (await source.counts(other)).waiting > 0) return true;
    }
    return false;
  }

  #tellOnce(text: string): void {
    if (!this.#told.has(text)) this.#settings.say(text);
    this.#told.add(text);
  }
}

/** Looks whether a run is still waited for while its trials are played. */
class Watch {
  /** The run was released or deleted. */
  isOver = false;
  readonly #timer: NodeJS.Timeout;
  #idleLooks = 0;

  constructor(
    store: Store,
    run: StoredRun,
    service: RunService,
    pulses: Pulses,
    otherWaits: (id: string) => Promise<boolean>,
  ) {
    const look = async () => {
      const pulse = await store.runs.pulse(run.id);
      if (pulse?.owner === undefined) {
        this.isOver = true;
        service.drop();
      }
      // Somebody else has resumed the run, perhaps with other cases.
      else if (pulse.owner !== run.owner) service.drop();
      else if (!pulses.isAlive(run.id, pulse)) service.leave();
      this.#idleLooks = service.underWay === 0 ? this.#idleLooks + 1 : 0;
      if (this.#idleLooks > 2 && (await otherWaits(run.id))) service.leave();
    };
    let isLooking = false;
    this.#timer = setInterval(() => {
      if (isLooking) return;
      isLooking = true;
      // If the store is away, the next look may find it.
      void look()
        .catch(() => {})
        .finally(() => {
          isLooking = false;
        });
    }, 1_000);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
