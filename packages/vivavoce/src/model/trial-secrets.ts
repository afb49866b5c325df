import { type JsonValue, mapStrings, marksIn, type Redactor, toJsonValue } from "../base/index.ts";
import type { CallRecord, Role } from "../shape/index.ts";

/** What a call brought: the answer, and how it came over the wire. */
export type RecordedAnswer = Pick<CallRecord, "answer" | "wire">;

/** Redacts a trial's traffic before it is kept, and restores it when it is used again. */
export interface TrialSecrets {
  /** A request as it is kept and hashed. */
  request(role: Role, request: unknown): JsonValue;
  /** What a model or a server said, as it is kept. */
  answer(role: Role, said: object): JsonValue;
  /** A kept answer with every secret from this trial's requests back in its place. */
  restored<S extends object>(role: Role, said: S): S;
  /** Whether a restored answer is complete: a secret that was in no request cannot be restored. */
  isWhole(role: Role, restored: RecordedAnswer): boolean;
}

/**
 * A replayed agent sends the same secrets as before, from its prompt, its case or its tools, and gets them back in the
 * answers, so it behaves as it did live. A judge sees only redacted texts.
 */
export function trialSecrets(redactor: Redactor): TrialSecrets {
  /** Secrets by their marks. */
  const secrets = new Map<string, string>();
  /** Marks in answers whose secret is unknown. */
  const given = new Set<string>();
  const onSecret = (secret: string, inPlace: string) => secrets.set(inPlace, secret);
  const keep = (role: Role, value: JsonValue): JsonValue =>
    role === "judge" ? redactor.value(value) : redactor.first(value, { given, onSecret });
  const remember = (answer: unknown) => {
    for (const mark of marksIn(answer)) given.add(mark);
  };
  const withSecrets = (text: string): string => {
    if (marksIn(text).size === 0) return text;
    // The longest first, so that the part shown after a mark is replaced with it.
    const known = [...secrets].sort(([a], [b]) => b.length - a.length);
    return known.reduce((restored, [inPlace, secret]) => restored.replaceAll(inPlace, () => secret), text);
  };
  return {
    request: (role, request) => keep(role, toJsonValue(request)),
    answer(role, said) {
      const kept = keep(role, toJsonValue(said));
      if (role !== "judge") remember(kept);
      return kept;
    },
    restored(role, said) {
      if (role === "judge") return said;
      remember(said);
      return mapStrings(said, withSecrets);
    },
    isWhole: (role, restored) => role === "judge" || marksIn(restored).size === 0,
  };
}
