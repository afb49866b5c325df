import { setTimeout as sleep } from "node:timers/promises";
import { type Redactor, sentencesOf, unlessAborted, VivaError } from "../base/index.ts";
import type { AnswerShelf, Pace } from "../model/index.ts";
import type { Elsewhere, SuitePlan } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import { type Store, StoreError } from "../store/index.ts";
import { planForWorker, type WorkerProject } from "./plan-for-worker.ts";
import { QueueError, QueueForbidden } from "./queue-error.ts";
import type { AnnouncedRun, QueueCounts } from "./redis-queue.ts";
import { pulseReader, type WorkerState, watchRun } from "./run-watch.ts";
import { RunService } from "./serve-run.ts";
import { PlayedHere } from "./worker-figures.ts";
import { refusedRuns, type WorkerSettings, workerStore } from "./worker-store.ts";

interface WorkSettings extends WorkerSettings {
  /** Opened for each run: its files may have changed since the last one. */
  openProject(): Promise<WorkerProject>;
  concurrency: number;
  /** End when a run is over. */
  once: boolean;
  stop: AbortSignal;
  abort: AbortSignal;
  elsewhere: Elsewhere;
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

/** A run that this worker has planned, and what it has played of it so far. */
interface Planned {
  owner: string | undefined;
  plans: SuitePlan[];
  redactor: Redactor;
  played: PlayedHere;
}

/** How long a run is left alone if only the store could not be written. */
const unwritableForMs = 10_000;
/** How long a run is played before others of the same priority have their turn, and how often a sign is given. */
const [shortestTurnMs, signMs] = [3_000, 10_000];

/** Plays trials of the runs that wait in the queue, in turns, until it is told to stop. */
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
  readonly #store: ReturnType<typeof workerStore>;
  readonly #isAlive = pulseReader();
  readonly #refused: ReturnType<typeof refusedRuns>;
  readonly #planned = new Map<string, Planned>();
  /** When each run was last begun here. */
  readonly #turns = new Map<string, number>();
  #turnMs = shortestTurnMs;
  #nextSign = 0;
  #isQueueAway = false;

  constructor(settings: WorkSettings) {
    this.#settings = settings;
    this.#refused = refusedRuns(settings);
    this.#store = workerStore(settings);
  }

