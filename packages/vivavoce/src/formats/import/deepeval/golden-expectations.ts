import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { parsed, textOf } from "../safe-json.ts";
import { textList, toolList } from "./cells.ts";
import type { GoldenFields } from "./golden-fields.ts";

type Expect = NonNullable<CaseInput["expect"]>;

const measured = "each run measures this itself";
const images = "images are not part of a case";
const recorded = "what an agent did; --as transcripts keeps it";
/** Fields that have no twin in a case, and why. */
const withoutTwin: Record<string, string> = {
  actual_output: recorded,
  tools_called: recorded,
  token_cost: measured,
  input_token_count: measured,
  output_token_count: measured,
  multimodal: images,
  images_mapping: images,
};

/** What a golden of either kind expects. */
export function goldenExpectations(fields: GoldenFields): Expect {
  const expect: Expect = {};
  const facts = textList(fields.take("context"));
  if (facts.length > 0) {
    expect.facts = facts;
    fields.imported("context", "expect.facts, read by hallucination() and faithfulness()", ["hallucination()"]);
  }
  const contexts = textList(fields.take("retrieval_context"));
  if (contexts.length > 0) {
    expect.contexts = contexts;
    const becomes = "expect.contexts, read by faithfulness() and the contextual metrics";
    fields.imported("retrieval_context", becomes, ["faithfulness()"]);
  }
  const reference = fields.take("expected_output");
  if (reference !== undefined) {
    expect.reference = textOf(reference);
    const becomes = "expect.reference, read by contextualRecall(), contextualPrecision(), faithfulness()";
    fields.imported("expected_output", `${becomes}; for an exact match write it into expect.equals`);
  }
  const calls = expectedCalls(fields);
  if (calls.length > 0) expect.calls = calls;
  const criteria = expectedCriteria(fields);
  // Each of them must hold, as in deepeval.
  if (criteria.length > 0) expect.criteria = { criteria, threshold: 1 };
  for (const [field, becomes] of Object.entries(withoutTwin)) {
    const value = fields.take(field);
    if (value !== undefined && value !== false) fields.dropped(field, becomes);
  }
  return expect;
}

function expectedCalls(fields: GoldenFields): NonNullable<Expect["calls"]> {
  const stray = (text: string) => fields.lostCheck("expected tool that cannot be read", text, "expected_tools");
  const tools = toolList(fields.take("expected_tools"), stray);
  if (tools.length === 0) return [];
  const metric = 'toolCalls({ mode: "contains" })';
  fields.imported("expected_tools", `expect.calls, scored by ${metric}`, [metric]);
  if (tools.some(({ output }) => output !== undefined))
    fields.dropped("output of an expected tool", "expect.calls compares names and arguments", "expected_tools");
  return tools.map(({ name, parameters }) => ({ name, ...(parameters ? { arguments: exactly(parameters) } : {}) }));
}

/** An object is what the argument should be, and not a matcher of Viva's, such as `{ "contains": "x" }`. */
function exactly(parameters: JsonObject): JsonObject {
  const fields = Object.entries(parameters);
  return Object.fromEntries(fields.map(([name, value]) => [name, isJsonObject(value) ? { equals: value } : value]));
}

function expectedCriteria(fields: GoldenFields): string[] {
  const given = fields.take("expectations");
  if (given === undefined) return [];
  const value = typeof given === "string" ? parsed(given) : given;
  if (!isJsonObject(value)) {
    fields.lostCheck("expectations", "this is not an object with must and must_not");
    return [];
  }
  const { must, must_not, mustNot = must_not, ...others } = value;
  const texts = (list: JsonValue | undefined) =>
    [list ?? []]
      .flat()
      .map(textOf)
      .filter((text) => /\S/.test(text));
  const criteria = [...texts(must), ...texts(mustNot).map((text) => `It must not be the case that: ${text}`)];
  for (const field of Object.keys(others))
    fields.lostCheck(`expectations.${field}`, "expect.criteria are what must and must_not be", "expectations");
  if (criteria.length > 0) fields.imported("expectations", "expect.criteria, scored by criteria()", ["criteria()"]);
  return criteria;
}
