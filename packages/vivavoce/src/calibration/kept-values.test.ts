import { expect, test } from "vitest";
import { KeptValues } from "./kept-values.ts";

const store = {};

test("a value is made once for a version, also for those who ask at the same time", async () => {
  const kept = new KeptValues<number>(2);
  let made = 0;
  const make = async () => ++made;
  expect(await Promise.all([kept.get(store, "a", 1, make), kept.get(store, "a", 1, make)])).toEqual([1, 1]);
  expect(await kept.get(store, "a", 2, make)).toBe(2);
  expect(await kept.get(store, "b", 2, make)).toBe(3);
});

test("the next version is made from the one before, after it", async () => {
  const kept = new KeptValues<string>(2);
  const first = kept.get(store, "a", 1, async () => "one");
  const second = kept.get(store, "a", 2, async (before) => `${before}, two`);
  expect([await first, await second]).toEqual(["one", "one, two"]);
});

test("only so many are kept, those that were used last", async () => {
  const kept = new KeptValues<string>(2);
  const made: string[] = [];
  const ask = (key: string) =>
    kept.get(store, key, 1, async () => {
      made.push(key);
      return key;
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) await ask(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
});

test("what failed is tried again, and from nothing", async () => {
  const kept = new KeptValues<string>(2);
  const failing = async () => {
    throw new Error("no");
  };
  await expect(kept.get(store, "a", 1, failing)).rejects.toThrow("no");
  expect(await kept.get(store, "a", 1, async (before) => `${before}`)).toBe("undefined");
});

test("what was made from one store is not given for another", async () => {
  const kept = new KeptValues<string>(2);
  await kept.get(store, "a", 1, async () => "one");
  expect(await kept.get({}, "a", 1, async () => "another")).toBe("another");
});
