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

/** Waits for workers to take trials, and says why none does. `told`: the refusals that were told. */
export function workerWait(work: SuiteWork, queue: TrialQueue, settings: WaitSettings, told: Set<string>) {
  const { waitMs, workerCommand, refused } = settings;
  let idleLooks = 0;
  /** For how long no worker was at work since the last result, as far as queue and store could be asked. */
  let idleMs = 0;
  let askedAt: number | undefined;
  /** Sets what the progress line says that the suite waits for. A store that is away or full comes first. */
  const hold = (text = work.suite.held) => {
    const trouble = work.trouble?.();
    work.suite.held = trouble === undefined ? text : `waiting for the store: ${trouble}`;
  };
  return {
    progressed() {
      idleMs = 0;
    },
    /** Time in which nobody could be asked does not count. */
    outage(text: string) {
      askedAt = undefined;
      hold(text);
    },
    /** A store that does not answer holds up the looks as well. */
    watch: (): Disposable => setInterval(() => hold(), 1_000),
    /** Throws if no worker has been at work for too long. */
    async look({ waiting, active }: QueueCounts, abandoned: number): Promise<void> {
      const isIdle = waiting + active > 0 && active <= abandoned;
      idleLooks = isIdle ? idleLooks + 1 : 0;
      const now = performance.now();
      // A long time between two looks is one in which the store was away.
      if (idleLooks > 1) idleMs += Math.min(now - (askedAt ?? now), 5_000);
      askedAt = now;
      work.suite.held = undefined;
      hold(idleLooks > patience ? `waiting for a worker: ${workerCommand}` : undefined);
      if (idleLooks === 0) return;
      const refusals = await queue.refusals();
      for (const [worker, reason] of Object.entries(refusals)) {
        if (!told.has(`${worker}\n${reason}`)) refused(worker, reason);
        told.add(`${worker}\n${reason}`);
      }
      if (idleMs < waitMs || work.stopped()) return;
      throw nobodyPlays(work.run, settings, await queue.workers(), refusals);
    },
  };
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
