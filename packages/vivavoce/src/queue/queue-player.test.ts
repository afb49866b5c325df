import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InfrastructureError, redactor } from "../base/index.ts";
import { defineMetric, scored } from "../metric/index.ts";
import { Elsewhere, plannedTrials, resumeRun, type SuitePlan } from "../run/index.ts";
import {
  agentOf,
  asking,
  caseList,
  execute,
  planOf,
  sharedStore,
  statusesOf,
  storedRun,
  tallyOf,
} from "../run/run.test-helper.ts";
import type { StoredRun } from "../shape/index.ts";
import { Store } from "../store/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { MemoryQueue } from "./memory-queue.test-helper.ts";
import { QueueError } from "./queue-error.ts";
import { queuePlayer } from "./queue-player.ts";
import type { JobEnd, TrialSource } from "./redis-queue.ts";
import { RunService } from "./serve-run.ts";
import { WorkerFigures } from "./worker-figures.ts";

const store = sharedStore();
/** The worker's own, as in another process. */
let own: Store;
beforeAll(async () => {
  own = await Store.open(store().place);
});
afterAll(() => own.close());
const never = new AbortController().signal;

interface Wishes {
  most?: number;
  waitMs?: number;
  /** Called before each job of the worker. */
  before?: (queue: MemoryQueue, played: number) => void;
  /** The worker waits until something was told. */
  afterTelling?: boolean;
  settings?: Parameters<typeof execute>[2];
}

