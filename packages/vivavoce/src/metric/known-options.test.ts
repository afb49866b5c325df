import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import * as metrics from "./index.ts";
import { refuseUnknownOptions, usualOptions } from "./known-options.ts";
import type { Metric } from "./types.ts";

type Maker = (options: object) => Metric;
const needs: Record<string, object> = {
  dag: { root: metrics.dag.verdict(1) },
  defineMetric: { name: "own", score: () => metrics.skipped("nothing to do") },
  judgedMetric: { name: "own", instructions: "Good?", menu: [{ verdict: "yes", meaning: "it is" }], items: () => [] },
  rubric: { dimensions: [{ id: "a", description: "Good?", weight: 1, anchors: { 1: "no", 5: "yes" } }] },
  toolPermission: { deny: ["delete"] },
};

/** Every function that makes a metric from options. */
const makers = Object.entries(metrics).flatMap(([exported, value]) => {
  try {
    const made: unknown = (value as unknown as Maker)({ ...needs[exported] });
    if (made instanceof Promise) void made.catch(() => {});
    return (made as Metric | undefined)?.identity ? [[exported, value as unknown as Maker] as const] : [];
  } catch {
    return [];
  }
});

test("all metrics were found", () => expect(makers.length).toBeGreaterThan(38));

// A suite is loaded without a type check: a misspelt option checked nothing, and the run passed.
test.each(makers)("%s refuses an option that it does not have", (exported, make) => {
  expect(() => make({ ...needs[exported], tresholds: 1 })).toThrow(InputError);
});

describe("a value of another kind is refused", () => {
  test.each<[string, object]>([
    ["safety", { canaries: "patient-file-17" }],
    ["safety", { forbid: ["delete_note"] }],
    ["safety", { forbid: [{ tools: "delete_note" }] }],
    ["toolPermission", { deny: "delete_note" }],
    ["toolCalls", { forbidden: "delete_note" }],
    ["toolCalls", { expected: ["book"] }],
    ["toolCalls", { before: ["look_up", "book"] }],
    ["contains", { exchange: "first" }],
    ["promptAlignment", { instructions: "Never name a price." }],
    ["topicAdherence", { topics: "tea" }],
    ["criteria", { criteria: "names one step" }],
    ["rubric", {}],
    ["answerRelevancy", { threshold: "0.7" }],
    ["refusal", { expected: "yes" }],
    ["escalation", { tools: "transfer_call" }],
    ["clarification", { tools: ["ask"] }],
    ["language", { language: "German" }],
    ["stepEfficiency", { most: 1.5 }],
    ["stepEfficiency", { samples: 3 }],
    ["planAdherence", { plan: "verify" }],
    ["disclosure", { must: "recorded" }],
    ["commitments", { never: [{ says: "refund" }] }],
  ])("%s(%o)", (name, options) => {
    const make = new Map<string, unknown>(Object.entries(metrics)).get(name) as Maker;
    expect(() => make(options)).toThrow(InputError);
  });
});

test("it says which option was probably meant, or what the value should be", () => {
  const refuse = (given: object) => () => refuseUnknownOptions<object>("polite", given, usualOptions);
  expect(refuse({ treshold: 1 })).toThrow(/polite has no option "treshold"\n.*Did you mean "threshold"\?/);
  expect(refuse({ least: 1 })).toThrow(/polite has no option "least"\n.*It takes name, threshold, report\./);
  expect(refuse({ report: "yes" })).toThrow("polite: report should be true or false, found the text “yes”");
  expect(refuse("0.7" as unknown as object)).toThrow(/polite takes its options as an object/);
  expect(refuse({ name: undefined, threshold: 0.5 })).not.toThrow();
});
