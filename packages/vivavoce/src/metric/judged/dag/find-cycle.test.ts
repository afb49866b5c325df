import fc from "fast-check";
import { expect, test } from "vitest";
import { findCycle } from "./check-graph.ts";

const graphOf = (ways: Record<string, string[]>) =>
  Object.entries(ways).map(([id, targets]) => ({ id, ways: [{ branch: "next", targets }] }));

test("a graph without a way back has none, however much is shared", () => {
  expect(findCycle([])).toBeUndefined();
  expect(findCycle(graphOf({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toBeUndefined();
});

test("a cycle is found wherever it is, with its first node at both ends", () => {
  expect(findCycle(graphOf({ a: ["a"] }))).toEqual(["a", "a"]);
  expect(findCycle(graphOf({ a: ["b"], b: ["c", "d"], c: [], d: ["b"] }))).toEqual(["b", "d", "b"]);
  expect(findCycle(graphOf({ a: [], x: ["y"], y: ["x"] }))).toEqual(["x", "y", "x"]);
});

test("a branch to a missing node is not a cycle", () => {
  expect(findCycle(graphOf({ a: ["nowhere"] }))).toBeUndefined();
});

test("a graph whose branches lead to later nodes only has none; one branch back makes one", () => {
  const forwards = fc
    .array(fc.array(fc.nat(5), { maxLength: 3 }), { minLength: 2, maxLength: 12 })
    .map((steps) =>
      steps.map((targets, index) => targets.map((step) => index + 1 + step).filter((to) => to < steps.length)),
    );
  const named = (ways: number[][]) =>
    graphOf(Object.fromEntries(ways.map((targets, index) => [`n${index}`, targets.map((to) => `n${to}`)])));
  fc.assert(
    fc.property(forwards, (ways) => {
      expect(findCycle(named(ways))).toBeUndefined();
      const from = ways.findIndex((targets) => targets.length > 0);
      const to = ways[from]?.[0];
      if (to === undefined) return;
      const circle = findCycle(named(ways.map((targets, index) => (index === to ? [...targets, from] : targets))));
      expect(circle?.at(0)).toBe(circle?.at(-1));
      expect(circle?.length).toBeGreaterThan(1);
    }),
  );
});
