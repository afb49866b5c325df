import { compileSchema, isJsonObject, type JsonSchema, type JsonValue } from "../base/index.ts";
import type { ChatMessage, Model } from "../model/index.ts";
import { type Finding, inquire } from "./attempts.ts";
import { type ParsedAnswer, parseAnswer, spokenText } from "./parse-answer.ts";
import type { Refusal } from "./prompt.ts";

/** A prompt that another library wrote, and the form that it wants the answer in. */
interface ForeignPrompt {
  prompt: string;
  /** The answer must be JSON that meets this schema; any text if left out. */
  schema?: JsonSchema | undefined;
}

/**
 * Gives a judge a prompt that is not Viva's own, unchanged. If the answer is empty, cut off, or does not meet the schema,
 * the judge is asked again; without a valid answer there is no score.
 */
export function relay(model: Model, { prompt, schema }: ForeignPrompt): Promise<Finding<string>> {
  const test = schema && compileSchema(schema, { unread: () => {} });
  const name = typeof schema?.title === "string" ? schema.title : "answer";
  return inquire(model, {
    items: 1,
    request: (refusal) => ({
      messages: [{ role: "user", content: prompt }, ...again(refusal)],
      ...(schema ? { output: { name, schema: strict(schema) as JsonSchema } } : {}),
    }),
    read(answer): ParsedAnswer<string> {
      if (!test) return spokenText(answer);
      const parsed = parseAnswer(answer);
      if (!parsed.ok) return parsed;
      const problem = test(parsed.value);
      return problem === undefined
        ? { ok: true, value: JSON.stringify(parsed.value) }
        : { ok: false, problems: [problem] };
    },
  });
}

function again(refusal: Refusal | undefined): ChatMessage[] {
  if (!refusal) return [];
  const content = `That answer was not accepted: ${refusal.problems.join("; ")}. Answer once more, completely.`;
  return [
    { role: "assistant", content: refusal.text.trim() || "(no text)" },
    { role: "user", content },
  ];
}

/** The schema as strict providers need it: every field of an object is required, and no others are allowed. */
function strict(schema: JsonValue | JsonSchema): JsonValue {
  if (Array.isArray(schema)) return schema.map(strict);
  if (!isJsonObject(schema)) return schema as JsonValue;
  const { default: _default, ...kept } = schema;
  const parts = Object.fromEntries(Object.entries(kept).map(([key, part]) => [key, strict(part)]));
  if (!isJsonObject(parts.properties)) return parts;
  return { ...parts, required: Object.keys(parts.properties), additionalProperties: false };
}
