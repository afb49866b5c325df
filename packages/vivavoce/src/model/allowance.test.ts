import { describe, expect, test } from "vitest";
import { Allowance } from "./allowance.ts";

interface Simulation {
  /** How many calls the server works on side by side, by how many it has answered. */
  slots: (answered: number) => number;
  /** How long one call takes once it has a slot. */
  workMs?: (call: number) => number;
  /** Calls that Viva would have under way at any time, were there no limit. */
  demand?: number;
  calls?: number;
  maximum?: number;
  careful?: boolean;
  timeoutMs?: number;
  /** More than this at once are refused with 429. */
  refuseAbove?: number;
  /** How long the first call takes besides: the model is loaded. */
  loadingMs?: number;
}

interface Call {
  number: number;
  mark: Allowance["mark"];
  sentAt: number;
  endsAt: number | undefined;
}

/** A server in virtual time: calls beyond its slots wait in its own queue, as llama.cpp's do. */
function simulate(simulation: Simulation) {
  const { slots, workMs = () => 1_000, demand = 20, calls = 400, maximum = 40, careful = true } = simulation;
  const allowance = new Allowance(maximum, { careful });
  const atServer: Call[] = [];
  const inFlight: number[] = [];
  const answeredAt: number[] = [];
  let now = 0;
  let sent = 0;
  let timeouts = 0;
  while (answeredAt.length < calls && sent < calls * 20) {
    while (atServer.length < Math.min(allowance.allowed, demand)) {
      const call: Call = { number: sent++, mark: allowance.mark, sentAt: now, endsAt: undefined };
      if (atServer.length >= (simulation.refuseAbove ?? Number.POSITIVE_INFINITY)) {
        allowance.overloaded(call.mark);
        continue;
      }
      atServer.push(call);
      inFlight.push(atServer.length);
    }
    for (const call of atServer.slice(0, slots(answeredAt.length))) {
      call.endsAt ??= now + workMs(call.number) + (call.number === 0 ? (simulation.loadingMs ?? 0) : 0);
    }
    const { timeoutMs = Number.POSITIVE_INFINITY } = simulation;
    const endOf = ({ endsAt = Number.POSITIVE_INFINITY, sentAt }: Call) => Math.min(endsAt, sentAt + timeoutMs);
    const next = atServer.reduce((first, call) => (endOf(call) < endOf(first) ? call : first));
    now = endOf(next);
    const tooLate = now >= next.sentAt + timeoutMs;
    if (tooLate) allowance.overloaded(next.mark);
    else allowance.answered(next.mark, { ms: now - next.sentAt, size: 1, demand });
    atServer.splice(atServer.indexOf(next), 1);
    if (tooLate) timeouts += 1;
    else answeredAt.push(now);
  }
  return { inFlight, answeredAt, timeouts, allowed: allowance.allowed };
}

const mostAfter = ({ inFlight }: ReturnType<typeof simulate>, calls: number) => Math.max(...inFlight.slice(calls));
/** Answers for each second of virtual time, from one answer on. */
const rate = ({ answeredAt }: ReturnType<typeof simulate>, from: number) =>
  ((answeredAt.length - from) * 1_000) / ((answeredAt.at(-1) ?? 0) - (answeredAt[from - 1] ?? 0));
/** Repeatable, between half and one and a half times a second. */
const uneven = (call: number) => 500 + ((call * 7_919) % 1_000);

