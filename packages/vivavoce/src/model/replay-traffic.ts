import { type JsonValue, jsonCopy, type Redactor } from "../base/index.ts";
import { callNumbers } from "./call-numbers.ts";
import type { CallRecord, Role } from "./call-record.ts";
import { ModelError } from "./model-error.ts";
import { hashOfKept } from "./request-hash.ts";
import { recordsOf, type Tape } from "./tape.ts";
import { missingRecord, otherRequest } from "./tape-miss.ts";
import type { Traffic } from "./traffic.ts";
import { trialClock } from "./trial-clock.ts";
import { trialSecrets } from "./trial-secrets.ts";
import type { CallOptions, ModelRequest } from "./types.ts";

export interface ReplayTrafficOptions {
  tape: Tape;
  /** Where the tape lies, for what is said when it does not fit. */
  file?: string | undefined;
  /** The id of the model behind a role; `name` is the label, left out where it is "". Part of what is compared. */
  modelId(role: Role, name?: string): string;
  redactor: Redactor;
}

export interface ReplayTraffic extends Traffic {
  /** What the tape holds and nobody has asked for. */
  leftOver(): CallRecord[];
}

/** A Monday morning: where a hand-written tape without a time of its own begins. */
const usualStart = "2025-01-06T09:00:00.000Z";

/**
 * The traffic of one trial from its tape. A recorded answer is given only to the request it answered; a hand-written
 * one to whatever is asked next.
 *
 * @example const traffic = replayTraffic({ tape, modelId: () => "openai:gpt-5", redactor: redactor() });
 */
export function replayTraffic({ tape, file, modelId, redactor }: ReplayTrafficOptions): ReplayTraffic {
  const start = Date.parse(tape.startedAt ?? usualStart);
  const clock = trialClock(start);
  const next = callNumbers();
  const served = new Map<CallRecord, CallRecord>();
  const times = (tape.exchanges ?? []).values();
  const secrets = trialSecrets(redactor);

  const call = async (role: Role, label: string, id: string, request: ModelRequest, options?: CallOptions) => {
    if (options?.signal?.aborted) throw cancelled(options.signal);
    const address = { role, label, index: next(role, label) };
    const record = recordsOf(tape.records, role, label)[address.index];
    if (!record) throw missingRecord(tape, address, file);
    const asked: JsonValue = secrets.request(role, id, request);
    if (record.hash !== undefined && record.hash !== hashOfKept(asked))
      throw otherRequest(tape, address, { asked, file });
    served.set(record, { ...record, ...address });
    clock.pass(record);
    return secrets.restored(role, jsonCopy(record.answer));
  };
  return {
    model(role, label = "") {
      const id = label === "" ? modelId(role) : modelId(role, label);
      return { id, call: (request, options) => call(role, label, id, request, options) };
    },
    records: () => [...served.values()],
    clock,
    elapsedMs: () => clock.now() - start,
    timed({ replyMs }) {
      const recorded = times.next().value;
      // What this machine takes to replay a reply says nothing about the agent, but a reply that has no end has no time.
      return replyMs === undefined ? {} : { ...recorded };
    },
    leftOver: () => tape.records.filter((record) => !served.has(record)),
  };
}

function cancelled({ reason }: AbortSignal): ModelError {
  return new ModelError({ message: "the call was cancelled", failure: "cancelled", cause: reason });
}
