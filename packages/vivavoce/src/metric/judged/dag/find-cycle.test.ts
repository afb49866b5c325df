import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../../base/index.ts";
import { checkGraph } from "./check-graph.ts";

/** The cycle that is refused in a graph of these branches. */
function cycleIn(branches: Record<string, string[]>): string[] | undefined {
  const nodes = Object.entries(branches).map(([id, targets]) => {
    const ways = targets.map((target, index) => ({ branch: `${index}`, targets: [target] }));
    return { id, kind: "code" as const, ways, faults: [] };
  });
  try {
    checkGraph("graph", { roots: nodes.slice(0, 1).map(({ id }) => id), nodes });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [, circle] = /runs in a circle: (.*)$/m.exec(error.problems.map(({ message }) => message).join("\n")) ?? [];
    return circle?.split(" → ");
  }
  return undefined;
}

test("a graph without a way back has none, however much is shared", () => {
  expect(cycleIn({})).toBeUndefined();
  expect(cycleIn({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] })).toBeUndefined();
});

test("a cycle is found wherever it is, with its first node at both ends", () => {
  expect(cycleIn({ a: ["a"] })).toEqual(["a", "a"]);
  expect(cycleIn({ a: ["b"], b: ["c", "d"], c: [], d: ["b"] })).toEqual(["b", "d", "b"]);
  expect(cycleIn({ a: [], x: ["y"], y: ["x"] })).toEqual(["x", "y", "x"]);
});

test("a branch to a missing node is not a cycle", () => {
  expect(cycleIn({ a: ["nowhere"] })).toBeUndefined();
});

test("a graph whose branches lead to later nodes only has none; one branch back makes one", () => {
  const forwards = fc
    .array(fc.array(fc.nat(5), { maxLength: 3 }), { minLength: 2, maxLength: 12 })
    .map((steps) =>
      steps.map((targets, index) => targets.map((step) => index + 1 + step).filter((to) => to < steps.length)),
    );
  const named = (ways: number[][]) =>
    Object.fromEntries(ways.map((targets, index) => [`n${index}`, targets.map((to) => `n${to}`)]));
  fc.assert(
    fc.property(forwards, (ways) => {
      expect(cycleIn(named(ways))).toBeUndefined();
      const from = ways.findIndex((targets) => targets.length > 0);
      const to = ways[from]?.[0];
      if (to === undefined) return;
      const circle = cycleIn(named(ways.map((targets, index) => (index === to ? [...targets, from] : targets))));
      expect(circle?.at(0)).toBe(circle?.at(-1));
      expect(circle?.length).toBeGreaterThan(1);
    }),
  );
});
