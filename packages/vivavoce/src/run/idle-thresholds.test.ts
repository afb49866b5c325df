import { expect, test } from "vitest";
import { contains, matches, toolUse } from "../metric/index.ts";
import { suite } from "../suite/index.ts";
import { planWarnings } from "./plan-warnings.ts";

test("a threshold that every value reaches is told, unless the metric only reports", () => {
  const agent = { name: "a", version: "1", open: () => ({ reply: async () => {} }) };
  const metrics = [contains({ threshold: 0 }), matches({ threshold: 0, report: true }), toolUse({ threshold: 0.1 })];
  const made = suite({ name: "s", cases: [{ id: "a", script: [{ content: "x" }] }], agent, metrics });
  const selected = { cases: { size: 1 }, expected: [], unchecked: [], withoutWorld: 0, incomplete: [] };
  expect(planWarnings({ suite: made, file: "s.eval.ts" }, selected)).toEqual([
    {
      message: "suite s: contains can never be missed, because its threshold is 0",
      place: { file: "s.eval.ts" },
      remedy: "Give it a higher one, or report: true if it should decide nothing.",
    },
  ]);
});
