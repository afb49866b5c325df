import { describe, expect, test } from "vitest";
import { Unsynced } from "./unsynced.ts";

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("trials that are not on disk yet", () => {
  test("count when they are safe, and hold nobody up until then", async () => {
    const unsynced = new Unsynced();
    const { promise, resolve } = Promise.withResolvers<void>();
    let safe = 0;
    await unsynced.add(promise, () => {
      safe += 1;
    });
    expect(safe).toBe(0);
    resolve();
    await unsynced.settled();
    expect(safe).toBe(1);
  });

  test("hold the next ones up when there are too many of them", async () => {
    const unsynced = new Unsynced();
    const { promise, resolve } = Promise.withResolvers<void>();
    let added = 0;
    const adding = (async () => {
      for (; added < 5_000; added++) await unsynced.add(promise, () => {});
    })();
    await settle();
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(5_000);
    resolve();
    await adding;
    await unsynced.settled();
    expect(added).toBe(5_000);
  });

  test("hold the next one up until the oldest is safe, not until it is safe itself", async () => {
    const unsynced = new Unsynced();
    const oldest = Promise.withResolvers<void>();
    const later = Promise.withResolvers<void>();
    let added = 0;
    const adding = (async () => {
      for (; added < 200; added++) await unsynced.add(added === 0 ? oldest.promise : later.promise, () => {});
    })();
    await settle();
    const held = added;
    oldest.resolve();
    await settle();
    expect(added).toBeGreaterThan(held);
    later.resolve();
    await adding;
    await unsynced.settled();
  });

  test("one that cannot be written stops the run, is not a finished trial, and is told at the end", async () => {
    const unsynced = new Unsynced();
    let safe = 0;
    const count = () => {
      safe += 1;
    };
    await unsynced.add(Promise.reject(new Error("the disk is full")), count);
    await unsynced.add(Promise.reject(new Error("and still is")), count);
    await settle();
    expect(unsynced.failed).toBe(true);
    await expect(unsynced.settled()).rejects.toThrow("the disk is full");
    expect(safe).toBe(0);
  });

  test("a listener that throws is not lost either", async () => {
    const unsynced = new Unsynced();
    await unsynced.add(Promise.resolve(), () => {
      throw new Error("the sum does not hold");
    });
    await expect(unsynced.settled()).rejects.toThrow("the sum does not hold");
  });

  test("with none, all is well", async () => {
    const unsynced = new Unsynced();
    await unsynced.settled();
    expect(unsynced.failed).toBe(false);
  });
});
