import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import { Elsewhere, type SuitePlan, trialAt } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import { type Store, StoreError } from "../store/index.ts";
import type { JobEnd, TrialJob } from "./redis-queue.ts";
import { RunService } from "./serve-run.ts";
import { WorkerFigures } from "./worker-figures.ts";

const plan = {
  position: 0,
  repeat: 1,
  variants: [{ variant: {}, cases: [0] }],
  cases: { id: () => "c", hash: () => "h" },
} as unknown as SuitePlan;

/** A worker at a queue that never says that it has closed, as after a refused password. */
function atHangingQueue(claim = async () => undefined as unknown) {
  let play: ((job: TrialJob) => Promise<JobEnd>) | undefined;
  const settings: Partial<ConstructorParameters<typeof RunService>[0]> = {
    store: { trials: { claim } } as unknown as Store,
    source: {
      serve: (_run: string, _concurrency: number, given: typeof play) => {
        play = given;
        return { close: () => new Promise<never>(() => {}) };
      },
    } as never,
    run: { id: "r1", owner: "1@planner" } as StoredRun,
    plans: [plan],
    concurrency: 1,
    redactor: redactor({}),
    elsewhere: new Elsewhere({ cwd: "/", stray: () => {} }),
    stop: new AbortController().signal,
    abort: new AbortController().signal,
    figures: new WorkerFigures(),
    closeMs: 20,
  };
  const said: string[] = [];
  const service = new RunService({ ...settings, say: (text: string) => void said.push(text) } as ConstructorParameters<
    typeof RunService
  >[0]);
  const served = service.serve();
  const trial = trialAt(plan, 0)?.key ?? "";
  return { service, served, said, take: (job: unknown = { suite: 0, position: 0, trial }) => play?.(job as TrialJob) };
}

test.each(["drop", "leave"] as const)("an idle worker does not wait for a queue that never closes: %s", async (how) => {
  const { service, served, take } = atHangingQueue();
  expect(await take()).toBe("done");
  service[how]();
  await served;
  // The queue may still hand out a trial, which is left to others.
  expect(await take()).toBe("again");
});

test("a worker waits for its trials under way", async () => {
  const claim = Promise.withResolvers<undefined>();
  const { service, served, take } = atHangingQueue(() => claim.promise);
  const taken = take();
  service.leave();
  let isOver = false;
  const ended = served.then(() => {
    isOver = true;
  });
  await sleep(100);
  expect(isOver).toBe(false);
  claim.resolve(undefined);
  expect(await taken).toBe("done");
  await ended;
});

test.each([
  null,
  "text",
  {},
  { suite: 7, position: 0, trial: "x" },
  { suite: 0, position: 99, trial: "x" },
  { suite: 0 },
])("an entry that is not a trial is set aside and named, and the worker goes on: %j", async (entry) => {
  const { service, served, said, take } = atHangingQueue();
  expect(await take(entry)).toBe("done");
  expect(said).toEqual([expect.stringContaining("run r1: the queue has an entry that is not a trial")]);
  expect(await take()).toBe("done");
  service.leave();
  await served;
});

test("a trial that another process has locked goes back to the queue, which is said once", async () => {
  const { service, served, said, take } = atHangingQueue(async () => {
    throw new StoreError("locked", { message: "canceling statement due to lock timeout" });
  });
  expect(await Promise.all([take(), take()])).toEqual(["again", "again"]);
  expect(said).toEqual([expect.stringContaining("The trial goes back to the queue.")]);
  service.leave();
  await served;
});
