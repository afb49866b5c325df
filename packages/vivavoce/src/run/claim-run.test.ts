import { hostname } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isBeingPlayed, type Store, StoreError, thisProcess } from "../store/index.ts";
import { claimRun, keepAlive } from "./claim-run.ts";

afterEach(() => void vi.useRealTimers());

/** A store with one run, of which nothing else is known. */
function storeOf(run: { owner: string | undefined; updatedAt: number } | undefined) {
  const touched: string[] = [];
  const taken: string[] = [];
  const runs = {
    async claim(_id: string, owner: string, isFree: (held: NonNullable<typeof run>) => boolean) {
      if (!run || !isFree(run)) return false;
      taken.push(owner);
      return true;
    },
    pulse: async () => run && { ...run },
    async touch(id: string) {
      touched.push(id);
      throw new Error("the store is busy");
    },
  };
  return { store: { runs } as unknown as Store, touched, taken };
}

describe("taking a run", () => {
  test("that nobody has", async () => {
    const { store, taken } = storeOf({ owner: undefined, updatedAt: Date.now() });
    expect(await claimRun(store, "7f3a")).toBeUndefined();
    expect(taken).toEqual([thisProcess()]);
  });

  test("that a living process has is refused, with its name", async () => {
    const { store, taken } = storeOf({ owner: thisProcess(), updatedAt: Date.now() });
    expect(await claimRun(store, "7f3a")).toEqual({
      message: `run 7f3a is being played by process ${process.pid}@${hostname()}`,
      remedy: "Wait for it, or stop it first.",
    });
    expect(taken).toEqual([]);
  });

  test("that a process elsewhere has is refused, with how long it has been silent and when the run is free", async () => {
    const { store } = storeOf({ owner: "1@elsewhere/boot:1/77", updatedAt: Date.now() - 12_000 });
    expect(await claimRun(store, "7f3a")).toEqual({
      message:
        "run 7f3a is being played by process 1@elsewhere, on another machine or in another container; its last sign of life is 12 s old",
      remedy: expect.stringMatching(
        /^Wait for it, or stop it first. If it is gone already, the run is free in 1\d s.$/,
      ),
    });
  });

  test("that a process elsewhere plays is refused although its clock differs by hours, and taken if it is gone", async () => {
    for (const differsBy of [-3_600_000, 3_600_000]) {
      const run = { owner: "1@elsewhere/boot:1/77", updatedAt: Date.now() + differsBy };
      const { store, taken } = storeOf(run);
      const beating = setInterval(() => {
        run.updatedAt += 300;
      }, 300);
      expect(await claimRun(store, "7f3a")).toMatchObject({
        message: expect.stringMatching(/is being played by process 1@elsewhere, .* whose clock differs/),
      });
      clearInterval(beating);
      expect(taken).toEqual([]);
    }
    const { store, taken } = storeOf({ owner: "1@elsewhere/boot:1/77", updatedAt: Date.now() - 3_600_000 });
    expect(await claimRun(store, "7f3a")).toBeUndefined();
    expect(taken).toHaveLength(1);
  });

  test("that is gone is refused", async () => {
    expect(await claimRun(storeOf(undefined).store, "7f3a")).toMatchObject({ message: "run 7f3a is gone" });
  });
});

test("a run is being played while its process lives and its heart beats; of another machine only the heart is heard", () => {
  const now = Date.now();
  expect(isBeingPlayed({ owner: thisProcess(), updatedAt: now })).toBe(true);
  expect(isBeingPlayed({ owner: thisProcess(), updatedAt: now - 60_000 })).toBe(false);
  expect(isBeingPlayed({ owner: `999999999@${hostname()}`, updatedAt: now })).toBe(false);
  expect(isBeingPlayed({ owner: "999999999@elsewhere", updatedAt: now })).toBe(true);
  expect(isBeingPlayed({ owner: undefined, updatedAt: now })).toBe(false);
});

test("a clock that was set back keeps nobody's run for ever, and takes it from nobody who is there", () => {
  const tomorrow = Date.now() + 86_400_000;
  expect(isBeingPlayed({ owner: thisProcess(), updatedAt: tomorrow })).toBe(true);
  expect(isBeingPlayed({ owner: "7@elsewhere", updatedAt: tomorrow })).toBe(false);
});

test("the heart beats until the run is let go, whether or not the store has time for it", async () => {
  vi.useFakeTimers();
  const { store, touched } = storeOf(undefined);
  const heartbeat = keepAlive(store, "7f3a");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(touched).toEqual(Array(4).fill("7f3a"));
  expect(heartbeat.lost.aborted).toBe(false);
  heartbeat.end();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(touched).toHaveLength(4);
});

test.for(["taken-over", "vanished"] as const)(
  "a heart that beats for a run that is lost says so: %s",
  async (fault) => {
    vi.useFakeTimers();
    const taken = new StoreError(fault, { message: "run 7f3a was taken over" });
    const full = new StoreError("full", { message: "the disk is full" });
    const answers = [full, taken];
    const store = { runs: { touch: () => Promise.reject(answers.shift()) } } as unknown as Store;
    const heartbeat = keepAlive(store, "7f3a");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heartbeat.lost.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(heartbeat.lost.aborted).toBe(true);
    heartbeat.end();
  },
);
