import { expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { Elsewhere } from "../run/index.ts";
import { type Store, StoreError } from "../store/index.ts";
import { QueueError, QueueForbidden } from "./queue-error.ts";
import type { TrialSource } from "./redis-queue.ts";
import { workOnRuns } from "./work-on-runs.ts";
import { WorkerFigures } from "./worker-figures.ts";

interface Work {
  openProject(): Promise<never>;
  /** Called at each look for runs. */
  runs?: (look: number) => unknown;
  counts?: TrialSource["counts"];
  /** Ends the work; left out: the first reason does. */
  stop?: AbortController;
  ids?: readonly string[];
  find?: (id: string) => Promise<unknown>;
  openStore?: () => Promise<Store>;
}

/** Works on a queue with one run until a reason for refusing it was noted. */
async function workedOn({ openProject, runs = () => {}, counts, stop: given, ...work }: Work) {
  const stop = given ?? new AbortController();
  const said: string[] = [];
  const reasons: string[] = [];
  let looks = 0;
  const source: Partial<TrialSource> = {
    runs: async () => {
      runs(looks++);
      const ids = work.ids ?? (counts ? ["a:bad\n", "r1"] : ["r1"]);
      return ids.map((id) => ({ id, priority: id === "urgent" ? 1 : 0 }));
    },
    counts: counts ?? (async () => ({ waiting: 1, active: 0 })),
    sign: async () => {},
    refuse: async (_run, reason) => {
      reasons.push(String(reason));
      if (!given) stop.abort();
    },
  };
  const pulse = { owner: "1@planner", updatedAt: Date.now() };
  const store = {
    runs: { pulse: async () => pulse, find: work.find ?? (async () => ({ id: "r1" })) },
    close: async () => {},
  };
  await workOnRuns({
    source: source as TrialSource,
    openProject,
    openStore: work.openStore ?? (async () => store as unknown as Store),
    storeShown: "here",
    concurrency: 1,
    once: false,
    figures: new WorkerFigures(),
    stop: stop.signal,
    abort: new AbortController().signal,
    elsewhere: new Elsewhere({ cwd: "/", stray: () => {} }),
    say: (text) => void said.push(text),
    clean: (text) => text.replaceAll("hunter2", "[redacted]"),
    whilePlaying: async (_plans, _run, play) => play(undefined),
    lookMs: 1,
  });
  return { said, reasons };
}

const unreadable = async () => {
  throw new InputError({ message: "exam.eval.ts: cannot connect with hunter2" });
};

// What a suite's code throws may quote a key of this machine, and the planner does not know that it is one.
test("no secret of a worker reaches the queue with the reason why it refuses a run", async () => {
  const { reasons } = await workedOn({ openProject: unreadable });
  expect(reasons).toEqual(["exam.eval.ts: cannot connect with [redacted]"]);
});

test("an entry of the queue that cannot be read is set aside and named once, and other runs are served", async () => {
  const stop = new AbortController();
  const counts = async (id: string) => {
    if (id !== "r1") throw new Error("Queue name cannot contain :");
    return { waiting: 1, active: 0 };
  };
  const runs = (look: number) => look > 3 && stop.abort();
  const { said, reasons } = await workedOn({ openProject: unreadable, counts, runs, stop });
  expect(reasons).toHaveLength(1);
  expect(said.filter((text) => text.includes("is set aside: Queue name cannot contain :"))).toHaveLength(1);
});

// The store can be read, so it seemed to be back at every look.
test("a store that cannot be written is told once, and to whoever waits for the run", async () => {
  let looks = 0;
  const openProject = async () => {
    throw new StoreError("read-only", { message: "the store cannot be written" });
  };
  const stop = new AbortController();
  const { said, reasons } = await workedOn({ openProject, stop, runs: () => ++looks > 20 && stop.abort() });
  expect(said).toEqual(["run r1 is refused: the store cannot be written"]);
  expect(reasons).toEqual(["the store cannot be written"]);
});

test("a queue that does not let the worker in ends it, and is not a reason against the run", async () => {
  const openProject = async () => {
    throw new QueueForbidden({ message: "Redis at queue: WRONGPASS" });
  };
  await expect(workedOn({ openProject })).rejects.toThrow("Redis at queue: WRONGPASS");
});

test("a queue that cannot work at the moment is waited for, and that is said once", async () => {
  const runs = (look: number) => {
    if (look < 3) throw new QueueError({ message: "Redis at queue: READONLY" });
  };
  const { said, reasons } = await workedOn({ openProject: unreadable, runs });
  expect(said.filter((line) => line.includes("waits for the queue"))).toHaveLength(1);
  expect(reasons).toHaveLength(1);
});

test("a store that cannot be reached is named before a run arrives, once, and when it is back", async () => {
  const stop = new AbortController();
  let opened = 0;
  const openStore = async () => {
    if (++opened < 4) throw new StoreError("unreachable", { message: "the store at here cannot be reached" });
    setTimeout(() => stop.abort(), 5);
    return { runs: { pulse: async () => undefined }, close: async () => {} } as unknown as Store;
  };
  const { said } = await workedOn({ openProject: unreadable, stop, openStore, runs: () => {}, ids: [] });
  expect(said).toEqual([
    "the store at here cannot be reached This worker waits for the store.",
    "the store at here is back",
  ]);
});

test("a run of a higher priority is played first, then the one whose last turn is longest ago", async () => {
  const stop = new AbortController();
  const planned: string[] = [];
  const ids = ["a", "b", "urgent"];
  const find = async (id: string) => {
    planned.push(id);
    if (planned.length === 3) stop.abort();
    return { id };
  };
  await workedOn({ openProject: unreadable, stop, ids, find });
  expect(planned).toEqual(["urgent", "a", "b"]);
});
