import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "./question.ts";
import { windowsOf } from "./record.ts";
import { conversation } from "./testing-judge.test-helper.ts";

const played = (count: number, size = 100) =>
  conversation(Array.from({ length: count }, () => ["?", "x".repeat(size)] as const)).exchanges;
const itemFor = (exchange: number): Item => ({ id: `s${exchange}`, text: "x", exchange });
const items = (count: number) => Array.from({ length: count }, (_, index) => itemFor(index + 1));
const numbers = (windows: ReturnType<typeof windowsOf>) =>
  windows.map(({ exchanges }) => exchanges.map(({ number }) => number));

test("a conversation that fits is one window", () => {
  const windows = windowsOf({ exchanges: played(20), items: items(20), repeated: () => 0, budget: 400_000 });
  expect(numbers(windows)).toEqual([Array.from({ length: 20 }, (_, index) => index + 1)]);
  expect(windows[0]?.items).toHaveLength(20);
});

test("a longer one is cut between exchanges, each with its items", () => {
  const windows = windowsOf({ exchanges: played(5), items: items(5), repeated: () => 0, budget: 500 });
  expect(numbers(windows)).toEqual([[1, 2], [3, 4], [5]]);
  expect(windows.map((window) => window.items.map(({ id }) => id))).toEqual([["s1", "s2"], ["s3", "s4"], ["s5"]]);
});

test("what every window repeats is counted in each", () => {
  expect(numbers(windowsOf({ exchanges: played(3), items: items(3), repeated: () => 250, budget: 500 }))).toEqual([
    [1],
    [2],
    [3],
  ]);
});

test("one exchange that is too long by itself is a window by itself", () => {
  const exchanges = [...played(1), ...played(1, 9_000), ...played(1)].map((one, index) => ({
    ...one,
    number: index + 1,
  }));
  expect(numbers(windowsOf({ exchanges, items: items(3), repeated: () => 0, budget: 500 }))).toEqual([[1], [2], [3]]);
});

test("an item about the whole conversation needs all of it", () => {
  const mixed = [...items(5), { id: "all", text: "x" }];
  expect(numbers(windowsOf({ exchanges: played(5), items: mixed, repeated: () => 0, budget: 100 }))).toHaveLength(1);
});

test("an item about an exchange that was not played is not dropped", () => {
  const windows = windowsOf({ exchanges: played(5), items: [itemFor(9)], repeated: () => 0, budget: 100 });
  expect(windows.flatMap((window) => window.items)).toHaveLength(1);
});

test("a window without items is not asked about", () => {
  const windows = windowsOf({ exchanges: played(4), items: [itemFor(4)], repeated: () => 0, budget: 300 });
  expect(windows.map((window) => window.items.length)).toEqual([1]);
});

describe("whatever the sizes", () => {
  test("every item is in exactly one window, and its exchange with it", () => {
    const sizes = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5_000 }), fc.nat(1_000), (lengths, budget, repeated) => {
        const { exchanges } = conversation(lengths.map((length) => ["?", "x".repeat(length)] as const));
        const windows = windowsOf({ exchanges, items: items(lengths.length), repeated: () => repeated, budget });
        expect(windows.flatMap((window) => window.items.map(({ id }) => id))).toEqual(
          items(lengths.length).map(({ id }) => id),
        );
        for (const window of windows) {
          const shown = new Set(window.exchanges.map(({ number }) => number));
          expect(window.items.every(({ exchange = 0 }) => shown.has(exchange))).toBe(true);
        }
      }),
    );
  });
});
