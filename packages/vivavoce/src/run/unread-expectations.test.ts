import { expect, test } from "vitest";
import {
  clarification,
  coherence,
  commitments,
  contains,
  criteria,
  dag,
  disclosure,
  equals,
  escalation,
  hazard,
  language,
  limits,
  planAdherence,
  refusal,
  safety,
  toolCalls,
  toolUse,
  worldEffects,
} from "../metric/index.ts";
import { suite } from "../suite/index.ts";
import { jsonWorld } from "../world/index.ts";
import { unreadExpectations } from "./plan-warnings.ts";

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

test("an expectation on a world that Viva cannot see is told", () => {
  const blind = suite({ ...made, metrics: [worldEffects()] });
  const seeing = suite({ ...blind, world: () => jsonWorld({}) });
  const [problem] = unreadExpectations({ suite: blind, file: "s.eval.ts" }, ["world"]);
  expect(problem?.message).toContain("the suite has no world");
  expect(unreadExpectations({ suite: seeing, file: "s.eval.ts" }, ["world"])).toEqual([]);
});

test("what several metrics read is not told", () => {
  expect(unreadExpectations({ suite: made, file: "s.eval.ts" }, ["facts", "goal"])).toEqual([]);
});

test.each([
  ["safety", safety({ name: "never" })],
  ["limits", limits({ name: "budget" })],
  ["contains", contains({ name: "holds" })],
  ["calls", toolCalls({ name: "the-calls" })],
  ["criteria", criteria({ name: "quality" })],
  ["coherence", coherence({ name: "thread" })],
  ["refusal", refusal({ name: "no" })],
  ["escalation", escalation({ name: "human" })],
  ["clarification", clarification({ name: "asks-back" })],
  ["language", language({ name: "german" })],
  ["plan", planAdherence({ name: "steps" })],
  ["disclosure", disclosure({ name: "told" })],
  ["commitments", commitments({ name: "promises" })],
  ["hazard", hazard({ name: "danger" })],
])("expect.%s is told unless a metric reads it, whatever that is called", (field, reader) => {
  const without = suite({ ...made, metrics: [toolUse()] });
  const [problem] = unreadExpectations({ suite: without, file: "s.eval.ts" }, [field]);
  expect(problem?.message).toContain(`expect.${field}, but no metric of the suite reads it`);
  const reading = suite({ ...made, metrics: [toolUse(), reader] });
  expect(unreadExpectations({ suite: reading, file: "s.eval.ts" }, [field])).toEqual([]);
});

test("what a leaf of a graph reads is read", () => {
  const root = dag.code("short", () => "yes", { yes: equals({ name: "same" }), no: dag.verdict(0) });
  const graph = suite({ ...made, metrics: [dag({ root })] });
  expect(unreadExpectations({ suite: graph, file: "s.eval.ts" }, ["equals"])).toEqual([]);
});
