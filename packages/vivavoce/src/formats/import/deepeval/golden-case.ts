import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { parsed, textOf, withoutEmpty } from "../safe-json.ts";
import { type GoldenFields, textList, toolList } from "./golden-fields.ts";

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
function goldenExpectations(fields: GoldenFields): Expect {
  const expect: Expect = {};
  const facts = textList(fields.take("context"));
  if (facts.length > 0) {
    expect.facts = facts;
    fields.imported("context", "expect.facts, read by hallucination() and faithfulness()", "hallucination()");
  }
  const contexts = textList(fields.take("retrieval_context"));
  if (contexts.length > 0) {
    expect.contexts = contexts;
    const becomes = "expect.contexts, read by faithfulness() and the contextual metrics";
    fields.imported("retrieval_context", becomes, "faithfulness()");
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
    if (value !== undefined && value !== false) fields.note("dropped", field, becomes);
  }
  return expect;
}

function expectedCalls(fields: GoldenFields): NonNullable<Expect["calls"]> {
  const stray = (text: string) => fields.lostCheck("expected tool that cannot be read", text, "expected_tools");
  const tools = toolList(fields.take("expected_tools"), stray);
  if (tools.length === 0) return [];
  const metric = 'toolCalls({ mode: "contains" })';
  fields.imported("expected_tools", `expect.calls, scored by ${metric}`, metric);
  if (tools.some(({ output }) => output !== undefined))
    fields.note("dropped", "output of an expected tool", "expect.calls compares names and arguments", "expected_tools");
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
  const texts = (list: JsonValue = []) =>
    [list ?? []]
      .flat()
      .map(textOf)
      .filter((text) => /\S/.test(text));
  const criteria = [...texts(must), ...texts(mustNot).map((text) => `It must not be the case that: ${text}`)];
  for (const field of Object.keys(others))
    fields.lostCheck(`expectations.${field}`, "expect.criteria are what must and must_not be", "expectations");
  if (criteria.length > 0) fields.imported("expectations", "expect.criteria, scored by criteria()", "criteria()");
  return criteria;
}

type Draft = Omit<CaseInput, "id">;

/** A golden with an input: one line. */
export function singleCase(fields: GoldenFields, input: string): Draft {
  fields.imported("input", "script");
  return { script: [{ content: input }], ...common(fields, {}) };
}

/** A golden with a scenario: its user's turns are a script; without any, a model plays the user. */
export function conversationalCase(fields: GoldenFields, scenario: string): Draft {
  const outcome = fields.take("expected_outcome");
  const asked = "expect.goal, scored by taskCompletion() or goalAccuracy()";
  if (outcome !== undefined) fields.imported("expected_outcome", asked, "taskCompletion()");
  const goal = outcome === undefined ? {} : { goal: textOf(outcome) };
  const { user, speaks, isGiven } = personaOf(fields);
  const turns = fields.turns();
  const script = turns.flatMap(({ role, content }) => (role === "user" && content !== "" ? [{ content }] : []));
  if (script.length === 0) {
    fields.imported("scenario", "user.goal: a model plays the user");
    return { description: scenario, ...speaks, user: { ...user, goal: scenario }, ...common(fields, goal) };
  }
  fields.imported("scenario", "description");
  fields.imported("turns", "script: the lines of the user");
  const replies = turns.flatMap(({ role, content }) => (role === "assistant" && content !== "" ? [content] : []));
  const toScore = "data.replies: the agent will answer again; --as transcripts scores these";
  if (replies.length > 0) fields.note("kept", "assistant turns", toScore, "turns");
  if (turns.some(({ tools }) => tools.length > 0)) fields.note("dropped", "tools_called of a turn", recorded, "turns");
  if (isGiven) fields.note("dropped", "persona", "the turns are a script; without turns it becomes user.persona");
  const opens = turns[0]?.role === "assistant" ? { opens: "agent" as const } : {};
  return { description: scenario, ...opens, script, ...common(fields, goal, withoutEmpty({ replies })) };
}

/** The expectations of a case of either kind, and its other fields. */
function common(fields: GoldenFields, goal: { goal?: string }, given: JsonObject = {}): Pick<Draft, "expect" | "data"> {
  const expect = { ...goal, ...goldenExpectations(fields) };
  const data = { ...given };
  const labels = fields.take("expected_labels");
  if (labels !== undefined) {
    data.expected_labels = labels;
    const becomes = "data.expected_labels; a metric of your own (defineMetric) can compare them";
    fields.note("kept", "expected_labels", becomes);
  }
  for (const [field, value] of fields.rest()) {
    // A CSV file holds objects as their JSON.
    data[field] = fields.csv && typeof value === "string" ? (parsed(value) ?? value) : value;
    fields.note("kept", field, `data.${field}`);
  }
  return { expect, data };
}

const personaFields = new Set(["name", "characteristics", "speaks_first", "interruption_behavior", "__proto__"]);

function personaOf(fields: GoldenFields) {
  const persona = fields.take("persona");
  const about = fields.take("user_description");
  const sheet = isJsonObject(persona) ? persona : {};
  const described = sheet.characteristics ?? about;
  if (described !== undefined) fields.imported(about === undefined ? "persona" : "user_description", "user.persona");
  for (const field of Object.keys(sheet))
    if (!personaFields.has(field))
      fields.note("dropped", `persona.${field}`, "a simulated user has no such setting", "persona");
  const interrupts = isJsonObject(sheet.interruption_behavior);
  if (interrupts) {
    const becomes = "user.behaviours: [interrupts]; the agent must be able to be interrupted";
    fields.note("changed", "persona.interruption_behavior", becomes, "persona");
  }
  const name = typeof sheet.name === "string" && sheet.name !== "" ? `${sheet.name}. ` : "";
  return {
    isGiven: described !== undefined,
    speaks: sheet.speaks_first === false ? { opens: "agent" as const } : {},
    user: {
      persona: `${name}${described === undefined ? "A user of this service." : textOf(described)}`,
      ...(interrupts ? { behaviours: ["interrupts" as const] } : {}),
    },
  };
}
