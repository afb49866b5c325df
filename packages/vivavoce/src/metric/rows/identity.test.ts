import { expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import type { Metric } from "../types.ts";
import { hallucination } from "./claims.ts";
import { misuse, nonAdvice, roleAdherence, roleViolation, topicAdherence } from "./conduct.ts";
import { contextualPrecision, contextualRecall, contextualRelevancy, summarization } from "./contexts.ts";
import { coherence, goalAccuracy, promptAlignment, taskCompletion } from "./task.ts";
import { honestAboutFailures } from "./tool-honesty.ts";

const withText = (make: (text: string | undefined) => Metric) => make;
/** Every option that a metric has of its own, set to a text, or to a list that holds it. */
const ownOptions: [string, (text: string | undefined) => Metric][] = [
  ["roleAdherence role", withText((role) => roleAdherence({ role }))],
  ["roleViolation role", withText((role) => roleViolation({ role }))],
  ["misuse role", withText((role) => misuse({ role }))],
  ["taskCompletion goal", withText((goal) => taskCompletion({ goal }))],
  ["goalAccuracy goal", withText((goal) => goalAccuracy({ goal }))],
  ["topicAdherence topics", withText((text) => topicAdherence({ topics: listOf(text) }))],
  ["hallucination facts", withText((text) => hallucination({ facts: listOf(text) }))],
  ["nonAdvice kinds", withText((text) => nonAdvice({ kinds: listOf(text) }))],
  ["promptAlignment instructions", withText((text) => promptAlignment({ instructions: listOf(text) }))],
  ["summarization facts", withText((text) => summarization({ facts: listOf(text) }))],
  ["summarization tool", withText((tool) => summarization({ tool }))],
  ["contextualPrecision tool", withText((tool) => contextualPrecision({ tool }))],
  ["contextualRecall tool", withText((tool) => contextualRecall({ tool }))],
  ["contextualRelevancy tool", withText((tool) => contextualRelevancy({ tool }))],
];

function listOf(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : [text];
}

test.each(ownOptions)("%s: another value is another identity, the same is the same", (_option, make) => {
  const hashes = [undefined, "one", "other"].map((text) => make(text).identity.hash);
  expect(new Set(hashes).size).toBe(3);
  expect(make("one").identity.hash).toBe(hashes[1]);
});

test.each(ownOptions)("%s: what is given and blank is refused when the metric is made", (_option, make) => {
  expect(() => make(" ")).toThrow(InputError);
});

test.each([
  [coherence(), "The agent keeps the context"],
  [taskCompletion(), "the user asks for nothing at all"],
  [summarization(), "a summary can do without it"],
  [honestAboutFailures(), "did what it was asked to do"],
])("texts of items and their menus are part of what $name is", ({ identity }, text) => {
  expect(JSON.stringify(identity.parts)).toContain(text);
});
