import { isJsonObject, type JsonObject, type JsonValue, type Place, valueAt } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import type { ImportReport } from "../import-report.ts";
import { textOf } from "../safe-json.ts";
import { ask } from "./assertions.ts";
import type { Behind, ConfigFiles, Test } from "./config-files.ts";
import { filledValue } from "./conversation.ts";
import { noteFields } from "./fields.ts";

/** Programs: the advice is the same whatever their content. */
const isCode = /^(?:not-)?(?:javascript|python|ruby|webhook)$/;

interface Asking {
  report: ImportReport;
  files: ConfigFiles;
  config: JsonObject;
  /** The expectations that there can be, if not all: a line of a conversation has fewer than a case. */
  fields?: ReadonlySet<string> | undefined;
}

/** Turns the assertions of a test into expectations, and tells the report what became of each. */
export async function askedBy(
  assertions: Test["assertions"],
  vars: JsonObject,
  { report, files, config, fields }: Asking,
): Promise<{ expect: NonNullable<CaseInput["expect"]>; unfit: JsonValue[] }> {
  let asked: Parameters<typeof ask>[0] = { expect: {}, criteria: [], thresholds: [] };
  const unfit: JsonValue[] = [];
  const keep = (assertion: JsonValue, kind: string, becomes: string, place: Place, text: JsonValue = "") => {
    unfit.push(assertion);
    report.note("kept", kind, becomes, place, textOf(text));
  };
  const take = async (given: JsonValue, place: Place): Promise<void> => {
    const assertion = resolved(given, config);
    if (!isJsonObject(assertion) || typeof assertion.type !== "string")
      return keep(assertion, "assertion without a type", "data.assert", place, assertion);
    const { type } = assertion;
    if (type === "assert-set") {
      if (assertion.threshold !== undefined)
        report.note("changed", "assert-set with a threshold", "in Viva every one of its assertions must hold", place);
      noteFields(report, "an assertion", assertion, () => place);
      for (const one of [assertion.assert ?? []].flat()) await take(one, place);
      return;
    }
    const unfilled: string[] = [];
    const read = assertion.value === undefined ? { found: [] } : await files.values(assertion.value);
    const [found] = "refused" in read ? [] : read.found;
    const value = found === undefined ? undefined : filledValue(found, vars, unfilled);
    const hindrance = isCode.test(type) ? undefined : hindranceOf(assertion, read, unfilled);
    const more = structuredClone(asked);
    const verdict =
      hindrance ??
      ask(more, { ...assertion, ...(value === undefined ? {} : { value }) }, vars) ??
      adviceFor(type.replace(/^not-/, ""));
    if (typeof verdict === "string") return keep(assertion, type, `data.assert; ${verdict}`, place, assertion.value);
    const stray = Object.keys(more.expect).find((field) => fields && !fields.has(field));
    const ofCase = `data.assert; expect.${stray} applies to whole conversations: add it to the case`;
    if (stray !== undefined) return keep(assertion, type, ofCase, place, assertion.value);
    asked = more;
    const { fate, becomes, metric } = verdict;
    report.note(fate, type, becomes, place, textOf(value ?? ""), [metric]);
    noteFields(report, "an assertion", assertion, () => place);
  };
  for (const { value, place } of assertions) await take(value, place);
  const { criteria, expect } = asked;
  if (criteria.length === 0) return { expect, unfit };
  // promptfoo wants each assertion to reach its own threshold, and a case has one for their mean: so high that none
  // can stay below it while the others hold.
  const highest = Math.max(...asked.thresholds.map((threshold) => threshold ?? 1));
  const threshold = 1 - (1 - highest) / criteria.length;
  return { expect: { ...expect, criteria: { criteria, threshold } }, unfit };
}

/** Reasons not to import an assertion, whatever its type. */
function hindranceOf(assertion: JsonObject, read: Behind<JsonValue>, unfilled: readonly string[]): string | undefined {
  if (assertion.transform !== undefined || assertion.contextTransform !== undefined)
    return "it looks at a transformed reply: write a metric with defineMetric";
  if (assertion.weight === 0)
    return "its weight is 0: a metric with report: true shows a value and lets it decide nothing";
  if ("refused" in read) return `its value stands in a file that was not read: ${read.refused}`;
  if (read.found.length > 1) return "its value names several files";
  return unfilled.length > 0 ? `its value contains ${unfilled[0]}, which cannot be filled in` : undefined;
}

/** `{ $ref: "#/assertionTemplates/x" }` as what it refers to in the config. */
function resolved(assertion: JsonValue, config: JsonObject): JsonValue {
  if (!isJsonObject(assertion) || typeof assertion.$ref !== "string" || !assertion.$ref.startsWith("#/"))
    return assertion;
  const { $ref, ...own } = assertion;
  const target = valueAt(config, String($ref).slice(1));
  return isJsonObject(target) ? { ...target, ...own } : assertion;
}

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
function adviceFor(type: string): string {
  if (type.startsWith("promptfoo:redteam:"))
    return "misuse(), roleViolation(), piiLeakage() and safety(), on cases that provoke them";
  return (
    (Object.hasOwn(advice, type) ? advice[type] : undefined) ??
    "Viva has no counterpart; write a metric with defineMetric"
  );
}
