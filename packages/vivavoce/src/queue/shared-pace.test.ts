import { afterEach, expect, test, vi } from "vitest";
import { type ScriptRunner, sharedPace } from "./shared-pace.ts";

// That limits hold over several processes is tested with a real Redis: distributed/shared-limit.test.ts.

const limits = { requestsPerMinute: 60, tokensPerMinute: 600, concurrency: 2 };

afterEach(() => {
  vi.useRealTimers();
});

test("no call is let through while Redis does not answer, and no address is shown", async () => {
  const redis = { eval: () => Promise.reject(new Error("redis://user:hidden@queue:6379 refused")) };
  expect(await sharedPace(redis).ask("m", limits, 5)).toEqual({
    waitMs: 500,
    because: "the shared limits: Redis, which keeps them, does not answer",
  });
});

test("a place that Redis gives too late is given back", async () => {
  const answer = Promise.withResolvers<unknown>();
  const run = vi.fn<ScriptRunner["eval"]>().mockReturnValueOnce(answer.promise).mockResolvedValue(null);
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(AbortSignal.abort());
  expect(await sharedPace({ eval: run }).ask("m", limits, 5)).toHaveProperty("waitMs");
  timeout.mockRestore();
  answer.resolve([0, ""]);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  // One request and five tokens, in milliseconds of their limits.
  expect(run.mock.calls[1]?.slice(-2)).toEqual([-1_000, -500]);
});

test.each([
  ["requestsPerMinute", "the limit of 60 requests per minute of all workers together"],
  ["concurrency", "the limit of 2 calls at a time of all workers together"],
])("a call that has to wait because of %s is told so", async (heldBy, because) => {
  const redis = { eval: async () => [40, heldBy] };
  expect(await sharedPace(redis).ask("m", limits, 5)).toEqual({ waitMs: 40, because });
});

test("a place is renewed while its call runs, and no longer", async () => {
  vi.useFakeTimers();
  const run = vi.fn<ScriptRunner["eval"]>().mockResolvedValue([0, ""]);
  const ticket = await sharedPace({ eval: run }).ask("m", limits, 5);
  vi.advanceTimersByTime(7_000);
  expect(run).toHaveBeenCalledTimes(3);
  if ("done" in ticket) ticket.done(7);
  expect(run.mock.lastCall?.slice(-1)).toEqual([200]);
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledTimes(4);
});
