import { atRoot, sha256, withOwnConnections } from "../base/index.ts";
import { withQueueErrors } from "./queue-error.ts";
import type { Bull, BullJob, RedisConnection } from "./redis.ts";

/** A trial in the queue: only where it is in the plan. Workers have the plan, the cases and the keys themselves. */
export interface TrialJob {
  /** Position of the suite within the run. */
  suite: number;
  /** Position of the trial within the suite's plan. */
  position: number;
  /** The trial's key, which the worker compares with its own plan. */
  trial: string;
}

/** How many trials of a run are in its queue. */
export interface QueueCounts {
  waiting: number;
  /** Workers have them. */
  active: number;
}

/** What became of a job: "again" gives it back to the queue. */
export type JobEnd = "done" | "again";

/** A run that was announced. Of two runs, workers play the one with the higher priority first. */
export interface AnnouncedRun {
  id: string;
  priority: number;
}

export type TrialQueue = ReturnType<typeof redisQueue>;
export type TrialSource = ReturnType<typeof redisSource>;

type BullQueue = InstanceType<Bull["Queue"]>;

const prefix = "viva";
/** The ids of runs that are being played, by the time of their last announcement. */
const runsKey = `${prefix}:runs`;
/** What runs have that are more or less urgent than others. */
const prioritiesKey = `${prefix}:priorities`;
/** The workers, by the time of their last sign. */
const workersKey = `${prefix}:workers`;
const workerGoneMs = 30_000;
const refusedKey = (run: string) => `${prefix}:${run}:refused`;
const digestsKey = (run: string) => `${prefix}:${run}:digests`;
/** What a planner that was killed has left behind is deleted after this time. */
const forgottenAfterSeconds = 24 * 60 * 60;
const mostInOneCommand = 500;

/**
 * A worker that gives no sign for this long has lost its trials to the others. It is longer than an agent's code usually
 * keeps a process busy, and short enough to be waited for.
 */
const lockDuration = 10_000;
const stalledInterval = 3_000;

/**
 * The trials of one run on their way to workers, for the process that waits for its results. The store says what is done;
 * the queue may forget everything.
 */
export function redisQueue({ redis, bull, shown }: RedisConnection, run: string, priority = 0) {
  const queue = openQueue(bull, redis, run);
  const forget = async (id: string, its: () => BullQueue) => {
    await redis.zrem(runsKey, id);
    await redis.hdel(prioritiesKey, id);
    await redis.del(refusedKey(id));
    await redis.del(digestsKey(id));
    await its().obliterate({ force: true });
  };
  const methods = {
    /** A trial that is in the queue already is not added again. */
    async add(jobs: readonly TrialJob[]): Promise<void> {
      for (let from = 0; from < jobs.length; from += mostInOneCommand) {
        await queue.addBulk(jobs.slice(from, from + mostInOneCommand).map(bullJob));
      }
    },
    counts: () => countsOf(queue),
    /** How many trials a worker has that gives no sign any more; another worker takes them, if there is one. */
    abandoned: () => abandonedIn(redis, run),
    /** Takes out the trials that no worker has. */
    async drain(): Promise<void> {
      await queue.drain();
    },
    /** Tells workers that the run is there. Repeated, because the queue may have been restarted without its data. */
    async announce(): Promise<void> {
      const now = await timeOf(redis);
      if (priority !== 0) await redis.hset(prioritiesKey, run, String(priority));
      await redis.zadd(runsKey, now, run);
      const old = await redis.zrangebyscore(runsKey, "-inf", now - forgottenAfterSeconds * 1_000);
      // Whatever its name is, it is not in the list any more.
      for (const id of old) await forget(id, () => openQueue(bull, redis, id)).catch(() => {});
    },
    /** The names of the workers that look for runs in this queue. */
    workers: async () => redis.zrangebyscore(workersKey, (await timeOf(redis)) - workerGoneMs, "+inf"),
    /** Why workers do not play the run, by the worker's name. */
    refusals: () => redis.hgetall(refusedKey(run)),
    /** What workers know of the scores that they have written, by the suite's position and the trial; see `Ledger`. */
    digests: () => redis.hgetall(digestsKey(run)),
    /** Deletes everything about the run. */
    remove: () => forget(run, () => queue),
  };
  return withQueueErrors(methods, shown);
}

