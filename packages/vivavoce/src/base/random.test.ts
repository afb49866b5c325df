import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { systemClock } from "./clock.ts";
import { countingIds, runId } from "./ids.ts";
import { mulberry32, type Random, seededRandom } from "./random.ts";

const take = (random: Random, count: number) => Array.from({ length: count }, random);

describe("mulberry32", () => {
  test("the same numbers everywhere", () => {
    expect(take(mulberry32(42), 3)).toEqual([0.6011037519201636, 0.44829055899754167, 0.8524657934904099]);
  });

  test("numbers lie in [0, 1), whatever the seed", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const number of take(mulberry32(seed), 20)) expect(number >= 0 && number < 1).toBe(true);
      }),
    );
  });

  test("they are spread over the interval", () => {
    const numbers = take(mulberry32(7), 10_000);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(mean).toBeCloseTo(0.5, 1);
    for (let tenth = 0; tenth < 10; tenth++) {
      expect(numbers.filter((number) => Math.floor(number * 10) === tenth).length).toBeGreaterThan(800);
    }
  });
});

describe("seededRandom", () => {
  test("a seed and a name give the same numbers every time", () => {
    expect(take(seededRandom(1, "case-a"), 5)).toEqual(take(seededRandom(1, "case-a"), 5));
  });

  test("another seed or another name gives other numbers", () => {
    const first = take(seededRandom(1, "case-a"), 5);
    expect(take(seededRandom(2, "case-a"), 5)).not.toEqual(first);
    expect(take(seededRandom(1, "case-b"), 5)).not.toEqual(first);
    // "1" + "2x" and "12" + "x" are different seeds.
    expect(take(seededRandom(1, "2x"), 5)).not.toEqual(take(seededRandom(12, "x"), 5));
  });

  test("one trial's numbers do not depend on how many another has drawn", () => {
    const alone = take(seededRandom(1, "b"), 5);
    const other = seededRandom(1, "a");
    const beside = seededRandom(1, "b");
    const mixed = alone.map(() => {
      other();
      other();
      return beside();
    });
    expect(mixed).toEqual(alone);
  });

  test("neighbouring names do not give neighbouring numbers", () => {
    const firsts = Array.from({ length: 1_000 }, (_, index) => seededRandom(1, `case-${index}`)());
    expect(new Set(firsts).size).toBe(1_000);
    expect(firsts.filter((number) => number < 0.5).length).toBeGreaterThan(400);
    expect(firsts.filter((number) => number < 0.5).length).toBeLessThan(600);
  });
});

describe("ids", () => {
  test("each prefix counts for itself, from 1", () => {
    const ids = countingIds();
    expect([ids.next("call"), ids.next("call"), ids.next("message"), ids.next("call")]).toEqual([
      "call-1",
      "call-2",
      "message-1",
      "call-3",
    ]);
  });

  test("two trials count apart, and a prefix may be called anything", () => {
    expect([countingIds().next("__proto__"), countingIds().next("__proto__")]).toEqual(["__proto__-1", "__proto__-1"]);
  });

  test("a run's id is short, can be typed, and does not come twice", () => {
    const ids = Array.from({ length: 1_000 }, runId);
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe("clocks", () => {
  test("a manual clock stands still until it is moved", () => {
    const clock = manualClock(1_000);
    expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  test("the system's clock tells the time of day", () => {
    expect(systemClock.now()).toBeGreaterThan(Date.UTC(2025, 0));
  });
});
