import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mapStrings,
  marksIn,
  type Redactor,
  sameJson,
  toJsonValue,
} from "../base/index.ts";
import { type CallRecord, callRecordSchema, type Role, type WireRecord } from "../shape/index.ts";
import { ModelError } from "./model-error.ts";
import { serverEvents } from "./wire/sse.ts";

/** What a call brought: the answer, and how it came over the wire. */
export type RecordedAnswer = Pick<CallRecord, "answer" | "wire">;

/** Redacts a trial's traffic before it is kept, and restores it when it is used again. */
interface TrialSecrets {
  /** A request as it is kept and hashed. */
  request(role: Role, request: unknown): JsonValue;
  /** What a model or a server said, as it is kept. */
  answer(role: Role, said: object): JsonValue;
  /** An answer of a model as it is kept: without secrets, even those that came in pieces. Throws if it is not an answer. */
  said(role: Role, said: RecordedAnswer, id: string): RecordedAnswer;
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
    role === "judge" ? redactor.value(value, isFinal) : redactor.first(value, { given, onSecret, ...isFinal });
  const remember = (answer: unknown) => {
    for (const mark of marksIn(answer)) given.add(mark);
  };
  const withSecrets = (text: string): string => {
    if (marksIn(text).size === 0) return text;
    // The longest first, so that the part shown after a mark is replaced with it.
    const known = [...secrets].sort(([a], [b]) => b.length - a.length);
    return known.reduce((restored, [inPlace, secret]) => restored.replaceAll(inPlace, () => secret), text);
  };
  const answer = (role: Role, said: object): JsonValue => {
    const kept = keep(role, toJsonValue(said));
    if (role !== "judge") remember(kept);
    return kept;
  };
  return {
    request: (role, request) => keep(role, toJsonValue(request)),
    answer,
    said(role, said, id) {
      // Redaction changes only texts, so what is checked here needs no check after it.
      if (!said.wire)
        return { answer: answer(role, checkedSaid(toJsonValue(said), id).answer) as RecordedAnswer["answer"] };
      const joined = joinedTexts(said.wire);
      const kept = answer(role, { ...said, joined });
      const { wire, ...rest } = checkedSaid(kept, id);
      return wire ? { ...rest, wire: withoutSplitSecrets(wire, joined, isJsonObject(kept) && kept.joined) } : rest;
    },
    restored(role, said) {
      if (role === "judge") return said;
      remember(said);
      return mapStrings(said, withSecrets);
    },
    isWhole: (role, restored) => role === "judge" || marksIn(restored).size === 0,
  };
}

/** What is recorded does not change. */
const isFinal = { isFinal: true } as const;

const saidSchema = callRecordSchema.pick({ answer: true, wire: true });

/** What a record keeps of an answer. */
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

/**
 * The texts of a stream, joined by their place in its events, so that a secret that came in several pieces is found too.
 */
function joinedTexts({ events }: WireRecord): Record<string, string> {
  const texts = (events ?? []).map(([, text]) => text);
  // Also in raw form, because an unfinished event, or one that is not JSON, may be cut anywhere.
  const joined: Record<string, string> = { stream: texts.join("") };
  const collect = (value: JsonValue, path: string): void => {
    if (typeof value === "string") joined[path] = (joined[path] ?? "") + value;
    else if (Array.isArray(value)) for (const one of value) collect(one, path);
    else if (isJsonObject(value)) {
      const own = `${path}${placeOf(value)}`;
      for (const [name, one] of Object.entries(value)) collect(one, `${own}.${name}`);
    }
  };
  for (const { data } of serverEvents(texts)) {
    try {
      collect(JSON.parse(data), "");
    } catch {
      // Not JSON, such as "[DONE]".
    }
  }
  return joined;
}

/** Several answers, or calls in one answer, may come interleaved; these fields tell them apart. */
function placeOf({ index, output_index, content_index }: JsonObject): string {
  return [index, output_index, content_index].map((place) => (typeof place === "number" ? `#${place}` : "")).join("");
}

/** A stream with a secret in several pieces is not kept; a replay encodes it from the answer. */
function withoutSplitSecrets(wire: WireRecord, joined: unknown, kept: unknown): WireRecord {
  if (!wire.events || sameJson(joined as JsonValue, kept as JsonValue)) return wire;
  const { events: _events, ...rest } = wire;
  return rest;
}
