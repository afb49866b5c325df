import { InfrastructureError, plural } from "../base/index.ts";
import type { SuiteWork } from "../run/index.ts";
import type { QueueCounts, TrialQueue } from "./redis-queue.ts";

export interface WaitSettings {
  /** How to start a worker, for whoever waits for one. */
  workerCommand: string;
  /** How long no worker may be at work on trials that wait, before the run ends as an outage. */
  waitMs: number;
  /** Called once with the reason of each worker that does not play the run. */
  refused(worker: string, reason: string): void;
}

/** As long as no worker has a trial for this many looks, the progress line says so. */
const patience = 5;

/** Waits for workers to take trials, and says why none does. */
export class WorkerWait {
  readonly #work: SuiteWork;
  readonly #queue: TrialQueue;
  readonly #settings: WaitSettings;
  /** The refusals that were told. */
  readonly #told: Set<string>;
  #idleLooks = 0;
  /** For how long no worker was at work since the last result, as far as queue and store could be asked. */
  #idleMs = 0;
  #askedAt: number | undefined;

  constructor(work: SuiteWork, queue: TrialQueue, settings: WaitSettings, told: Set<string>) {
    this.#work = work;
    this.#queue = queue;
    this.#settings = settings;
    this.#told = told;
  }

  progressed(): void {
    this.#idleMs = 0;
  }

  /** Time in which nobody could be asked does not count. */
  outage(text: string): void {
    this.#askedAt = undefined;
    this.hold(text);
  }

  /** A store that does not answer holds up the looks as well. */
  watch(): Disposable {
    return setInterval(() => this.hold(), 1_000);
  }

  /** Sets what the progress line says that the suite waits for. A store that is away or full comes first. */
  hold(text = this.#work.suite.held): void {
    const trouble = this.#work.trouble?.();
    this.#work.suite.held = trouble === undefined ? text : `waiting for the store: ${trouble}`;
  }

  /** Throws if no worker has been at work for too long. */
  async look({ waiting, active }: QueueCounts, abandoned: number): Promise<void> {
    const { waitMs, workerCommand, refused } = this.#settings;
    const isIdle = waiting + active > 0 && active <= abandoned;
    this.#idleLooks = isIdle ? this.#idleLooks + 1 : 0;
    const now = performance.now();
    // A long time between two looks is one in which the store was away.
    if (this.#idleLooks > 1) this.#idleMs += Math.min(now - (this.#askedAt ?? now), 5_000);
    this.#askedAt = now;
    this.#work.suite.held = undefined;
    this.hold(this.#idleLooks > patience ? `waiting for a worker: ${workerCommand}` : undefined);
    if (this.#idleLooks === 0) return;
    const refusals = await this.#queue.refusals();
    for (const [worker, reason] of Object.entries(refusals)) {
      if (!this.#told.has(`${worker}\n${reason}`)) refused(worker, reason);
      this.#told.add(`${worker}\n${reason}`);
    }
    if (this.#idleMs < waitMs || this.#work.stopped()) return;
    throw nobodyPlays(this.#work.run, this.#settings, await this.#queue.workers(), refusals);
  }
}

/** Why nobody plays a run, as far as the queue tells. */
function nobodyPlays(
  run: string,
  { waitMs, workerCommand }: WaitSettings,
  workers: readonly string[],
  refusals: Readonly<Record<string, string>>,
): InfrastructureError {
  const reasons = workers.flatMap((name) => (refusals[name] === undefined ? [] : [`${name}: ${refusals[name]}`]));
  const there = `${plural(workers.length, "worker")} ${workers.length === 1 ? "is" : "are"} at the queue`;
  const why =
    workers.length === 0
      ? "no worker is at the queue"
      : reasons.length === workers.length
        ? `every worker at the queue refuses it. ${reasons.join("; ")}`
        : [`${there}, but busy with other runs, or without the store`, ...reasons].join("; ");
  const start = workers.length === 0 ? `Start a worker (${workerCommand})` : "Mend what keeps the workers from it";
  return new InfrastructureError({
    message: `no trial of run ${run} was played for ${Math.round(waitMs / 1_000)} s: ${why}`,
    remedy: `${start}, then go on with viva run --resume ${run} and the same queue. --wait SECONDS waits longer.`,
  });
}
