import { expect, test } from "vitest";
import { contains, toolUse } from "../metric/index.ts";
import { suite } from "../suite/index.ts";
import { unreadExpectations } from "./unread-expectations.ts";

const agent = { name: "a", version: "1", open: () => ({ reply: async () => {} }) };
const made = suite({
  name: "s",
  cases: [{ id: "a", script: [{ content: "x" }] }],
  agent,
  metrics: [toolUse(), contains()],
});

test("an expectation that no metric reads is told, with the metric that would", () => {
  const [problem, second] = unreadExpectations({ suite: made, file: "s.eval.ts" }, ["tools", "contains", "world"]);
  expect(problem?.message).toContain("expect.world");
  expect(problem?.remedy).toContain("worldEffects()");
  expect(second).toBeUndefined();
});

test("what several metrics read, or none by itself, is not told", () => {
  expect(unreadExpectations({ suite: made, file: "s.eval.ts" }, ["facts", "goal", "safety", "limits"])).toEqual([]);
});
