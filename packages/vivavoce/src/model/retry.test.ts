import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantTiming } from "../testing/index.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { ModelError, type ModelFailure } from "./model-error.ts";
import { retrying } from "./retry.ts";

const failing = (failure: ModelFailure, facts: { status?: number; retryAfterMs?: number } = {}) =>
  new ModelError({ message: `a ${failure}`, failure, ...facts });

/** Fails as listed, then answers. */
function attempts(...errors: Error[]) {
  let made = 0;
  const attempt = async () => {
    const error = errors[made++];
    if (error) throw error;
    return "answer";
  };
  return { attempt, made: () => made };
}
const endlessly = (error: Error) => attempts(...Array.from({ length: 100 }, () => error));

describe("what is tried again", () => {
  test.each([408, 409, 429, 500, 502, 503, 529])("status %d", async (status) => {
    const { attempt, made } = attempts(failing("status", { status }));
    await expect(retrying("m", undefined, instantTiming())(attempt)).resolves.toBe("answer");
    expect(made()).toBe(2);
  });

  test.each(["network", "timeout", "bad-answer"] as const)("a failure of kind %s", async (failure) => {
    const { attempt, made } = attempts(failing(failure));
    await expect(retrying("m", undefined, instantTiming())(attempt)).resolves.toBe("answer");
    expect(made()).toBe(2);
  });

  test.each([400, 401, 402, 403, 404, 413, 422])("not status %d", async (status) => {
    const { attempt, made } = endlessly(failing("status", { status }));
    await expect(retrying("m", undefined, instantTiming())(attempt)).rejects.toMatchObject({ status });
    expect(made()).toBe(1);
  });

  test.each(["cancelled", "no-tape", "tape-differs"] as const)("not a failure of kind %s", async (failure) => {
    const { attempt, made } = endlessly(failing(failure));
    await expect(retrying("m", undefined, instantTiming())(attempt)).rejects.toMatchObject({ failure });
    expect(made()).toBe(1);
  });

  test("not an error of the code itself", async () => {
    const { attempt, made } = endlessly(new TypeError("a mistake"));
    await expect(retrying("m", undefined, instantTiming())(attempt)).rejects.toThrow(TypeError);
    expect(made()).toBe(1);
  });
});

describe("how often", () => {
  test("five times in all, and the error says so and keeps its facts", async () => {
    const { attempt, made } = endlessly(failing("status", { status: 503 }));
    const error = await retrying("m", undefined, instantTiming())(attempt).catch((thrown: unknown) => thrown);
    expect(made()).toBe(5);
    expect(error).toMatchObject({ failure: "status", status: 503, message: "a status (after 5 attempts)" });
    expect(ModelError.is(error)).toBe(true);
  });

  test("as often as it is told", async () => {
    const { attempt, made } = endlessly(failing("network"));
    await expect(retrying("m", 3, instantTiming())(attempt)).rejects.toThrow("after 3 attempts");
    expect(made()).toBe(3);
  });

  test("once, without a word about attempts, when one is allowed", async () => {
    const { attempt } = endlessly(failing("network"));
    const error = await retrying("m", 1, instantTiming())(attempt).catch((thrown) => thrown);
    expect(error.message).toBe("a network");
  });

  test("a bad answer only twice more", async () => {
    const { attempt, made } = endlessly(failing("bad-answer"));
    await expect(retrying("m", undefined, instantTiming())(attempt)).rejects.toThrow("after 3 attempts");
    expect(made()).toBe(3);
  });

  test("bad answers among other failures are counted for themselves", async () => {
    const { attempt, made } = attempts(
      failing("network"),
      failing("bad-answer"),
      failing("network"),
      failing("bad-answer"),
    );
    await expect(retrying("m", undefined, instantTiming())(attempt)).resolves.toBe("answer");
    expect(made()).toBe(5);
  });
});