describe("a server that nobody knows", () => {
  test("with one slot is never asked for more than two answers at once, and mostly for one", () => {
    const run = simulate({ slots: () => 1 });
    expect(mostAfter(run, 0)).toBe(2);
    expect(run.inFlight.filter((count) => count === 1).length / run.inFlight.length).toBeGreaterThan(0.75);
  });

  test("with one slot and answers of uneven length is asked for few", () => {
    expect(mostAfter(simulate({ slots: () => 1, workMs: uneven }), 0)).toBeLessThanOrEqual(4);
  });

  test.each([2, 3, 4, 6, 8, 12])("with %i slots is kept busy, and not asked for many more", (slots) => {
    const run = simulate({ slots: () => slots });
    expect(rate(run, 100)).toBeGreaterThanOrEqual(0.75 * slots);
    expect(mostAfter(run, 100)).toBeLessThanOrEqual(2 * slots);
  });

  test("with 20 slots gives 80 % of what it can before its 60th answer, in ten rounds", () => {
    const run = simulate({ slots: () => 20 });
    expect(run.answeredAt[60]).toBeLessThanOrEqual(10_000);
    expect(rate(run, 60)).toBeGreaterThanOrEqual(0.8 * 20);
    const unevenly = simulate({ slots: () => 20, workMs: uneven });
    expect(rate(unevenly, 100)).toBeGreaterThanOrEqual(0.8 * 20);
  });

  test("that answers a thousand at once is asked for a thousand soon after its first thousand answers", () => {
    const run = simulate({ slots: () => 1_000, demand: 1_000, maximum: 1_000, calls: 3_000, workMs: () => 200 });
    expect(run.inFlight.indexOf(1_000)).toBeLessThan(2_300);
  });

  test.each([15, 17, 30, 60, 250])("with %i slots is never asked for more than about four times as many", (slots) => {
    expect(mostAfter(simulate({ slots: () => slots, demand: 1_000, maximum: 1_000 }), 0)).toBeLessThan(4.5 * slots);
  });

  test("that answers at once gets as many as wait only briefly, after its first answer", () => {
    const run = simulate({ slots: () => 20, workMs: () => 20 });
    expect(run.inFlight.slice(0, 13)).toEqual([1, ...Array.from({ length: 12 }, (_, index) => index + 1)]);
    expect(rate(run, 60)).toBeGreaterThanOrEqual(0.9 * 1_000);
    expect(mostAfter(run, 100)).toBe(20);
  });

  test("that answers at once, but whose first answer came late, gets as many after its second round", () => {
    const run = simulate({ slots: () => 20, workMs: () => 20, loadingMs: 60 });
    expect(run.inFlight.slice(0, 4)).toEqual([1, 1, 2, 3]);
    expect(Math.max(...run.inFlight.slice(0, 30))).toBe(20);
    const alone = simulate({ slots: () => 1, workMs: () => 20, loadingMs: 60 });
    expect(mostAfter(alone, 0) * 20).toBeLessThanOrEqual(250);
  });

  test.each([10, 20, 50, 100])(
    "that takes %i ms for each of its answers, one after the other, lets none wait long",
    (ms) => {
      const run = simulate({ slots: () => 1, workMs: () => ms });
      expect(mostAfter(run, 0) * ms).toBeLessThanOrEqual(250);
    },
  );

  test("that loads its model for the first call is not taken for one that gets faster with more", () => {
    expect(mostAfter(simulate({ slots: () => 1, loadingMs: 30_000 }), 12)).toBe(2);
  });

  test("that was slow and becomes fast is asked for more", () => {
    const run = simulate({ slots: (answered) => (answered < 100 ? 1 : 20), calls: 1_000 });
    expect(mostAfter({ ...run, inFlight: run.inFlight.slice(0, 90) }, 0)).toBe(2);
    expect(rate(run, 600)).toBeGreaterThanOrEqual(0.75 * 20);
  });

  test("that was fast and becomes slow is asked for less, before a time-out says so", () => {
    const run = simulate({ slots: (answered) => (answered < 200 ? 20 : 1), calls: 600 });
    // After the round that was under way, one that is mixed, and two that are slow.
    expect(mostAfter(run, 320)).toBe(2);
  });

  test("whose answers time out is asked for less", () => {
    const run = simulate({ slots: (answered) => (answered < 60 ? 20 : 1), calls: 300, timeoutMs: 3_000 });
    expect(run.timeouts).toBeGreaterThan(0);
    expect(mostAfter(run, run.inFlight.length - 100)).toBeLessThanOrEqual(3);
  });

  test("is not asked for more than there is to ask, and never for more than the ceiling", () => {
    expect(mostAfter(simulate({ slots: () => 20, demand: 3 }), 0)).toBe(3);
    expect(mostAfter(simulate({ slots: () => 20, maximum: 5 }), 0)).toBe(5);
  });

  test("that refuses more than five at once keeps answering", () => {
    const run = simulate({ slots: () => 5, refuseAbove: 5 });
    expect(rate(run, 100)).toBeGreaterThanOrEqual(0.6 * 5);
  });
});

describe("a provider's own server", () => {
  test("starts at the maximum and grows back after a storm", () => {
    expect(simulate({ slots: () => 20, careful: false, maximum: 20 }).inFlight.slice(0, 20)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const storm = simulate({ slots: () => 40, careful: false, maximum: 20, refuseAbove: 12, calls: 600 });
    expect(storm.answeredAt).toHaveLength(600);
    expect(rate(storm, 100)).toBeGreaterThanOrEqual(6);
  });

  test("is asked for half as many when calls time out, once for a whole burst", () => {
    const allowance = new Allowance(16);
    const { mark } = allowance;
    for (let call = 0; call < 16; call++) allowance.overloaded(mark);
    expect(allowance.allowed).toBe(8);
  });
});

test("of two ceilings for one server the lower counts", () => {
  const allowance = new Allowance(16);
  allowance.lower(4);
  allowance.lower(9);
  expect(allowance.allowed).toBe(4);
});
