import { setTimeout as sleep } from "node:timers/promises";
import { plural } from "../base/index.ts";
import { connectRedis, queuePlayer, type RedisPlace, redisQueue } from "../queue/index.ts";
import type { SuitePlayer } from "../run/index.ts";
import { cleanText } from "./clean-text.ts";
import { invocation } from "./invocation.ts";
import { printError } from "./print.ts";

/** How long to wait for a queue's server, before anything is played and after everything was. */
const patienceMs = 10_000;

export interface QueuedRun {
  play: SuitePlayer;
  /** Deletes what is left of the run in the queue. */
  end(): Promise<void>;
}

/** Connects to the queue whose workers will play a run. */
export async function queuedRun(place: RedisPlace): Promise<QueuedRun> {
  const say = (text: string) => printError(cleanText(`viva: ${text}`));
  const connection = await connectRedis(place, { patienceMs, say, signal: new AbortController().signal });
  const queues = new Map<string, ReturnType<typeof redisQueue>>();
  const queueOf = (run: string) => {
    const queue = queues.get(run) ?? redisQueue(connection, run);
    queues.set(run, queue);
    return queue;
  };
  const player = queuePlayer({
    queueOf,
    workerCommand: `${invocation()} worker, with the same queue and store`,
    abandoned: (trials) => say(abandonedText(trials)),
    refused: (worker, reason) => say(`worker ${worker} refuses this run: ${reason}`),
  });
  let isLost = false;
  return {
    async play(work) {
      await player(work);
      const { abort, stop } = work.settings;
      // Another process has taken the run, and its queue with it.
      isLost ||= abort.aborted && !stop.aborted;
    },
    async end() {
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
