import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { underDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;
const forever = () => new Promise<void>(() => {});
/** Ends when its signal is raised, as an agent should. */
const obedient = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

describe("work under a deadline", () => {
  test("what ends by itself is done, and no timer is left", async () => {
    expect(await underDeadline(async () => {}, { milliseconds: 100, signal: never })).toEqual({ kind: "done" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("what it throws is kept, also where it throws at once", async () => {
    const error = new Error("boom");
    const late = underDeadline(() => Promise.reject(error), { milliseconds: 100, signal: never });
    expect(await late).toEqual({ kind: "threw", error });
    const atOnce = () => {
      throw error;
    };
    expect(await underDeadline(atOnce, { milliseconds: 100, signal: never })).toEqual({ kind: "threw", error });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("what is cut off ends at once with the reason, though it does not listen, and no timer is left", async () => {
    const error = new Error("refused");
    const cut = new AbortController();
    let told: unknown;
    const deaf = (signal: AbortSignal) => {
      signal.addEventListener("abort", () => {
        told = signal.aborted;
      });
      return forever();
    };
    const ending = underDeadline(deaf, { milliseconds: 100, signal: never, cut: cut.signal });
    cut.abort(error);
    expect(await ending).toEqual({ kind: "threw", error });
    expect(told).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    const begun = vi.fn(forever);
    const after = underDeadline(begun, { milliseconds: 100, signal: never, cut: cut.signal });
    expect(await after).toEqual({ kind: "threw", error });
    expect(begun).not.toHaveBeenCalled();
  });

  test("work that listens ends with the limit", async () => {
    const ending = underDeadline(obedient, { milliseconds: 100, signal: never });
    await vi.advanceTimersByTimeAsync(99);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ending).toEqual({ kind: "timeout" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("time that does not count moves the limit, for as long as it goes on", async () => {
    let waiting = true;
    let waited = 0;
    const tick = setInterval(() => {
      if (waiting) waited += 10;
    }, 10);
    const ending = underDeadline(obedient, { milliseconds: 100, signal: never, uncounted: () => waited });
    let ended = false;
    void ending.then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(500);
    waiting = false;
    await vi.advanceTimersByTimeAsync(70);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(80);
    clearInterval(tick);
    expect(await ending).toEqual({ kind: "timeout" });
  });

  test("its signal says why", async () => {
    let reason: unknown;
    const work = async (signal: AbortSignal) => {
      await obedient(signal).catch((thrown: unknown) => {
        reason = thrown;
      });
    };
    const ending = underDeadline(work, { milliseconds: 100, signal: never });
    await vi.advanceTimersByTimeAsync(100);
    await ending;
    expect(reason).toMatchObject({ name: "AbortError", message: "the time limit was reached" });
  });

  test("work that does not listen is left after a second of grace", async () => {
    let ended = false;
    const ending = underDeadline(forever, { milliseconds: 100, signal: never }).then((result) => {
      ended = true;
      return result;
    });
    await vi.advanceTimersByTimeAsync(1_099);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ending).toEqual({ kind: "timeout" });
  });

  test("what it throws after it was left harms nobody", async () => {
    const work = () => new Promise<void>((_resolve, reject) => setTimeout(() => reject(new Error("late")), 5_000));
    const ending = underDeadline(work, { milliseconds: 100, signal: never });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await ending).toEqual({ kind: "timeout" });
  });

  test("an interruption is not waited for at all", async () => {
    const controller = new AbortController();
    const ending = underDeadline(forever, { milliseconds: 100, signal: controller.signal });
    controller.abort();
    expect(await ending).toEqual({ kind: "interrupted" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("what was interrupted before it began does not begin", async () => {
    const work = vi.fn(async () => {});
    expect(await underDeadline(work, { milliseconds: 100, signal: AbortSignal.abort() })).toEqual({
      kind: "interrupted",
    });
    expect(work).not.toHaveBeenCalled();
  });

  test("an interruption during the second of grace ends the waiting; it was the limit that ended the work", async () => {
    const controller = new AbortController();
    const ending = underDeadline(forever, { milliseconds: 100, signal: controller.signal });
    await vi.advanceTimersByTimeAsync(200);
    controller.abort();
    expect(await ending).toEqual({ kind: "timeout" });
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 31, 1e15])(
    "a limit of %d ms does not strike at once",
    async (milliseconds) => {
      const work = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000_000));
      const ending = underDeadline(work, { milliseconds, signal: never });
      await vi.advanceTimersByTimeAsync(1_000_000);
      expect(await ending).toEqual({ kind: "done" });
    },
  );

  test("a limit that has passed already ends work that waits", async () => {
    const ending = underDeadline(obedient, { milliseconds: -5, signal: never });
    await vi.advanceTimersByTimeAsync(0);
    expect(await ending).toEqual({ kind: "timeout" });
  });

  test("the outer signal is let go of", async () => {
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    await underDeadline(async () => {}, { milliseconds: 100, signal: controller.signal });
    expect(remove).toHaveBeenCalledWith("abort", expect.any(Function));
  });
});