  /** Plays the next run that has something to do. Returns whether it was played until it was over. */
  async onNext(): Promise<boolean> {
    const { stop } = this.#settings;
    const runs = await unlessAborted(this.#announced(), stop).catch((error: unknown) => {
      if (stop.aborted) return [];
      throw error;
    });
    for (const id of this.#planned.keys()) if (!runs.some((run) => run.id === id)) this.#drop(id);
    const turnOf = ({ id }: AnnouncedRun) => this.#turns.get(id) ?? 0;
    const inTurn = runs.toSorted((a, b) => b.priority - a.priority || turnOf(a) - turnOf(b));
    // A run whose trials all have workers comes last: a trial may come back to its queue.
    for (const least of ["waiting", "active"] as const) {
      for (const { id } of inTurn) {
        if (stop.aborted) return false;
        const run = await this.#waitingRun(id, least).catch((error: unknown) => {
          if (isElsewhere(error)) throw error;
          return this.#refused.setAside(id, error);
        });
        if (run) return this.#serve(run);
      }
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
    await this.#store.lost(error);
    return false;
  }

  async end(): Promise<void> {
    for (const id of this.#planned.keys()) this.#drop(id);
    // The queue may be away: then nobody waits for it.
    await Promise.race([this.#settings.source.sign(false).catch(() => {}), sleep(1_000, undefined, { ref: false })]);
    await this.#store.close();
  }

  /** The runs in the queue. From time to time this gives a sign of life, and finds out whether the store is there. */
  async #announced(): Promise<AnnouncedRun[]> {
    const { source } = this.#settings;
    if (performance.now() >= this.#nextSign) {
      await source.sign(true);
      await this.#store.check();
      this.#nextSign = performance.now() + signMs;
    }
    return source.runs();
  }

  async #waitingRun(id: string, least: keyof QueueCounts): Promise<StoredRun | undefined> {
    if (this.#refused.has(id) || (await this.#settings.source.counts(id))[least] === 0) return undefined;
    const store = await this.#store.open();
    const pulse = await store.runs.pulse(id);
    this.#store.silent(0);
    if (!pulse) {
      await this.#refused.add(id, `it is in the queue, but not in this worker's store (${this.#settings.storeShown})`);
      return undefined;
    }
    return this.#isAlive(id, pulse) ? store.runs.find(id) : undefined;
  }

  async #serve(run: StoredRun): Promise<boolean> {
    const { source, clean, whilePlaying } = this.#settings;
    this.#turns.set(run.id, performance.now());
    try {
      const planned = await this.#plan(run, await this.#store.open());
      this.#isQueueAway = false;
      const isOver = await whilePlaying(planned.plans, run, (cache) => this.#play(run, planned, cache));
      if (isOver) await source.forget(run.id);
      return isOver;
    } catch (error) {
      this.#drop(run.id);
      // A store that can be read, but not written, seems to be back at every look.
      const isUnwritable = error instanceof StoreError && ["read-only", "full"].includes(error.fault);
      if ((!isUnwritable && isElsewhere(error)) || !VivaError.isInstance(error) || this.#settings.once) throw error;
      // Otherwise a case that cannot be read, or another agent.
      await this.#refused.add(run.id, clean(sentencesOf(error)), isUnwritable ? unwritableForMs : undefined);
      if (isUnwritable) await this.#store.close();
      return false;
    }
  }

  /** Plans a run, or takes the plan of its last turn. */
  async #plan(run: StoredRun, store: Store): Promise<Planned> {
    const { source, openProject, concurrency, say } = this.#settings;
    const known = this.#planned.get(run.id);
    if (known && known.owner === run.owner) return known;
    this.#drop(run.id);
    const around = await openProject();
    const plans = await planForWorker(around, store, run, this.#settings);
    await source.refuse(run.id, undefined);
    say(`run ${run.id}: playing its trials, ${concurrency} at a time`);
    const planned = { owner: run.owner, plans, redactor: around.redactor, played: new PlayedHere(plans) };
    this.#planned.set(run.id, planned);
    return planned;
  }

  /** Says what was played of a run that this worker leaves for good. */
  #drop(id: string): void {
    for (const line of this.#planned.get(id)?.played.lines() ?? []) this.#settings.say(`run ${id}: ${line}`);
    this.#planned.delete(id);
  }

  /** Returns whether the run is over. */
  async #play(run: StoredRun, { plans, redactor, played }: Planned, cache: AnswerShelf | undefined): Promise<boolean> {
    const { say, figures } = this.#settings;
    const store = await this.#store.open();
    const service = new RunService({
      ...this.#settings,
      ...{ store, run, plans, redactor, cache },
      finished: (plan, trial) => {
        played.add(plan, trial);
        figures.ended(trial.status);
      },
      late: (complaint, status) => say(`${complaint}; its trial is ${status}`),
    });
    const watch = watchRun({
      ...{ store, run, service, isAlive: this.#isAlive, turnMs: this.#turnMs },
      isOtherDue: (state) => this.#isOtherDue(run.id, state),
      silent: (ms) => this.#store.silent(ms),
    });
    try {
      await service.serve();
    } finally {
      watch.end();
      const { leftAt } = watch.seen;
      if (leftAt === undefined) this.#drop(run.id);
      // If trials take long, so does leaving a run: then turns are longer, too.
      else this.#turnMs = Math.max(shortestTurnMs, 4 * (performance.now() - leftAt));
    }
    return watch.seen.isOver;
  }

  /** Whether another run should have this worker: it is more urgent, or it is its turn and it has less than its share. */
  async #isOtherDue(id: string, { isIdle, isTurnOver, underWay }: WorkerState): Promise<boolean> {
    const { source } = this.#settings;
    const runs = await this.#announced();
    const own = runs.find((run) => run.id === id)?.priority ?? 0;
    for (const other of runs) {
      const isFirst = isIdle || other.priority > own;
      if (other.id === id || this.#refused.has(other.id)) continue;
      if (!isFirst && (!isTurnOver || other.priority < own)) continue;
      const { waiting, active } = await source.counts(other.id);
      if (waiting === 0) continue;
      const hasShare = async () => (await source.counts(id)).active - underWay < active + underWay;
      if (!isFirst && active > 0 && (await hasShare())) continue;
      const pulse = await (await this.#store.open()).runs.pulse(other.id);
      if (pulse && this.#isAlive(other.id, pulse)) return true;
    }
    return false;
  }
}

/** Whether an error is about the store or the queue, and not about a run. */
function isElsewhere(error: unknown): boolean {
  return [StoreError, QueueError, QueueForbidden].some((kind) => error instanceof kind);
}
