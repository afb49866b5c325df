import { isJsonObject, type JsonObject, type JsonValue, jsonIn } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import type { ImportedFields } from "../records.ts";
import { textOf, withoutEmpty } from "../safe-json.ts";

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
function goldenExpectations(fields: ImportedFields): Expect {
  const facts = textList(fields.take("context"));
  const ofFacts = "expect.facts, read by hallucination() and faithfulness()";
  if (facts.length > 0) fields.imported("context", ofFacts, "hallucination()");
  const contexts = textList(fields.take("retrieval_context"));
  const ofContexts = "expect.contexts, read by faithfulness() and the contextual metrics";
  if (contexts.length > 0) fields.imported("retrieval_context", ofContexts, "faithfulness()");
  const reference = fields.take("expected_output");
  const ofReference = "expect.reference, read by contextualRecall(), contextualPrecision(), faithfulness()";
  if (reference !== undefined)
    fields.imported("expected_output", `${ofReference}; for an exact match write it into expect.equals`);
  const calls = expectedCalls(fields);
  const criteria = expectedCriteria(fields);
  for (const [field, becomes] of Object.entries(withoutTwin)) {
    const value = fields.take(field);
    if (value !== undefined && value !== false) fields.note("dropped", field, becomes);
  }
  return withoutEmpty({
    facts,
    contexts,
    reference: reference === undefined ? "" : textOf(reference),
    calls,
    // Each of them must hold, as in deepeval.
    ...(criteria.length > 0 ? { criteria: { criteria, threshold: 1 } } : {}),
  });
}

function expectedCalls(fields: ImportedFields): NonNullable<Expect["calls"]> {
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

function expectedCriteria(fields: ImportedFields): string[] {
  const given = fields.take("expectations");
  if (given === undefined) return [];
  const value = typeof given === "string" ? jsonIn(given) : given;
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
export function singleCase(fields: ImportedFields, input: string): Draft {
  fields.imported("input", "script");
  return { script: [{ content: input }], ...common(fields, {}) };
}

/** A golden with a scenario: its user's turns are a script; without any, a model plays the user. */
export function conversationalCase(fields: ImportedFields, scenario: string): Draft {
  const outcome = fields.take("expected_outcome");
  const asked = "expect.goal, scored by taskCompletion() or goalAccuracy()";
  if (outcome !== undefined) fields.imported("expected_outcome", asked, "taskCompletion()");
  const goal = outcome === undefined ? {} : { goal: textOf(outcome) };
  const { user, speaks, isGiven } = personaOf(fields);
  const turns = turnsOf(fields);
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
function common(
  fields: ImportedFields,
  goal: { goal?: string },
  given: JsonObject = {},
): Pick<Draft, "expect" | "data"> {
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
    data[field] = fields.csv && typeof value === "string" ? (jsonIn(value) ?? value) : value;
    fields.note("kept", field, `data.${field}`);
  }
  return { expect, data };
}

const personaFields = new Set(["name", "characteristics", "speaks_first", "interruption_behavior", "__proto__"]);

function personaOf(fields: ImportedFields) {
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

/** A tool of a golden, by either spelling of its fields. */
interface GoldenTool {
  name: string;
  parameters?: JsonObject | undefined;
  output?: JsonValue | undefined;
}

interface GoldenTurn {
  role: string;
  content: string;
  tools: GoldenTool[];
}

/** deepeval joins lists of texts with bars in CSV and JSON lines. A context with its source is its text. */
function textList(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null) return [];
  const items = typeof value === "string" ? value.split("|") : [value].flat();
  return items.map(contextText).filter((text) => /\S/.test(text));
}

function contextText(item: JsonValue): string {
  if (isJsonObject(item) && typeof item.context === "string") return item.context;
  const text = textOf(item);
  return /^deepeval_source=.*?,deepeval_context=(.*)$/s.exec(text)?.[1] ?? text;
}

/** Tools as a list, as its JSON text, or as names with semicolons between; `stray` hears what is none. */
export function toolList(value: JsonValue | undefined, stray: (text: string) => void = () => {}): GoldenTool[] {
  if (value === undefined || value === null) return [];
  const list = typeof value === "string" ? (jsonIn(value) ?? value.split(";")) : value;
  return [list].flat().flatMap((tool): GoldenTool[] => {
    if (typeof tool === "string") return tool.trim() === "" ? [] : [{ name: tool.trim() }];
    if (!isJsonObject(tool) || typeof tool.name !== "string") {
      stray(textOf(tool));
      return [];
    }
    const given = tool.input_parameters ?? tool.inputParameters ?? undefined;
    const parameters = typeof given === "string" ? jsonIn(given) : given;
    if (given !== undefined && !isJsonObject(parameters)) stray(`input_parameters ${textOf(given)}`);
    return [
      {
        name: tool.name,
        parameters: isJsonObject(parameters) ? parameters : undefined,
        output: tool.output ?? undefined,
      },
    ];
  });
}

/** The turns of a conversation, as a list or as its JSON text. */
export function turnsOf(fields: ImportedFields): GoldenTurn[] {
  const given = fields.take("turns") ?? [];
  const list = typeof given === "string" ? jsonIn(given) : given;
  if (!Array.isArray(list) || !list.every(isJsonObject)) {
    fields.note("dropped", "turns", "this is not a list of turns");
    return [];
  }
  return list.flatMap((turn) => {
    const role = textOf(turn.role);
    const tools = toolList(turn.tools_called ?? turn.toolsCalled);
    if (role === "user" || role === "assistant") return [{ role, content: textOf(turn.content ?? ""), tools }];
    fields.note("dropped", `turn of role ${role}`, "a turn is the user's or the assistant's", "turns");
    return [];
  });
}
