import { describe, expect, test } from "vitest";
import { pairByLikeness, pairUp } from "./pair-up.ts";

const items = (...names: string[]) => names.map((name, place) => ({ name, place }));

describe("pairing by an equal key", () => {
  test("is one to one, the first with the first, and tells what is left over", () => {
    const before = items("a", "b", "a", "a");
    const after = items("a", "c", "a");
    const { pairs, before: left, after: right } = pairUp(before, after, ({ name }) => name);
    expect(pairs.map(([from, to]) => [from.place, to.place])).toEqual([
      [0, 0],
      [2, 2],
    ]);
    expect(left).toEqual([before[1], before[3]]);
    expect(right).toEqual([after[1]]);
  });

  test("takes the keys __proto__ and constructor for what they are", () => {
    expect(pairUp(items("__proto__"), items("constructor"), ({ name }) => name).pairs).toEqual([]);
    expect(pairUp(items("__proto__"), items("__proto__"), ({ name }) => name).pairs).toHaveLength(1);
  });

  test("goes from the closest likeness to the loosest", () => {
    const before = items("ax", "ay");
    const after = items("ay", "az");
    const { pairs } = pairByLikeness(before, after, [({ name }) => name, ({ name }) => name.slice(0, 1)]);
    expect(pairs).toEqual([
      [before[1], after[0]],
      [before[0], after[1]],
    ]);
  });
});
