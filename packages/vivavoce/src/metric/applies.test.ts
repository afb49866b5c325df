import { expect, test } from "vitest";
import type { CaseInput } from "../shape/index.ts";
import { criteria } from "./judged/criteria.ts";
import { coherence } from "./rows/task.ts";
import { contains, equals, matches } from "./rules/text/compare.ts";
import { toolCalls } from "./rules/tool-calls.ts";
import { toolUse } from "./rules/tool-use.ts";
import { worldEffects } from "./rules/world-effects.ts";
import { caseOf, scoreOf, transcriptOf } from "./testing-transcript.test-helper.ts";
import { type Metric, onlyWatches } from "./types.ts";

const rows: [name: string, applies: boolean, metric: Metric, expect: CaseInput["expect"]][] = [
  ["toolUse", true, toolUse(), { tools: [{ shouldCall: false }] }],
  ["toolUse, nothing listed", false, toolUse(), { tools: [] }],
  ["toolCalls", true, toolCalls(), { calls: [] }],
  ["toolCalls, for all cases", true, toolCalls({ expected: [] }), {}],
  ["toolCalls, a rule", true, toolCalls({ forbidden: ["a"] }), {}],
  ["toolCalls, nothing", false, toolCalls({ mode: "exact" }), {}],
  ["contains", true, contains(), { contains: ["a"] }],
  ["contains, for all cases", true, contains({ texts: "a" }), {}],
  ["contains, an empty list", false, contains({ texts: "a" }), { contains: [] }],
  ["matches", true, matches(), { matches: ["a"] }],
  ["matches, nothing", false, matches(), {}],
  ["equals", true, equals(), { equals: "a" }],
  ["equals, nothing", false, equals(), {}],
  ["criteria", true, criteria(), { criteria: { criteria: ["is kind"] } }],
  ["criteria, for all cases", true, criteria(["is kind"]), {}],
  ["criteria, nothing", false, criteria(), { criteria: { criteria: [] } }],
  ["coherence", true, coherence(), { coherence: { maintainsContext: true } }],
  ["coherence, nothing asked", false, coherence(), { coherence: { maintainsContext: false } }],
  ["with a default threshold of its own", false, coherence().withDefaultThreshold?.(0.5) ?? coherence(), {}],
];

test.each(rows)(
  "what a metric says about a case beforehand agrees with its score: %s",
  async (_, applies, metric, expected) => {
    const testCase = caseOf(expected);
    expect(metric.applies?.(testCase)).toBe(applies);
    const { status } = await scoreOf(metric, transcriptOf([["hello"]], []), testCase);
    expect(status === "skipped").toBe(!applies);
  },
);

test("worldEffects only watches a case that says nothing about the world; that nothing may change says something", () => {
  expect(onlyWatches(worldEffects(), caseOf({}))).toBe(true);
  expect(onlyWatches(worldEffects(), caseOf({ world: { effects: [] } }))).toBe(false);
});
