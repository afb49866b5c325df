import { hashOf, type JsonValue, marksIn } from "../base/index.ts";
import { type CallRecord, callRecordSchema, type Role } from "../shape/index.ts";

/** Where answers of live calls are kept from run to run. It may lose entries at any time. */
export interface AnswerShelf {
  get(key: string): string | undefined;
  /** Undefined: nothing is kept there any more. */
  put(key: string, entry: string | undefined): void;
}

/** A call as far as it decides whether an earlier answer fits. */
interface CacheableCall {
  role: Role;
  label: string;
  /** Over the redacted request. */
  hash: string;
  /** Whether the redacted request has marks in place of secrets. */
  hasMarks: boolean;
  /** Where it is sent, and what else is sent with it, the key included; only hashed. Undefined: unknown, so no earlier answer can be known to fit. */
  sentTo: JsonValue | undefined;
}

/** A call's place in the cache. */
interface CachePlace {
  take(): CachedAnswer | undefined;
  /** Replaces what is kept by this answer, or by nothing if it may not be given again. */
  keep(record: CallRecord, isAccepted?: boolean): void;
  forget(): void;
}

const entrySchema = callRecordSchema.pick({ answer: true, wire: true, durationMs: true, draw: true });
type CachedAnswer = Pick<CallRecord, "answer" | "wire" | "durationMs" | "draw">;

/** Changed when the same key would mean another question. Entries of version 1 had no draw. */
const keyVersion = 2;

/**
 * The cache as one trial sees it. `scope` names the trial: each case, variant and repeat has answers of its own, and so has
 * each of several equal calls of a trial, because they are samples that must be drawn independently.
 */
export function trialCache(shelf: AnswerShelf, scope: JsonValue): (call: CacheableCall) => CachePlace | undefined {
  const asked = new Map<string, number>();
  return ({ hasMarks, role, label, hash, sentTo }) => {
    // The hash does not depend on secrets, so two requests with different secrets would share an answer.
    if (sentTo === undefined || hasMarks) return undefined;
    const question = hashOf({ version: keyVersion, scope, role, label, hash, sentTo });
    const position = asked.get(question) ?? 0;
    asked.set(question, position + 1);
    const key = `${question}:${position}`;
    return {
      take() {
        const entry = shelf.get(key);
        return entry === undefined ? undefined : readEntry(entry);
      },
      keep({ answer, wire, durationMs, draw }, isAccepted = true) {
        const entry = JSON.stringify({ answer, wire, durationMs, draw });
        const isKept = isAccepted && isWorthKeeping({ answer, wire }) && marksIn(entry).size === 0;
        shelf.put(key, isKept ? entry : undefined);
      },
      forget: () => shelf.put(key, undefined),
    };
  };
}

/** What cannot be read was not written by this version of Viva: the model is asked. */
function readEntry(entry: string): CachedAnswer | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(entry)).data;
  } catch {
    return undefined;
  }
}

/**
 * Whether an answer may be given again: a whole one, with something in it. A refusal, or an answer that was cut off by a
 * filter or by its length, may be a passing state of the server: asked again, the model may answer.
 */
function isWorthKeeping({ answer, wire }: Pick<CallRecord, "answer" | "wire">): boolean {
  if (answer.finish !== "stop" && answer.finish !== "tool-calls") return false;
  if (answer.text.trim() === "" && answer.toolCalls.length === 0) return false;
  if (!wire) return true;
  return wire.status === 200 && wire.brokenOff === undefined && (wire.body ?? wire.events) !== undefined;
}
