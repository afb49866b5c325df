/** Advice for assertions that do not fit into a case. Types that are not listed have no counterpart at all. */
const advice: Record<string, string> = {
  "is-json": "expect.json is true or one JSON Schema; write a metric with defineMetric for anything else",
  "contains-json": "write a metric with defineMetric; json() needs the whole reply to be JSON",
  "is-valid-function-call": "toolUse() and toolCalls() check arguments against the tool's own schema",
  "is-valid-openai-function-call": "toolUse() and toolCalls() check arguments against the tool's own schema",
  "is-valid-openai-tools-call": "toolUse() and toolCalls() check arguments against the tool's own schema",
  javascript: "an import runs no code: write it as a metric with defineMetric",
  python: "an import runs no code: write it as a metric with defineMetric",
  ruby: "an import runs no code: write it as a metric with defineMetric",
  webhook: "write a metric with defineMetric that asks it",
  "answer-relevance": "answerRelevancy() in the suite scores every case",
  "conversation-relevance": "answerRelevancy() in the suite scores every case",
  "context-faithfulness": "faithfulness(), with the texts in expect.contexts: this test has no variable called context",
  "context-recall": "contextualRecall(), with texts in expect.contexts and the answer in expect.reference",
  "context-relevance":
    "contextualRelevancy(), with the texts in expect.contexts: this test has no variable called context",
  moderation: "toxicity(), bias() and misuse() in the suite score every case",
  guardrails: "toxicity(), bias() and misuse() in the suite score every case",
  classifier: "write a metric with defineMetric, or the question as a criterion in expect.criteria",
  "select-best": "pairwise() compares two conversations; viva compare compares two runs",
  "max-score": "viva compare compares two runs",
  "search-rubric": "a judge here does not search the web: write what holds into expect.facts, for hallucination()",
  "tool-call-f1": "expect.calls with toolCalls()",
  "word-count": "expect.limits.wordsPerReply has a maximum only; write a metric with defineMetric",
  "trajectory:tool-used": "expect.tools with toolUse()",
  "trajectory:tool-args-match": "expect.calls with toolCalls()",
  "trajectory:tool-sequence": 'expect.calls with toolCalls({ mode: "inOrder" })',
  "trajectory:step-count": "expect.limits.toolCalls and .modelCalls with limits()",
  "trajectory:goal-success": "expect.goal with taskCompletion()",
  "trace-span-count": "expect.limits.toolCalls and .modelCalls with limits()",
  "trace-span-duration": "expect.limits.modelMs with limits()",
  equals: "a value that is not a text: json() in the suite with a schema, or a metric with defineMetric",
  cost: "expect.limits.cost is a maximum above 0",
  latency: "expect.limits.latencyMs is a maximum above 0",
};

/** The advice for an assertion that does not fit into a case. */
export function adviceFor(type: string): string {
  if (type.startsWith("promptfoo:redteam:"))
    return "misuse(), roleViolation(), piiLeakage() and safety(), on cases that provoke them";
  return (
    (Object.hasOwn(advice, type) ? advice[type] : undefined) ??
    "Viva has no counterpart; write a metric with defineMetric"
  );
}