describe("how long it waits", () => {
  test("up to a ceiling that doubles, to a limit", async () => {
    const timing = instantTiming({ random: () => 1 });
    const { attempt } = endlessly(failing("network"));
    await expect(retrying("m", 9, timing)(attempt)).rejects.toThrow();
    expect(timing.waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test("any share of the ceiling: full jitter", async () => {
    const shares = [0, 0.25, 0.5, 0.75];
    const timing = instantTiming({ random: () => shares.shift() ?? 0 });
    const { attempt } = endlessly(failing("network"));
    await expect(retrying("m", 5, timing)(attempt)).rejects.toThrow();
    expect(timing.waits).toEqual([0, 250, 1000, 3000]);
  });

  test("as long as Retry-After asks, however small the jitter", async () => {
    const timing = instantTiming({ random: () => 0 });
    const { attempt } = attempts(failing("status", { status: 429, retryAfterMs: 7000 }));
    await retrying("m", undefined, timing)(attempt);
    expect(timing.waits).toEqual([7000]);
  });

  test("not at all when Retry-After is beyond the limit: it fails and says why", async () => {
    const timing = instantTiming();
    const { attempt, made } = endlessly(failing("status", { status: 429, retryAfterMs: 3_600_000 }));
    await expect(retrying("m", undefined, timing)(attempt)).rejects.toMatchObject({
      failure: "status",
      status: 429,
      retryAfterMs: 3_600_000,
      message: expect.stringContaining("asks to wait 3600 s, longer than the limit of 60 s"),
      remedy: expect.stringContaining("later"),
    });
    expect([made(), timing.waits]).toEqual([1, []]);
  });

  test("never longer than the ceiling, never shorter than Retry-After, whatever the numbers", async () => {
    const asked = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.array(asked, { maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (all, chance) => {
          const timing = instantTiming({ random: () => chance });
          const errors = all.map((retryAfterMs) =>
            failing("status", { status: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }),
          );
          await retrying("m", 5, timing)(attempts(...errors).attempt);
          const isRight = (wait: number, place: number) =>
            wait >= (all[place] ?? 0) && wait <= Math.max(500 * 2 ** place, all[place] ?? 0);
          return timing.waits.length === all.length && timing.waits.every(isRight);
        },
      ),
    );
  });
});

describe("cancelling", () => {
  test("before the first attempt makes none", async () => {
    const { attempt, made } = attempts();
    await expect(retrying("m")(attempt, AbortSignal.abort())).rejects.toMatchObject({ failure: "cancelled" });
    expect(made()).toBe(0);
  });

  test("during a wait ends it at once", async () => {
    const controller = new AbortController();
    const { attempt, made } = endlessly(failing("status", { status: 429, retryAfterMs: 60_000 }));
    const calling = retrying("m")(attempt, controller.signal);
    setImmediate(() => controller.abort());
    await expect(calling).rejects.toMatchObject({ failure: "cancelled", message: expect.stringContaining("m") });
    expect(made()).toBe(1);
  });

  test("after a failure it says what had gone wrong: the caller was waiting on an outage", async () => {
    const controller = new AbortController();
    const outage = failing("status", { status: 503 });
    const waiting = retrying("m")(endlessly(outage).attempt, controller.signal);
    setImmediate(() => controller.abort());
    await expect(waiting).rejects.toMatchObject({ failure: "cancelled", cause: outage });
    const { attempt } = attempts(outage, failing("cancelled"));
    await expect(retrying("m", undefined, instantTiming())(attempt)).rejects.toMatchObject({ cause: outage });
  });

  test("a sleep that breaks by itself is not taken for it", async () => {
    const sleep = async () => {
      throw new Error("no timers left");
    };
    const timing = { clock: manualClock(0), random: () => 0, sleep };
    const { attempt } = endlessly(failing("network"));
    await expect(retrying("m", undefined, timing)(attempt)).rejects.toThrow("no timers left");
  });
});
