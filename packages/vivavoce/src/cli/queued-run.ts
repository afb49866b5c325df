import { setTimeout as sleep } from "node:timers/promises";
import { plural } from "../base/index.ts";
import { connectRedis, queuePlayer, type RedisPlace, redisPlace, redisQueue } from "../queue/index.ts";
import type { RunOptions, SuitePlayer } from "../run/index.ts";
import { type FlagsOf, flagRows, positive, refuse, refuseTogether, wholeNumber } from "./command.ts";
import { cleanText, invocation, printError } from "./print.ts";

/** How long to wait for a queue's server, before anything is played and after everything was. */
const patienceMs = 10_000;

/** Connects to the queue whose workers will play a run. */
export async function queuedRun(place: RedisPlace, { wait, priority }: QueuedRunFlags) {
  const say = (text: string) => printError(cleanText(`viva: ${text}`));
  const connection = await connectRedis(place, { patienceMs, say });
  const queues = new Map<string, ReturnType<typeof redisQueue>>();
  const queueOf = (run: string) => {
    const queue = queues.get(run) ?? redisQueue(connection, run, priority);
    queues.set(run, queue);
    return queue;
  };
  const player = queuePlayer({
    queueOf,
    workerCommand: `${invocation()} worker, with the same queue and store`,
    waitMs: (wait ?? defaultWaitSeconds) * 1_000,
    abandoned: (trials) => say(abandonedText(trials)),
    refused: (worker, reason) => say(`worker ${worker} refuses this run: ${reason}`),
  });
  let isLost = false;
  return {
    async play(work: Parameters<SuitePlayer>[0]): Promise<void> {
      await player(work);
      const { abort, stop } = work.settings;
      // Another process has taken the run, and its queue with it.
      isLost ||= abort.aborted && !stop.aborted;
    },
    /** Deletes what is left of the run in the queue. */
    async end(): Promise<void> {
      const removing = isLost ? [] : [...queues.values()].map((queue) => queue.remove());
      const removed = Promise.allSettled(removing);
      await Promise.race([removed, sleep(patienceMs, undefined, { ref: false })]);
      connection.close();
    },
  };
}

function abandonedText(trials: number): string {
  const [stay, their] = trials === 1 ? ["stays", "its"] : ["stay", "their"];
  return `${plural(trials, "trial")} ${stay} pending, because ${their} worker gives no sign any more`;
}

/** Longer than a new machine takes to start a worker, and shorter than a night. */
const defaultWaitSeconds = 600;

export const queuedRunRows = flagRows({
  "--queue <url>": "let workers play the trials, which they take from this Redis: viva worker; without it, VIVA_QUEUE",
  "--wait <seconds>": [
    `with --queue: end with 3 if no worker plays for this long (default ${defaultWaitSeconds})`,
    positive,
  ],
  "--priority <n>": [
    "with --queue: workers play runs of a higher priority first, others in turns (default 0)",
    wholeNumber(0, 1_000),
  ],
});

type QueuedRunFlags = FlagsOf<typeof queuedRunRows>;

/** Where the queue is, by the flag or the environment. */
export function queuePlace(
  { queue }: { queue?: string },
  environment: Readonly<Record<string, string | undefined>>,
): RedisPlace | undefined {
  const url = queue ?? environment.VIVA_QUEUE;
  return url ? redisPlace(url) : undefined;
}

/** Refuses what workers cannot do for a run that has a queue, and flags about workers in a run without one. */
export function refuseByQueue(
  place: RedisPlace | undefined,
  { queue, watch, wait, priority }: QueuedRunFlags & { watch?: boolean },
  { traffic }: Pick<RunOptions, "traffic">,
): void {
  if (!place) {
    const flag = wait !== undefined ? "--wait" : priority !== undefined ? "--priority" : undefined;
    const remedy = "Give --queue redis://HOST:6379, or set VIVA_QUEUE; or leave it out.";
    refuse(flag, `${flag} is about workers, and this run has no queue`, remedy);
    return;
  }
  const recording = traffic === "record" || traffic === "record-missing";
  const why = recording ? "Workers would write recordings on their own machines: record without a queue." : undefined;
  refuseTogether(queue === undefined ? "VIVA_QUEUE" : "--queue", { watch, record: recording }, why);
}
