import { isJsonObject, type JsonObject } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { parsed, textOf } from "../safe-json.ts";
import { goldenExpectations } from "./golden-expectations.ts";
import type { GoldenFields } from "./golden-fields.ts";

type Draft = Omit<CaseInput, "id">;

/** A golden with an input: one line. */
export function singleCase(fields: GoldenFields, input: string): Draft {
  fields.imported("input", "script");
  return { script: [{ content: input }], ...common(fields, {}) };
}

/** A golden with a scenario: its user's turns are a script; without any, a model plays the user. */
export function conversationalCase(fields: GoldenFields, scenario: string): Draft {
  const outcome = fields.take("expected_outcome");
  if (outcome !== undefined)
    fields.imported("expected_outcome", "expect.goal, scored by taskCompletion() or goalAccuracy()", [
      "taskCompletion()",
    ]);
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
  if (replies.length > 0)
    fields.kept("assistant turns", "data.replies: the agent will answer again; --as transcripts scores these", "turns");
  if (turns.some(({ tools }) => tools.length > 0))
    fields.dropped("tools_called of a turn", "what an agent did; --as transcripts keeps it", "turns");
  if (isGiven) fields.dropped("persona", "the turns are a script; without turns it becomes user.persona");
  const opens = turns[0]?.role === "assistant" ? { opens: "agent" as const } : {};
  return { description: scenario, ...opens, script, ...common(fields, goal, replies.length > 0 ? { replies } : {}) };
}

/** The expectations of a case of either kind, and its other fields. */
function common(fields: GoldenFields, goal: { goal?: string }, given: JsonObject = {}): Pick<Draft, "expect" | "data"> {
  const expect = { ...goal, ...goldenExpectations(fields) };
  const data = { ...given };
  const labels = fields.take("expected_labels");
  if (labels !== undefined) {
    data.expected_labels = labels;
    fields.kept("expected_labels", "data.expected_labels; a metric of your own (defineMetric) can compare them");
  }
  for (const [field, value] of fields.rest()) {
    // A CSV file holds objects as their JSON.
    data[field] = fields.csv && typeof value === "string" ? (parsed(value) ?? value) : value;
    fields.kept(field, `data.${field}`);
  }
  return {
    ...(Object.keys(expect).length > 0 ? { expect } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
  };
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
      fields.dropped(`persona.${field}`, "a simulated user has no such setting", "persona");
  const interrupts = isJsonObject(sheet.interruption_behavior);
  if (interrupts) {
    const becomes = "user.behaviours: [interrupts]; the agent must be able to be interrupted";
    fields.changed("persona.interruption_behavior", becomes, "persona");
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
