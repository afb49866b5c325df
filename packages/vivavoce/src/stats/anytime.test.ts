import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anytimeFloor, anytimeMcNemar } from "./anytime.ts";

const count = fc.integer({ min: 0, max: 300 });

describe("anytimeMcNemar", () => {
  test("agrees with 30-digit arithmetic", () => {
    expect(anytimeMcNemar(0, 0).e).toBeCloseTo(1, 12);
    expect(anytimeMcNemar(3, 0).e).toBeCloseTo(2, 12);
    expect(anytimeMcNemar(500, 450).e).toBeCloseTo(0.151341421290002, 12);
  });

  test("wins and losses change places without effect, and p is min(1, 1/e)", () => {
    fc.assert(
      fc.property(count, count, (wins, losses) => {
        const { e, p } = anytimeMcNemar(wins, losses);
        expect(anytimeMcNemar(losses, wins).e / e).toBeCloseTo(1, 10);
        expect(p).toBeCloseTo(Math.min(1, 1 / e), 12);
      }),
    );
  });

  test("is a fair bet: the two possible next flips leave e as it is on average", () => {
    fc.assert(
      fc.property(count, count, (wins, losses) => {
        const now = anytimeMcNemar(wins, losses).e;
        const next = (anytimeMcNemar(wins + 1, losses).e + anytimeMcNemar(wins, losses + 1).e) / 2;
        expect(next / now).toBeCloseTo(1, 10);
      }),
    );
  });

  test("evidence beyond the largest number has p 0, never NaN", () => {
    expect(anytimeMcNemar(5000, 0)).toEqual({ e: Number.POSITIVE_INFINITY, p: 0 });
  });
});

describe("anytimeFloor", () => {
  test("agrees with 30-digit arithmetic", () => {
    expect(anytimeFloor(0, 5, 0.5).e).toBeCloseTo(10.5, 11);
    expect(anytimeFloor(20, 20, 0.9).e).toBeCloseTo(1 / 21, 12);
    expect(anytimeFloor(90, 100, 0.95).e).toBeCloseTo(0.615810537434846, 12);
    expect(anytimeFloor(0, 0, 0.3).e).toBeCloseTo(1, 12);
  });

  test("is a fair bet at the floor itself", () => {
    const plan = fc.record({
      n: fc.integer({ min: 0, max: 150 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      p0: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
    });
    fc.assert(
      fc.property(plan, ({ n, share, p0 }) => {
        const k = Math.floor(share * n);
        const next = p0 * anytimeFloor(k + 1, n + 1, p0).e + (1 - p0) * anytimeFloor(k, n + 1, p0).e;
        expect(next / anytimeFloor(k, n, p0).e).toBeCloseTo(1, 9);
      }),
    );
  });

  test("every pass speaks for the floor, every failure against it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (k, failures) => {
        const now = anytimeFloor(k, k + failures, 0.8).e;
        expect(anytimeFloor(k + 1, k + failures + 1, 0.8).e).toBeLessThan(now);
        expect(anytimeFloor(k, k + failures + 1, 0.8).e).toBeGreaterThan(now);
      }),
    );
  });

  test("a rate far above the floor stays finite where the tail itself underflows", () => {
    const { e, p } = anytimeFloor(9000, 10_000, 0.1);
    expect(e).toBeCloseTo(0.00011248716947, 12);
    expect(p).toBe(1);
  });

  test("wrong input is an error", () => {
    expect(() => anytimeFloor(3, 2, 0.9)).toThrow(
      new RangeError("anytimeFloor: k is 3: pass a whole number from 0 to 2"),
    );
    expect(() => anytimeFloor(1, 2, 1)).toThrow("anytimeFloor: p0 is 1");
    expect(() => anytimeMcNemar(-1, 2)).toThrow("anytimeMcNemar: wins is -1");
  });
});
