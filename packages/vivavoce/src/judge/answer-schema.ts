import type { JsonSchema } from "../base/index.ts";
import { allEntries, evidenceRule, type Question } from "./question.ts";

type AnswerField = "id" | "evidence" | "absent" | "reasoning" | "verdict";

/** Providers accept a limited number of values in one schema; code checks the ids in any case. */
const mostIds = 200;

/** The fields of one item's answer, in order: the evidence, the reasoning, the verdict. */
export function answerFields(question: Pick<Question, "items" | "menu" | "evidence">): AnswerField[] {
  const rules = allEntries(question).map((entry) => evidenceRule(question, entry));
  return [
    "id",
    ...(rules.every((rule) => rule === "none") ? [] : (["evidence"] as const)),
    ...(rules.includes("required-or-absent") ? (["absent"] as const) : []),
    "reasoning",
    "verdict",
  ];
}

/** The JSON Schema of an answer, as strict providers need it: one entry per item, every field required, no others. */
export function answerSchema(question: Pick<Question, "items" | "menu" | "evidence">): JsonSchema {
  const ids = question.items.map(({ id }) => id);
  const verdicts = [...new Set(allEntries(question).map(({ verdict }) => verdict))];
  const fields = answerFields(question);
  const types: Record<AnswerField, JsonSchema> = {
    id: { type: "string", ...(ids.length <= mostIds ? { enum: ids } : {}) },
    evidence: { type: "array", items: { type: "string" } },
    absent: { type: "boolean" },
    reasoning: { type: "string" },
    verdict: { type: "string", enum: verdicts },
  };
  const item = strictObject(Object.fromEntries(fields.map((field) => [field, types[field]])));
  return strictObject({ items: { type: "array", items: item, minItems: ids.length, maxItems: ids.length } });
}

/** An object with exactly these fields. */
export function strictObject(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
