import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runSchedule } from "./schedule.ts";

const never = () => false;

/** Work that ends when the test says so, and knows what is under way. */
function heldWork() {
  const held = new Map<number, { end(): void; fail(error: Error): void }>();
  const started: number[] = [];
  const work = (item: number) =>
    new Promise<void>((resolve, reject) => {
      started.push(item);
      held.set(item, { end: resolve, fail: reject });
    }).finally(() => held.delete(item));
  return { held, started, work };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("a schedule", () => {
  test("does every item once, with at most so many at a time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 8 }), async (size, concurrency) => {
        const done: number[] = [];
        let running = 0;
        let most = 0;
        await runSchedule({
          items: Array.from({ length: size }, (_, index) => index),
          concurrency,
          stopped: never,
          work: async (item) => {
            most = Math.max(most, ++running);
            await settle();
            running -= 1;
            done.push(item);
          },
        });
        expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, index) => index));
        expect(most).toBe(Math.min(size, concurrency));
      }),
      { numRuns: 30 },
    );
  });

  test("keeps nothing of the items that are done, so that a long one needs no more memory", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const refs: WeakRef<object>[] = [];
    const { promise: last, resolve: end } = Promise.withResolvers<void>();
    function* items() {
      for (let number = 0; number < 50; number++) {
        const item = { number };
        refs.push(new WeakRef(item));
        yield item;
      }
    }
    const work = async ({ number }: { number: number }) => (number < 48 ? settle() : last);
    const schedule = runSchedule({ items: items(), concurrency: 2, stopped: never, work });
    while (refs.length < 50) await settle();
    await settle();
    collectGarbage();
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(10);
    end();
    await schedule;
  });

  test("takes an item only when somebody is free for it", async () => {
    const { held, started, work } = heldWork();
    const taken: number[] = [];
    function* items() {
      for (let item = 0; item < 5; item++) {
        taken.push(item);
        yield item;
      }
    }
    const schedule = runSchedule({ items: items(), concurrency: 2, stopped: never, work });
    await settle();
    expect(taken).toEqual([0, 1]);
    held.get(1)?.end();
    await settle();
    expect(taken).toEqual([0, 1, 2]);
    for (let round = 0; round < 5; round++) {
      for (const { end } of [...held.values()]) end();
      await settle();
    }
    await schedule;
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  test("takes from a source that has to be waited for", async () => {
    const done: number[] = [];
    async function* items() {
      for (const item of [1, 2, 3]) {
        await settle();
        yield item;
      }
    }
    await runSchedule({ items: items(), concurrency: 5, stopped: never, work: async (item) => void done.push(item) });
    expect(done).toEqual([1, 2, 3]);
  });

  test("that is stopped takes nothing more and finishes what is under way", async () => {
    const { held, started, work } = heldWork();
    let stopped = false;
    const schedule = runSchedule({ items: [1, 2, 3, 4], concurrency: 2, stopped: () => stopped, work });
    await settle();
    stopped = true;
    held.get(1)?.end();
    await settle();
    expect(started).toEqual([1, 2]);
    let over = false;
    void schedule.then(() => {
      over = true;
    });
    await settle();
    expect(over).toBe(false);
    held.get(2)?.end();
    await schedule;
    expect(started).toEqual([1, 2]);
  });

  test("that is stopped before it begins does nothing", async () => {
    const { started, work } = heldWork();
    await runSchedule({ items: [1, 2], concurrency: 2, stopped: () => true, work });
    expect(started).toEqual([]);
  });

  test("an error ends the taking, lets the others finish, and is thrown at the end", async () => {
    const { held, started, work } = heldWork();
    const schedule = runSchedule({ items: [1, 2, 3, 4], concurrency: 2, stopped: never, work });
    const outcome = schedule.catch((error: Error) => error.message);
    await settle();
    held.get(1)?.fail(new Error("the first"));
    await settle();
    expect(started).toEqual([1, 2]);
    held.get(2)?.fail(new Error("the second"));
    expect(await outcome).toBe("the first");
  });

  test("does not wait for items that may never come once one has failed, or the work is stopped", async () => {
    async function* items() {
      yield 1;
      await new Promise(() => {});
    }
    const work = () => Promise.reject(new Error("broken"));
    await expect(runSchedule({ items: items(), concurrency: 2, stopped: never, work })).rejects.toThrow("broken");
    let isStopped = false;
    const stop = async () => {
      isStopped = true;
    };
    await runSchedule({ items: items(), concurrency: 2, stopped: () => isStopped, work: stop });
  });

  test("lets go of its source, however it ends", async () => {
    for (const work of [async () => {}, () => Promise.reject(new Error("broken"))]) {
      let closed = false;
      function* items() {
        try {
          yield* [1, 2, 3];
        } finally {
          closed = true;
        }
      }
      await runSchedule({ items: items(), concurrency: 1, stopped: never, work }).catch(() => {});
      expect(closed).toBe(true);
    }
  });

  test("a concurrency of nothing is one at a time", async () => {
    const done: number[] = [];
    await runSchedule({ items: [1, 2], concurrency: 0, stopped: never, work: async (item) => void done.push(item) });
    expect(done).toEqual([1, 2]);
  });
});
