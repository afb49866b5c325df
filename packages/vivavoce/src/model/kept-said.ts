import { isJsonObject, type JsonValue } from "../base/index.ts";
import { type CallRecord, callRecordSchema, type Role } from "../shape/index.ts";
import { ModelError } from "./model-error.ts";
import type { RecordedAnswer, TrialSecrets } from "./trial-secrets.ts";
import { joinedTexts, withoutSplitSecrets } from "./wire/wire-record.ts";

const saidSchema = callRecordSchema.pick({ answer: true, wire: true });

/** An answer as it is kept: without secrets, even those that came in pieces. Throws if it is not an answer. */
export function keptSaid(secrets: TrialSecrets, role: Role, said: RecordedAnswer, id: string): RecordedAnswer {
  if (!said.wire) return checkedSaid(secrets.answer(role, said), id);
  const joined = joinedTexts(said.wire);
  const kept = secrets.answer(role, { ...said, joined });
  const { answer, wire } = checkedSaid(kept, id);
  return { answer, ...(wire ? { wire: withoutSplitSecrets(wire, joined, isJsonObject(kept) && kept.joined) } : {}) };
}

export function saidIn({ answer, wire }: CallRecord): RecordedAnswer {
  return { answer, ...(wire ? { wire } : {}) };
}

function checkedSaid(said: JsonValue, id: string): RecordedAnswer {
  const parsed = saidSchema.safeParse(said);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.slice(1).join(".")}: ${message}`).join("; ");
  throw new ModelError({
    message: `the model ${id} returned something that is not an answer (${wrong})`,
    failure: "bad-answer",
    remedy: "A model's call() must return { text, toolCalls, finish }; ModelAnswer lists further fields.",
  });
}