/** Plays a plan by a worker with a store of its own, as in another process. */
async function playQueued(
  plan: SuitePlan,
  { most, waitMs = 60_000, before = () => {}, afterTelling = false, settings }: Wishes = {},
) {
  const queue = new MemoryQueue();
  const told: string[] = [];
  let isOver = false;
  let played = 0;
  const refused = (worker: string, reason: string) => void told.push(`${worker}: ${reason}`);
  const player = queuePlayer({
    queueOf: () => queue,
    workerCommand: "viva worker",
    waitMs,
    refused,
    abandoned: (trials) => void told.push(`abandoned: ${trials}`),
    pauseMs: 1,
    ...(most ? { most } : {}),
  });
  let worker: Promise<void> | undefined;
  const result = await execute(store(), plan, {
    ...settings,
    play: async (work) => {
      worker ??= workOn(work.run);
      await player(work);
    },
  }).finally(() => {
    isOver = true;
  });
  await worker;
  return { queue, result, told };

  async function workOn(id: string): Promise<void> {
    const run = await own.runs.find(id);
    const source = {
      serve: (_run, _most, play) => ({ close: () => taking(play) }),
      vouch: async (_run, { suite, trial }, digest) => {
        queue.vouched[`${suite} ${trial}`] = digest;
      },
    } as Partial<TrialSource> as TrialSource;
    const taking = async (play: Parameters<MemoryQueue["take"]>[0]) => {
      while (!isOver) {
        before(queue, played++);
        if (!afterTelling || told.length > 0) await queue.take(play);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    const service = serviceOf(plan, run, source, (complaint) => void told.push(complaint));
    service.leave();
    await service.serve();
  }
}

function serviceOf(plan: SuitePlan, run: StoredRun, source: TrialSource, late = (_: string) => {}): RunService {
  return new RunService({
    store: own,
    source,
    run,
    plans: [plan],
    concurrency: 1,
    redactor: redactor({}),
    elsewhere: new Elsewhere({ cwd: "/", stray: () => {} }),
    stop: never,
    abort: never,
    finished: () => {},
    figures: new WorkerFigures(),
    say: () => {},
    late,
  });
}

describe("a suite that is played by workers", () => {
  test("has the results of one that is played here, and its calls and cost are counted", async () => {
    const models = {
      agent: scriptedModel((request) => ({ text: String(request.messages.at(-1)?.content), cost: 0.5 })),
    };
    const plan = await planOf({ cases: caseList("a", "b", "c"), agent: asking, models });
    const { result, queue } = await playQueued(plan);
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b passed", "c passed"]);
    expect(result.exitCode).toBe(0);
    expect(result.suites[0]?.calls.live).toBe(3);
    expect(queue.added).toHaveLength(3);
  });

  test("waits in parts", async () => {
    const plan = await planOf({ cases: caseList(..."abcdefghij") });
    const { queue, result } = await playQueued(plan, { most: 3 });
    expect(queue.longest).toBe(3);
    expect(tallyOf(result)).toMatchObject({ planned: 10, passed: 10 });
  });

  test("is given to the queue again if the queue forgets it", async () => {
    const plan = await planOf({ cases: caseList("a", "b", "c", "d") });
    const forget = (queue: MemoryQueue, played: number) => void (played === 2 && queue.waiting.splice(0));
    const { result, queue } = await playQueued(plan, { before: forget });
    expect(tallyOf(result)).toMatchObject({ passed: 4, pending: 0 });
    expect(queue.added.length).toBeGreaterThan(4);
    expect(new Set(queue.added).size).toBe(4);
  });

  test("waits for a queue that takes nothing at the moment, and leaves no trial out", async () => {
    const plan = await planOf({ cases: caseList(..."abcdefghij") });
    const fill = (queue: MemoryQueue, played: number) => {
      queue.fault = played > 2 && played < 30 ? new QueueError({ message: "OOM" }) : undefined;
    };
    const { result } = await playQueued(plan, { most: 2, before: fill });
    expect(tallyOf(result)).toMatchObject({ planned: 10, passed: 10, pending: 0 });
  });

  test("ends with any other error of its queue", async () => {
    const plan = await planOf({ cases: caseList("a", "b") });
    const refuse = (queue: MemoryQueue) => {
      queue.fault = new Error("NOPERM");
    };
    await expect(playQueued(plan, { most: 1, before: refuse })).rejects.toThrow("NOPERM");
  });

  test("is left to others by a worker that still follows the plan of a process that has lost the run", async () => {
    const plan = await planOf({ cases: caseList("a"), agent: agentOf(() => "Hello") });
    let ended: Promise<JobEnd> | undefined;
    const result = await execute(store(), plan, {
      play: async ({ run }) => {
        const [{ key = "", position = 0 } = {}] = plannedTrials(plan);
        const source: Partial<TrialSource> = {
          serve(_run, _most, play) {
            ended = play({ suite: plan.position, position, trial: key });
            return { close: async () => {} };
          },
        };
        const before = { ...(await own.runs.find(run)), owner: "1@before" };
        const service = serviceOf(plan, before, source as TrialSource);
        const serving = service.serve();
        // A worker that has played the trial would wait for more.
        if ((await ended) === "done") service.leave();
        await serving;
      },
    });
    expect(await ended).toBe("again");
    expect(tallyOf(result)).toMatchObject({ pending: 1 });
  });

  test("stops after a trial that did not pass with --bail, and what waits is taken out", async () => {
    const wrong = agentOf((message, context) => context.record({ type: "text", text: `not ${message.slice(6)}` }));
    const plan = await planOf({ cases: caseList(..."abcdefghij"), agent: wrong });
    const { result, queue } = await playQueued(plan, { settings: { options: { bail: true } } });
    expect(tallyOf(result).pending).toBeGreaterThan(0);
    expect(queue.waiting).toEqual([]);
    expect(result.exitCode).toBe(1);
  });

  test("stops at Ctrl-C, and a resume plays the rest", async () => {
    const stop = new AbortController();
    const plan = await planOf({ cases: caseList("a", "b", "c", "d") });
    const pressed = (_: MemoryQueue, played: number) => void (played === 2 && stop.abort());
    const { result } = await playQueued(plan, { before: pressed, settings: { stop: stop.signal } });
    expect(result.exitCode).toBe(130);
    expect(tallyOf(result).pending).toBeGreaterThan(0);
    const resumption = await resumeRun(store(), await storedRun(store(), result), [plan], "/");
    const again = await playQueued(plan, { settings: { resumption } });
    expect(again.result.run).toBe(result.run);
    expect(tallyOf(again.result)).toMatchObject({ passed: 4, pending: 0 });
  });

  test("is not waited for after Ctrl-C if the last worker is gone", async () => {
    const stop = new AbortController();
    const plan = await planOf({ cases: caseList("a", "b", "c") });
    const dying = (queue: MemoryQueue) => {
      // The first trial is played, the second is taken by a worker that dies.
      if (queue.isDead) stop.abort();
      queue.isDead ||= queue.waiting.length === 2;
    };
    const { result, told } = await playQueued(plan, { before: dying, settings: { stop: stop.signal } });
    expect(result.exitCode).toBe(130);
    expect(tallyOf(result)).toMatchObject({ passed: 1, pending: 2 });
    expect(told).toEqual([expect.stringMatching(/^abandoned: [12]$/)]);
  });

  test("costs no more than --max-cost allows, and a resume with a higher limit plays the rest", async () => {
    const models = { agent: scriptedModel(({ messages }) => ({ text: `${messages.at(-1)?.content}`, cost: 0.5 })) };
    const plan = await planOf({ cases: caseList(..."abcdefghij"), agent: asking, models });
    const { result } = await playQueued(plan, { settings: { options: { maxCost: 2, concurrency: 1 } } });
    expect(tallyOf(result)).toMatchObject({ passed: 4, pending: 6 });
    expect(result).toMatchObject({ budgetExhausted: true, exitCode: 3, suites: [{ cost: 2 }] });
    const resumption = await resumeRun(store(), await storedRun(store(), result), [plan], "/");
    const again = await playQueued(plan, { settings: { resumption, options: { maxCost: 4, concurrency: 1 } } });
    expect(tallyOf(again.result)).toMatchObject({ passed: 8, pending: 2 });
  });

  test("has no more trials under way than --concurrency says until the cost of one is known", async () => {
    const models = { agent: scriptedModel(({ messages }) => ({ text: `${messages.at(-1)?.content}`, cost: 0.5 })) };
    const slow = agentOf(async (message, context) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      context.record({
        type: "text",
        text: (await context.model().call({ messages: [{ role: "user", content: message }] })).text ?? "",
      });
    });
    const plan = await planOf({ cases: caseList(..."abcd"), agent: slow, models });
    const { queue } = await playQueued(plan, { settings: { options: { maxCost: 0.5, concurrency: 1 } } });
    expect(queue.added).toHaveLength(1);
  });

  describe("and may stop early", () => {
    const options = { stop: "early", seed: 3, concurrency: 4 } as const;
    const ids = Array.from({ length: 150 }, (_, index) => `case-${index}`);
    const early = () => planOf({ cases: caseList(...ids), gate: { passRate: 0.8 } }, { options });

    test("gives the queue no more than it needs to decide, in a random order", async () => {
      const { queue, result } = await playQueued(await early(), { settings: { options } });
      expect(result.decided[0]).toMatchObject({ verdict: "pass", exitCode: 0 });
      const tally = tallyOf(result);
      expect(tally).toMatchObject({ pending: 0, passed: tally.planned });
      expect(tally.planned).toBeLessThan(90);
      expect(new Set(queue.added).size).toBe(tally.planned);
      expect(queue.longest).toBeLessThanOrEqual(2 * options.concurrency);
      const numbers = queue.added.map((trial) => Number(/case-(\d+)/.exec(trial)?.[1]));
      expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b));
    });

    test("gives it again what it forgets", async () => {
      const forget = (queue: MemoryQueue, played: number) => void (played === 9 && queue.waiting.splice(0));
      const { queue, result } = await playQueued(await early(), { before: forget, settings: { options } });
      const tally = tallyOf(result);
      expect(tally).toMatchObject({ pending: 0, passed: tally.planned });
      expect(tally.planned).toBeLessThan(90);
      expect(queue.added.length).toBeGreaterThan(tally.planned);
    });

    test("goes on where Ctrl-C cut it off, and decides", async () => {
      const plan = await early();
      const stop = new AbortController();
      const before = (_queue: MemoryQueue, played: number) => void (played === 12 && stop.abort());
      const cut = await playQueued(plan, { before, settings: { options, stop: stop.signal } });
      expect(cut.result.decided[0]?.reason).toContain("interrupted");
      const resumption = await resumeRun(store(), await storedRun(store(), cut.result), [plan], "/");
      const { result } = await playQueued(plan, { settings: { options, resumption } });
      const whole = await playQueued(plan, { settings: { options } });
      expect(result.decided[0]).toMatchObject({ verdict: "pass" });
      expect(Math.abs(tallyOf(result).planned - tallyOf(whole.result).planned)).toBeLessThanOrEqual(20);
    });
  });

  test("says why a worker refuses it, once", async () => {
    const plan = await planOf({ cases: caseList("a", "b") });
    const refuse = (queue: MemoryQueue) => void Object.assign(queue.reasons, { "7@other": "another agent" });
    const { told } = await playQueued(plan, { before: refuse, afterTelling: true });
    expect(told).toEqual(["7@other: another agent"]);
  });

  test.each([
    ["nobody", [], {}, "no worker is at the queue"],
    ["only workers that refuse", ["7@other"], { "7@other": "another agent" }, "refuses it. 7@other: another agent"],
    ["busy workers", ["7@other", "8@gone"], { "9@old": "gone" }, "2 workers are at the queue, but busy"],
  ])("ends as an outage if %s would play it, and says so", async (_, present, reasons, why) => {
    const plan = await planOf({ cases: caseList("a", "b") });
    const before = (queue: MemoryQueue) => {
      queue.present.splice(0, 9, ...present);
      Object.assign(queue.reasons, reasons);
      queue.isDead = true;
    };
    const playing = playQueued(plan, { before, waitMs: 60 });
    const error = await playing.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InfrastructureError);
    expect(error).toMatchObject({ message: expect.stringContaining(why), remedy: expect.stringContaining("--resume") });
  });

  test("fails a trial whose agent goes on after its conversation", async () => {
    let ask: () => Promise<unknown> = async () => {};
    const late = agentOf((message, context) => {
      context.record({ type: "text", text: message });
      ask = () => context.model().call({ messages: [{ role: "user", content: "one more" }] });
    });
    // It is late when metrics are asked.
    const score = async () => {
      await ask().catch(() => {});
      return scored(1, []);
    };
    const patient = defineMetric({ name: "patient", score });
    const models = { agent: scriptedModel("yes") };
    const plan = await planOf({ cases: caseList("a"), agent: late, models, metrics: [patient] });
    const { result, told } = await playQueued(plan);
    expect(told).toEqual([expect.stringContaining("a model was asked")]);
    expect(await statusesOf(store(), result.run)).toEqual(["a failed"]);
    expect(result.exitCode).toBe(1);
  });
});
