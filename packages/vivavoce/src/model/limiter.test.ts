import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { InputError } from "../base/index.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { Limiter } from "./limiter.ts";
import { ModelError } from "./model-error.ts";
import { modelLimits } from "./model-limits.ts";
import type { Pace, Ticket } from "./pace.ts";

const tooMany = (retryAfterMs?: number) =>
  new ModelError({ message: "slow down", failure: "status", status: 429, retryAfterMs });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Tasks that end when the test says so. */
function tasks(limiter: Limiter) {
  const started: number[] = [];
  const endings = new Map<number, { resolve(): void; reject(error: Error): void }>();
  const start = (name: number, signal?: AbortSignal) =>
    limiter.run(() => {
      started.push(name);
      return new Promise<void>((resolve, reject) => endings.set(name, { resolve, reject }));
    }, signal);
  return {
    started,
    start,
    /** Starts some whose failing is expected. */
    startAll: (names: number[]) => names.map((name) => start(name).catch(() => {})),
    end: (name: number) => endings.get(name)?.resolve(),
    fail: (name: number, error: Error) => endings.get(name)?.reject(error),
  };
}

/** A clock and a sleep that only the test moves. */
function manualTiming() {
  const clock = manualClock(1_000_000);
  const sleepers: { until: number; wake(): void; signal: AbortSignal | undefined }[] = [];
  return {
    clock,
    sleepers,
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleepers.push({ until: clock.now() + milliseconds, wake: resolve, signal });
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
    async advance(milliseconds: number) {
      clock.advance(milliseconds);
      for (const { until, wake } of sleepers) if (until <= clock.now()) wake();
      await turn();
    },
  };
}

