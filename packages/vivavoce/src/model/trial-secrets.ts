import { type JsonValue, mapStrings, marksIn, type Redactor, toJsonValue } from "../base/index.ts";
import type { Role } from "./call-record.ts";
import type { ModelAnswer, ModelRequest } from "./types.ts";

/** What a trial keeps of its traffic, and what it gives back of what was kept. */
export interface TrialSecrets {
  /** A request with its model's id as it is kept and hashed. */
  request(role: Role, modelId: string, request: ModelRequest): JsonValue;
  /** A model's answer as it is kept. */
  answer(role: Role, answer: ModelAnswer): JsonValue;
  /** A kept answer as the model gave it: with every secret that was in a request of this trial back in its place. */
  restored(role: Role, answer: ModelAnswer): ModelAnswer;
  /** Whether a restored answer is what the model said: a secret that no request held is gone for good. */
  isWhole(role: Role, restored: ModelAnswer): boolean;
}

/**
 * An agent that is replayed asks with the same secrets as before, from its prompt, its case or its tools, and gets them
 * back in the answers: it does with them what it did live. A judge sees only what is redacted already.
 */
export function trialSecrets(redactor: Redactor): TrialSecrets {
  /** Secrets by what stands in their place. */
  const secrets = new Map<string, string>();
  /** Marks that came with answers and stand for something nobody knows any more. */
  const given = new Set<string>();
  const onSecret = (secret: string, inPlace: string) => secrets.set(inPlace, secret);
  const keep = (role: Role, value: JsonValue): JsonValue =>
    role === "judge" ? redactor.value(value) : redactor.first(value, { given, onSecret });
  const remember = (answer: unknown) => {
    for (const mark of marksIn(answer)) given.add(mark);
  };
  const withSecrets = (text: string): string => {
    if (marksIn(text).size === 0) return text;
    // The longest first: what is shown behind a mark goes with it.
    const known = [...secrets].sort(([a], [b]) => b.length - a.length);
    return known.reduce((restored, [inPlace, secret]) => restored.replaceAll(inPlace, () => secret), text);
  };
  return {
    request: (role, modelId, request) => keep(role, toJsonValue({ model: modelId, ...request })),
    answer(role, answer) {
      const kept = keep(role, toJsonValue(answer));
      if (role !== "judge") remember(kept);
      return kept;
    },
    restored(role, answer) {
      if (role === "judge") return answer;
      remember(answer);
      return mapStrings(answer, withSecrets);
    },
    isWhole: (role, restored) => role === "judge" || marksIn(restored).size === 0,
  };
}
