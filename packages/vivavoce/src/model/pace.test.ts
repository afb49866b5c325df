import fc from "fast-check";
import { expect, test } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { burstMs, localPace, type PaceLimits } from "./pace.ts";

/** Sends calls as soon as the pace lets them through; gives when each was sent. */
function sent(limits: PaceLimits, calls: readonly { pauseMs: number; tokens: number; used?: number }[]) {
  const clock = manualClock(1_000);
  const pace = localPace(clock);
  return calls.map(({ pauseMs, tokens, used }) => {
    clock.advance(pauseMs);
    for (;;) {
      const asked = pace.ask("m", limits, tokens);
      if (asked instanceof Promise) throw new Error("the local pace answers at once");
      if ("unsent" in asked) {
        asked.done(used);
        return { at: clock.now(), tokens: used ?? tokens };
      }
      expect(asked.waitMs).toBeGreaterThan(0);
      clock.advance(asked.waitMs);
    }
  });
}

/** The most that falls into any span that begins and ends with a call, beyond the limit's share of that span. */
function excess(calls: readonly { at: number; amount: number }[], perMinute: number): number {
  let most = 0;
  for (let first = 0; first < calls.length; first += 1) {
    let sum = 0;
    for (const { at, amount } of calls.slice(first)) {
      sum += amount;
      most = Math.max(most, sum - ((at - (calls[first]?.at ?? 0)) * perMinute) / 60_000);
    }
  }
  return most;
}

const call = fc.record({ pauseMs: fc.nat(400), tokens: fc.integer({ min: 1, max: 3_000 }) });
const calls = fc.array(call, { maxLength: 60 });

test("in no span of time are there more requests than the limit's share and a fifth of a second's more", () => {
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 6_000 }), (made, requestsPerMinute) => {
      const times = sent({ requestsPerMinute }, made).map(({ at }) => ({ at, amount: 1 }));
      const burst = (burstMs * requestsPerMinute) / 60_000;
      expect(excess(times, requestsPerMinute)).toBeLessThanOrEqual(burst + 1 + 1e-6);
    }),
    { numRuns: 50 },
  );
});

test("tokens are limited as well, up to the one call that reaches the limit, by what calls really used", () => {
  const used = fc.array(
    call.chain((one) => fc.record({ ...constant(one), used: fc.integer({ min: 1, max: 3_000 }) })),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(used, fc.integer({ min: 1_000, max: 200_000 }), (made, tokensPerMinute) => {
      const spent = sent({ tokensPerMinute }, made).map(({ at, tokens }) => ({ at, amount: tokens }));
      const burst = (burstMs * tokensPerMinute) / 60_000;
      expect(excess(spent, tokensPerMinute)).toBeLessThanOrEqual(burst + 3_000 + 1e-6);
    }),
    { numRuns: 50 },
  );
});

test("a limit is used in full: 100 calls at 600 a minute take ten seconds, less the burst", () => {
  const times = sent({ requestsPerMinute: 600 }, Array(101).fill({ pauseMs: 0, tokens: 1 }));
  expect((times.at(-1)?.at ?? 0) - 1_000).toBeCloseTo(10_000 - burstMs, 0);
});

test("time in which nothing was asked is not saved up", () => {
  const late = { pauseMs: 3_600_000, tokens: 1 };
  const [, first, second] = sent({ requestsPerMinute: 60 }, [late, late, { pauseMs: 0, tokens: 1 }]);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000 - burstMs);
});

test("models are counted apart, and a call that was not sent is given back", () => {
  const pace = localPace(manualClock(0));
  const limits = { requestsPerMinute: 1, tokensPerMinute: 10 };
  const first = pace.ask("a", limits, 10);
  expect(pace.ask("b", limits, 10)).toHaveProperty("done");
  expect(pace.ask("a", limits, 10)).toMatchObject({ because: "the limit of 10 tokens per minute" });
  if ("unsent" in first) first.unsent();
  expect(pace.ask("a", limits, 10)).toHaveProperty("done");
});

function constant<T extends object>(value: T): { [name in keyof T]: fc.Arbitrary<T[name]> } {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fc.constant(one)])) as never;
}
