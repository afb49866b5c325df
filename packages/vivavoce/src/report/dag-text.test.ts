import { expect, test } from "vitest";
import { dag } from "../metric/index.ts";
import type { Score } from "../shape/index.ts";
import { dagText } from "./views/graph-picture.ts";

const { binary, verdict } = dag;

const graph = dag({
  name: "manners",
  root: binary("asks", "Does it ask first?", { yes: verdict(1), no: verdict(0) }),
}).graph;
const scored = (detail: unknown): Score =>
  ({
    metric: "manners",
    judged: true,
    gating: true,
    status: "scored",
    value: 1,
    threshold: 0.7,
    passed: true,
    checks: [],
    detail,
  }) as Score;

test("draws the graph of a score with the way that was taken", () => {
  const text = dagText([scored({ graph, path: ["asks"] })]);
  expect(text).toContain("manners\n");
  expect(text).toContain("● ");
  expect(text).toContain("asks");
});

test("says nothing where no graph decided", () => {
  expect(dagText([scored({ other: 1 })])).toBe("");
});