describe("concurrency", () => {
  test("never exceeds the maximum, and the first to come is the first to go", async () => {
    const limiter = new Limiter("m", { maximum: 2 });
    const { start, started, end } = tasks(limiter);
    const all = [1, 2, 3, 4].map((name) => start(name));
    await turn();
    expect(started).toEqual([1, 2]);
    expect([limiter.running, limiter.waiting]).toEqual([2, 2]);
    end(2);
    await turn();
    expect(started).toEqual([1, 2, 3]);
    for (const name of [1, 3]) end(name);
    await turn();
    end(4);
    await Promise.all(all);
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  test("one that comes while others wait does not overtake them", async () => {
    const { start, started, end } = tasks(new Limiter("m", { maximum: 1 }));
    const first = start(1);
    const second = start(2);
    end(1);
    const third = start(3);
    await first;
    await turn();
    expect(started).toEqual([1, 2]);
    end(2);
    await second;
    await turn();
    end(3);
    await third;
  });

  test("a task that fails makes room, and its error is its own", async () => {
    const limiter = new Limiter("m", { maximum: 1 });
    const failing = limiter.run(async () => {
      throw new Error("of its own");
    });
    await expect(failing).rejects.toThrow("of its own");
    await expect(limiter.run(async () => "next")).resolves.toBe("next");
  });

  test("holds for any mix of tasks: all run, in order, never too many at once", async () => {
    const mix = fc.array(fc.constantFrom("ok", "429", "500"), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(mix, fc.integer({ min: 1, max: 8 }), async (kinds, maximum) => {
        const limiter = new Limiter("m", { maximum });
        const order: number[] = [];
        let most = 0;
        const all = kinds.map((kind, index) =>
          limiter
            .run(async () => {
              order.push(index);
              most = Math.max(most, limiter.running);
              await Promise.resolve();
              if (kind === "429") throw tooMany();
              if (kind === "500") throw new ModelError({ message: "x", failure: "status", status: 500 });
            })
            .catch(() => {}),
        );
        await Promise.all(all);
        expect(order).toEqual(kinds.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(maximum);
        expect(limiter.running).toBe(0);
        expect(limiter.allowed).toBeGreaterThanOrEqual(1);
        expect(limiter.allowed).toBeLessThanOrEqual(maximum);
      }),
      { numRuns: 50 },
    );
  });

  test.each([0, -1, 1.5, Number.NaN])("a maximum of %d is refused", (maximum) => {
    expect(() => new Limiter("m", { maximum })).toThrow(InputError);
  });
});

describe("a 429", () => {
  test("halves, once for a whole burst", async () => {
    const limiter = new Limiter("m", { maximum: 16 });
    const { startAll, fail } = tasks(limiter);
    const burst = startAll([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const name of [1, 2, 3, 4, 5, 6, 7, 8]) fail(name, tooMany());
    await Promise.all(burst);
    expect(limiter.allowed).toBe(8);
  });

  test("halves again when calls begun after it are refused too", async () => {
    const limiter = new Limiter("m", { maximum: 16 });
    const refuse = () => limiter.run(() => Promise.reject(tooMany())).catch(() => {});
    const sizes: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      await refuse();
      sizes.push(limiter.allowed);
    }
    expect(sizes).toEqual([8, 4, 2, 1, 1, 1]);
  });

  test("lets no more start until enough have ended", async () => {
    const limiter = new Limiter("m", { maximum: 4 });
    const { start, startAll, started, fail, end } = tasks(limiter);
    const first = startAll([1, 2, 3, 4]);
    const waiting = start(5);
    fail(1, tooMany());
    await turn();
    expect(started).toEqual([1, 2, 3, 4]);
    end(2);
    await turn();
    expect(started).toEqual([1, 2, 3, 4]);
    end(3);
    await turn();
    expect(started).toEqual([1, 2, 3, 4, 5]);
    for (const name of [4, 5]) end(name);
    await Promise.all([...first, waiting]);
  });

  test("is grown back from by one for each full round of successes, up to the maximum", async () => {
    const limiter = new Limiter("m", { maximum: 8 });
    await limiter.run(() => Promise.reject(tooMany())).catch(() => {});
    expect(limiter.allowed).toBe(4);
    const rounds: number[] = [];
    for (let count = 1; count <= 60; count += 1) {
      await limiter.run(async () => {});
      if (limiter.allowed > (rounds.length === 0 ? 4 : 4 + rounds.length)) rounds.push(count);
    }
    expect(limiter.allowed).toBe(8);
    expect(rounds).toHaveLength(4);
    expect(rounds[0]).toBeGreaterThanOrEqual(4);
  });

  test("is not outgrown by successes of calls that began before it", async () => {
    const limiter = new Limiter("m", { maximum: 16 });
    const { startAll, fail, end } = tasks(limiter);
    const burst = startAll([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    fail(1, tooMany());
    await turn();
    for (let name = 2; name <= 16; name += 1) end(name);
    await Promise.all(burst);
    expect(limiter.allowed).toBe(8);
  });

  test.each([
    ["a time-out", { failure: "timeout" as const }],
    ["503", { failure: "status" as const, status: 503 }],
  ])("halves like %s", async (_what, facts) => {
    const limiter = new Limiter("m", { maximum: 16 });
    await limiter.run(() => Promise.reject(new ModelError({ message: "x", ...facts }))).catch(() => {});
    expect(limiter.allowed).toBe(8);
  });

  test("is told from other failures, which change nothing", async () => {
    const limiter = new Limiter("m", { maximum: 16 });
    const error = new ModelError({ message: "down", failure: "status", status: 500 });
    await limiter.run(() => Promise.reject(error)).catch(() => {});
    expect(limiter.allowed).toBe(16);
  });
});

describe("Retry-After", () => {
  test("makes everyone wait, not only the one who was told", async () => {
    const timing = manualTiming();
    const limiter = new Limiter("m", { timing });
    const { start, started, end } = tasks(limiter);
    await limiter.run(() => Promise.reject(tooMany(5000))).catch(() => {});
    const other = start(1);
    await turn();
    expect([started, limiter.waiting]).toEqual([[], 1]);
    await timing.advance(4999);
    expect(started).toEqual([]);
    await timing.advance(1);
    expect(started).toEqual([1]);
    end(1);
    await other;
  });

  test("told again while waiting makes the wait longer, never shorter", async () => {
    const timing = manualTiming();
    const limiter = new Limiter("m", { timing });
    const { start, startAll, started, fail, end } = tasks(limiter);
    const burst = startAll([1, 2, 3]);
    fail(1, tooMany(5000));
    await turn();
    const waiting = start(4);
    fail(2, tooMany(9000));
    fail(3, tooMany(1000));
    await turn();
    await timing.advance(5000);
    expect(started).not.toContain(4);
    await timing.advance(4000);
    expect(started).toContain(4);
    end(4);
    await Promise.all([...burst, waiting]);
  });

  test("of any status pauses", async () => {
    const timing = manualTiming();
    const limiter = new Limiter("m", { timing });
    const error = new ModelError({ message: "down", failure: "status", status: 500, retryAfterMs: 100 });
    await limiter.run(() => Promise.reject(error)).catch(() => {});
    const { start, started, end } = tasks(limiter);
    const next = start(1);
    expect(started).toEqual([]);
    await timing.advance(100);
    end(1);
    await next;
  });

  test("beyond the limit pauses no one: each call is to hear it and fail", async () => {
    const timing = manualTiming();
    const limiter = new Limiter("m", { timing });
    await limiter.run(() => Promise.reject(tooMany(60_001))).catch(() => {});
    await expect(limiter.run(async () => "at once")).resolves.toBe("at once");
    expect(timing.sleepers).toEqual([]);
  });

  test("needs one timer, however many wait, and none when nobody does", async () => {
    const timing = manualTiming();
    const limiter = new Limiter("m", { timing });
    await limiter.run(() => Promise.reject(tooMany(5000))).catch(() => {});
    expect(timing.sleepers).toHaveLength(0);
    const controllers = [1, 2, 3].map(() => new AbortController());
    const waiting = controllers.map(({ signal }) => limiter.run(async () => {}, signal).catch(() => {}));
    expect(timing.sleepers).toHaveLength(1);
    for (const controller of controllers) controller.abort();
    await Promise.all(waiting);
    expect(timing.sleepers[0]?.signal?.aborted).toBe(true);

    const later = limiter.run(async () => "later");
    await timing.advance(5000);
    await expect(later).resolves.toBe("later");
  });
});

describe("cancelling", () => {
  test("takes one out of the line; those behind it keep their order", async () => {
    const limiter = new Limiter("m", { maximum: 1 });
    const { start, started, end } = tasks(limiter);
    const controller = new AbortController();
    const first = start(1);
    const second = start(2, controller.signal);
    const third = start(3);
    controller.abort();
    await expect(second).rejects.toMatchObject({ failure: "cancelled" });
    end(1);
    await first;
    await turn();
    expect(started).toEqual([1, 3]);
    end(3);
    await third;
  });

  test("under a signal that has aborted, nobody is put in the line", async () => {
    const limiter = new Limiter("m", { maximum: 1 });
    const { start, end } = tasks(limiter);
    const first = start(1);
    await expect(start(2, AbortSignal.abort())).rejects.toMatchObject({ failure: "cancelled" });
    expect(limiter.waiting).toBe(0);
    end(1);
    await first;
  });

  test("leaves no listener behind for one that got through", async () => {
    const limiter = new Limiter("m", { maximum: 1 });
    const { start, end } = tasks(limiter);
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    const first = start(1);
    const second = start(2, signal);
    end(1);
    await first;
    await turn();
    expect(removed).toHaveBeenCalledTimes(1);
    end(2);
    await second;
  });
});

test("each model has a limiter of its own, and always the same", () => {
  const limits = modelLimits({ maximum: 3 });
  expect(limits.of("a")).toBe(limits.of("a"));
  expect(limits.of("a")).not.toBe(limits.of("b"));
  expect(limits.of("a").allowed).toBe(3);
});

const following = <T>(limiter: Limiter, call: () => Promise<T>) => call().finally(limiter.follow());

describe("what calls wait for", () => {
  test("is told by model: how many run, may run, are queued and rest, and for how long", async () => {
    const timing = manualTiming();
    const limits = modelLimits({ timing });
    const limiter = limits.of("m at http://models.test", { concurrency: 1, name: "m" });
    expect(limits.waits()).toEqual([]);
    const { start, end } = tasks(limiter);
    const first = following(limiter, () => start(1));
    timing.clock.advance(40_000);
    const second = following(limiter, () => start(2));
    const { promise: rested, resolve: goOn } = Promise.withResolvers<void>();
    const third = following(limiter, () => rested);
    timing.clock.advance(2_000);
    expect(limits.waits()).toEqual([
      { model: "m", running: 1, allowed: 1, queued: 1, resting: 1, oldestMs: 42_000, pausedMs: 0 },
    ]);
    end(1);
    await first;
    end(2);
    goOn();
    await Promise.all([second, third]);
    expect(limits.waits()).toEqual([]);
  });

  test("counts a pause that the server asked for", async () => {
    const timing = manualTiming();
    const limits = modelLimits({ timing });
    const limiter = limits.of("m");
    await limiter.run(() => Promise.reject(tooMany(30_000))).catch(() => {});
    const waiting = following(limiter, () => limiter.run(async () => "done"));
    expect(limits.waits()).toMatchObject([{ queued: 1, running: 0, pausedMs: 30_000 }]);
    await timing.advance(30_000);
    await expect(waiting).resolves.toBe("done");
  });
});

describe("limits per minute", () => {
  const weight = (characters: number, tokens: number) => ({
    characters: () => characters,
    usage: () => ({ inputTokens: tokens, outputTokens: 0 }),
  });

  test("calls wait for their turn, first come first served, and say for what", async () => {
    const timing = manualTiming();
    const limits = modelLimits({ timing });
    const limiter = limits.of("m", { requestsPerMinute: 60 });
    const sent: number[] = [];
    const calls = [1, 2, 3].map((name) =>
      following(limiter, () => limiter.run(async () => void sent.push(name))).catch(() => {}),
    );
    await turn();
    expect(sent).toEqual([1]);
    expect(limits.waits()).toMatchObject([
      { running: 0, queued: 2, heldBy: "the limit of 60 requests per minute", pausedMs: 0 },
    ]);
    await timing.advance(800);
    expect(sent).toEqual([1, 2]);
    await timing.advance(1_000);
    expect(sent).toEqual([1, 2, 3]);
    await Promise.all(calls);
    expect(limits.waits()).toEqual([]);
  });

  test("a failed attempt and the next one are two requests", async () => {
    const timing = manualTiming();
    const limiter = modelLimits({ timing }).of("m", { requestsPerMinute: 60 });
    await limiter.run(() => Promise.reject(new Error("down"))).catch(() => {});
    const again = limiter.run(async () => "sent");
    await turn();
    expect(limiter.waiting).toBe(1);
    await timing.advance(800);
    await expect(again).resolves.toBe("sent");
  });

  test("a cancelled call leaves at once, and those behind it keep their turn", async () => {
    const timing = manualTiming();
    const limiter = modelLimits({ timing }).of("m", { requestsPerMinute: 60 });
    await limiter.run(async () => {});
    const controller = new AbortController();
    const sent: string[] = [];
    const first = limiter.run(async () => void sent.push("first"));
    const left = limiter.run(async () => void sent.push("left"), controller.signal);
    const last = limiter.run(async () => void sent.push("last"));
    await turn();
    controller.abort();
    await expect(left).rejects.toMatchObject({ failure: "cancelled" });
    await timing.advance(800);
    await first;
    await timing.advance(1_000);
    await last;
    expect(sent).toEqual(["first", "last"]);
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  test("tokens are estimated by the length of a request and settled by what was used", async () => {
    const timing = manualTiming();
    const limiter = modelLimits({ timing }).of("m", { tokensPerMinute: 60_000 });
    // Estimated as 1,000 tokens, a second's worth; it used ten times as many.
    await limiter.run(async () => {}, undefined, weight(4_000, 10_000));
    const next = limiter.run(async () => "sent", undefined, weight(4, 1));
    await timing.advance(9_700);
    expect(limiter.waiting).toBe(1);
    await timing.advance(100);
    await expect(next).resolves.toBe("sent");
  });

  test("the lowest limit of all that name the model counts", async () => {
    const timing = manualTiming();
    const limits = modelLimits({ timing, limits: { requestsPerMinute: 600 } });
    const limiter = limits.of("m", { requestsPerMinute: 60_000 });
    expect(limits.of("m", { requestsPerMinute: 60 })).toBe(limiter);
    await limiter.run(async () => {});
    const second = limiter.run(async () => "sent");
    await timing.advance(799);
    expect(limiter.waiting).toBe(1);
    await timing.advance(1);
    await expect(second).resolves.toBe("sent");
  });

  test("a pace that does not answer holds calls back, and one that answers too late gets its ticket back", async () => {
    const answer = Promise.withResolvers<Ticket>();
    const unsent = vi.fn();
    const pace: Pace = { keeps: ["concurrency"], ask: () => answer.promise };
    const limiter = modelLimits({ pace }).of("m", { concurrency: 5 });
    const controller = new AbortController();
    const task = vi.fn();
    const waiting = limiter.run(task, controller.signal);
    await turn();
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ failure: "cancelled" });
    answer.resolve({ done: vi.fn(), unsent });
    await turn();
    expect(task).not.toHaveBeenCalled();
    expect(unsent).toHaveBeenCalledOnce();
  });
});