/** The queues of all runs, for a worker. `name`: the worker's own, as others see it. */
export function redisSource({ redis, bull, shown }: RedisConnection, name: string) {
  const queues = new Map<string, BullQueue>();
  const queueOf = (run: string) => {
    const queue = queues.get(run) ?? openQueue(bull, redis, run);
    queues.set(run, queue);
    return queue;
  };
  const methods = {
    async runs(): Promise<AnnouncedRun[]> {
      const ids = await redis.zrange(runsKey, 0, -1);
      const priorities = ids.length > 1 ? await redis.hgetall(prioritiesKey) : {};
      return ids.map((id) => ({ id, priority: Number(priorities[id] ?? 0) || 0 }));
    },
    /** The trials of a worker that gives no sign any more count as waiting: they need somebody who takes them. */
    async counts(run: string): Promise<QueueCounts> {
      const { waiting, active } = await countsOf(queueOf(run));
      const abandoned = active === 0 ? 0 : await abandonedIn(redis, run);
      return { waiting: waiting + abandoned, active: active - abandoned };
    },
    /** Notes that this worker is there, for whoever waits for one; `false`: it ends. */
    async sign(isThere: boolean): Promise<void> {
      if (!isThere) return void (await redis.zrem(workersKey, name));
      const now = await timeOf(redis);
      await redis.zadd(workersKey, now, name);
      await redis.expire(workersKey, workerGoneMs / 1_000);
      const gone = await redis.zrangebyscore(workersKey, "-inf", now - workerGoneMs);
      for (const one of gone) await redis.zrem(workersKey, one);
    },
    /** Notes why this worker does not play a run, for whoever waits for it; undefined: it does now. */
    async refuse(run: string, reason: string | undefined): Promise<void> {
      if (reason === undefined) return void (await redis.hdel(refusedKey(run), name));
      await redis.hset(refusedKey(run), name, reason);
      await redis.expire(refusedKey(run), forgottenAfterSeconds);
    },
    /** Hands over what this worker knows of a trial's scores. */
    async vouch(run: string, { suite, trial }: TrialJob, digest: string): Promise<void> {
      await redis.hset(digestsKey(run), `${suite} ${trial}`, digest);
      await redis.expire(digestsKey(run), forgottenAfterSeconds);
    },
    /** A run is over: deletes what the worker itself has left of it in the queue. */
    async forget(run: string): Promise<void> {
      queues.delete(run);
      // Workers look for trials of others that are gone, and note that they did.
      for (const name of ["meta", "stalled-check"]) await redis.del(`${prefix}:${run}:${name}`);
    },
  };
  return {
    ...withQueueErrors(methods, shown),
    /** Takes a run's jobs, this many at a time, until it is closed, when those under way are over. `play` must not throw. */
    serve(run: string, concurrency: number, play: (job: TrialJob) => Promise<JobEnd>) {
      const options = {
        connection: redis,
        prefix,
        concurrency,
        lockDuration,
        stalledInterval,
        // However often its worker is killed: a trial is played alone from the second time on.
        maxStalledCount: 1_000_000,
        drainDelay: 2,
        runRetryDelay: 1_000,
      };
      const work = async (job: BullJob, token: string) => {
        // Not in the context of Viva's own connections: a suite's code runs in it.
        const end = await atRoot(() => play(job.data as TrialJob));
        if (end === "done") return;
        await job.moveToWait(token);
        throw new bull.WaitingError();
      };
      const worker = withOwnConnections(() => new bull.Worker(run, work, options));
      // Connections are watched elsewhere. Otherwise this is a job that another worker has by now: the store knows it too.
      worker.on("error", () => {});
      return { close: () => worker.close() };
    },
  };
}

function openQueue(bull: Bull, redis: RedisConnection["redis"], run: string): BullQueue {
  // What BullMQ would note about the queue itself would be left behind by a worker that looks at it when the run is over.
  const options = { connection: redis, prefix, skipMetasUpdate: true };
  const queue = withOwnConnections(() => new bull.Queue(run, options));
  queue.on("error", () => {});
  return queue;
}

/** By the server's clock: a machine whose own is a day off would delete the queues of the others, or lose its own. */
async function timeOf(redis: RedisConnection["redis"]): Promise<number> {
  return Number((await redis.time())[0]) * 1_000;
}

/** How many trials have no worker any more: one that is there renews the lock of each of its trials. */
async function abandonedIn(redis: RedisConnection["redis"], run: string): Promise<number> {
  const active = await redis.lrange(`${prefix}:${run}:active`, 0, -1);
  const locks = active.map((id) => `${prefix}:${run}:${id}:lock`);
  return locks.length === 0 ? 0 : locks.length - (await redis.exists(...locks));
}

async function countsOf(queue: BullQueue): Promise<QueueCounts> {
  const { active = 0, ...others } = await queue.getJobCounts("active", "wait", "paused", "delayed", "prioritized");
  return { active, waiting: Object.values(others).reduce((sum, count) => sum + count, 0) };
}

/** The id makes two jobs for one trial the same job. BullMQ refuses ids that are numbers. */
function bullJob(data: TrialJob) {
  const jobId = `t${sha256(`${data.suite}\n${data.trial}`).slice(0, 32)}`;
  return { name: "trial", data, opts: { jobId, removeOnComplete: true, removeOnFail: true } };
}
