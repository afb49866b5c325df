import { hashOf, type JsonValue, jsonCopy, type Redactor } from "../base/index.ts";
import type { CallRecord, Exchange, Outcome, Role } from "../shape/index.ts";
import { replayedMcp } from "./mcp.ts";
import { errorOf, type FailedCall, isCutOff, ModelError } from "./model-error.ts";
import { alike, hashOfKept, type RequestMatchers } from "./request-matchers.ts";
import { callNumbers, callsOf, recordsOf, type Tape } from "./tape.ts";
import { cutSecret, lastLine, mismatch, missingRecord, replayEnding } from "./tape-miss.ts";
import { cancelled } from "./timing.ts";
import type { Traffic } from "./traffic.ts";
import { replayTime } from "./trial-clock.ts";
import { type RecordedAnswer, saidIn, trialSecrets } from "./trial-secrets.ts";
import type { CallOptions } from "./types.ts";
import { dialectNamed } from "./wire/dialects.ts";
import type { WireRequest } from "./wire/types.ts";
import { answerOf, give, keptAnswer, keptRequest } from "./wire/wire-record.ts";

interface ReplayTrafficOptions {
  tape: Tape;
  /** The tape's file, for messages. */
  file?: string | undefined;
  /** The id of the model behind a role and a label. Part of what is compared. */
  modelId(role: Role, label: string): string;
  /** The label of a request of the agent's own client; "" if left out. */
  wireLabel?(request: WireRequest): string;
  /** What to ignore in the requests of agent and user. */
  matchers?: RequestMatchers | undefined;
  redactor: Redactor;
  /** When a tape begins that does not say it, in milliseconds since 1970. */
  startsAt?: number | undefined;
}

export interface ReplayTraffic extends Traffic {
  /** The entries of the tape that nobody has asked for. */
  leftOver(): (CallRecord | FailedCall)[];
  /** How many calls were answered only because a part of their requests, or the time in them, is ignored. */
  matchedLoosely(): Record<Likeness, number>;
  /** How many answers were edited after they had been recorded. */
  edited(): number;
  /** The first call of a metric's judges that the tape did not match, even if the metric caught the error. */
  judgeMiss(metric: string): ModelError | undefined;
  /** The exchange is left out when the whole conversation is over. */
  concluded(outcome: Outcome, exchange?: Pick<Exchange, "number" | "user">): Outcome;
}

type Likeness = NonNullable<ReturnType<typeof alike>>;

/** A Monday morning, at which a hand-written tape without its own time begins. */
const usualStart = Date.parse("2025-01-06T09:00:00.000Z");

/**
 * The traffic of one trial from its tape. A recorded answer is given only to the request that it answered; a hand-written
 * one to the next request, unless the tape says which lines of the user it answers. A call that failed fails again.
 *
 * @example const traffic = replayTraffic({ tape, modelId: () => "openai:gpt-5", redactor: redactor() });
 */
export function replayTraffic({
  tape,
  file,
  modelId,
  wireLabel,
  matchers,
  redactor,
  startsAt = usualStart,
}: ReplayTrafficOptions): ReplayTraffic {
  const start = tape.startedAt === undefined ? startsAt : Date.parse(tape.startedAt);
  const next = callNumbers();
  const calls = callsOf(tape);
  const time = replayTime(calls, start);
  const asked = new Set<CallRecord | FailedCall>();
  /** Records that answered a request which was not quite the recorded one. */
  const loosely = new Map<CallRecord | FailedCall, Likeness>();
  const served: CallRecord[] = [];
  const misses = new Map<string, ModelError>();
  const { ended, exchanges = [] } = tape;
  const inTurn = tape.failures?.length ? byEnd() : () => undefined;
  let timed = 0;
  let said = 0;
  /** The exchange that is under way, or was last. */
  let latest: Pick<Exchange, "number" | "user"> | undefined;
  const secrets = trialSecrets(redactor);

  /** After the first mismatch, every later request gets the same error. */
  const missed = (track: string, error: ModelError) => {
    misses.set(track, error);
    return error;
  };
  const likeness = (recorded: JsonValue, request: JsonValue, call?: CallRecord | FailedCall) =>
    alike(recorded, request, {
      ...(call?.role === "judge" ? timeOnly(matchers) : matchers),
      start,
      time: time.interludesTo(call),
    });
  const fits = (recorded: JsonValue, request: JsonValue) => likeness(recorded, request) !== undefined;
  const mcp = replayedMcp(tape.mcp ?? [], { secrets, file, fits });
  /** Order matters only among equal requests, and among hand-written entries. */
  const find = (role: Role, label: string, kept: JsonValue) => {
    const left = recordsOf(calls, role, label).filter((record) => !asked.has(record));
    const { hash } = hashOfKept(kept);
    const exact = left.find((record) => record.hash === hash);
    if (exact) return exact;
    for (const record of left) {
      const how = record.hash !== undefined && record.request && likeness(record.request, kept, record);
      if (how) return loosely.set(record, how) && record;
    }
    return left.find((record) => record.hash === undefined) ?? left[0];
  };
  const take = async ({ role, label, id, request, line }: Asked, options?: CallOptions): Promise<Taken> => {
    if (options?.signal?.aborted) throw cancelled(id, options.signal);
    const track = trackOf(role, label);
    const before = misses.get(track);
    if (before) throw before;
    const address = { role, label, index: next(role, label) };
    const kept: JsonValue = secrets.request(role, request);
    const record = find(role, label, kept);
    if (!record) throw missed(track, missingRecord(tape, address, file));
    asked.add(record);
    time.asks(record);
    const error = loosely.has(record) ? undefined : mismatch(tape, record, { address, kept, line, file });
    if (error) throw missed(track, error);
    await inTurn(record);
    if (!("missing" in record && isCutOff(record))) time.answers(record);
    if ("missing" in record) return record;
    served.push({ ...record, ...address, ...provenance(record) });
    return secrets.restored(role, jsonCopy(saidIn(record)));
  };
  /** Only answers that a model gave have a hash, and one that was edited is marked. */
  const provenance = (record: CallRecord): Pick<CallRecord, "origin" | "draw"> => {
    const { role, label, index, hash, answer, draw, origin } = record;
    if (hash === undefined || origin === "hand-written") return { origin: "hand-written" };
    const entry = { file: file ?? "", repeat: tape.repeat, role, label, index, hash, answer };
    return { origin: "recorded", draw: draw ?? hashOf(entry).slice(0, 16) };
  };
  /** Fails as the call did. A cancelled call waits until it is cancelled again. */
  const failAgain = async (call: FailedCall, signal: AbortSignal | undefined): Promise<never> => {
    if (isCutOff(call) && !(ended && timed >= exchanges.length - 1)) await aborted(signal);
    throw errorOf(call.missing);
  };
  return {
    model(role, label = "") {
      const id = modelId(role, label);
      return {
        id,
        async call(request, options) {
          const line = lastLine(request.messages);
          const taken = await take({ role, label, id, request: { model: id, ...request }, line }, options);
          return "missing" in taken ? failAgain(taken, options?.signal) : taken.answer;
        },
      };
    },
    async wire(request, options = {}) {
      const label = wireLabel?.(request) ?? "";
      const line = dialectNamed(request.dialect)?.readRequest(request.body).lastLine;
      const asks = { role: "agent", label, id: label, request: keptRequest(request), line } as const;
      const taken = await take(asks, options);
      if (!("missing" in taken)) return give(answerOf(taken, request), options);
      const answer = taken.wire && keptAnswer(taken.wire);
      if (taken.wire && !answer) throw missed(conversation, cutSecret(request, file));
      if (!answer) return failAgain(taken, options.signal);
      give(answer, options);
      return isCutOff(taken) ? failAgain(taken, options.signal) : { ...answer, failure: taken.missing };
    },
    async mcp(request) {
      const before = misses.get(conversation);
      if (before) throw before;
      try {
        return mcp.ask(request);
      } catch (error) {
        throw ModelError.is(error) ? missed(conversation, error) : error;
      }
    },
    mcpRecords: () => mcp.records,
    records: () => served,
    clock: time.clock,
    elapsedMs: time.elapsedMs,
    timed({ replyMs }) {
      const recorded = exchanges[timed++];
      if (latest?.user) said += 1;
      // The time of the replay says nothing about the agent, but a reply that did not end has no time.
      return replyMs === undefined ? {} : { ...recorded };
    },
    concluded(outcome, exchange) {
      latest = exchange ?? latest;
      const state = { tape, file, exchanges: timed, said, last: latest?.number, miss: misses.get(conversation) };
      return replayEnding(outcome, state, exchange);
    },
    matchedLoosely() {
      const hows = [...loosely.values()];
      const count = (which: Likeness) => hows.filter((how) => how === which).length;
      return { ignored: count("ignored"), time: count("time") };
    },
    edited: () => served.filter(({ hash, origin }) => hash !== undefined && origin === "hand-written").length,
    leftOver: () => calls.filter((record) => !asked.has(record)),
    judgeMiss(metric) {
      const own = trackOf("judge", metric);
      // "criteria", its other judges "criteria@strict", and the parts of a graph "criteria/tone".
      const isOwn = (track: string) => track === own || [`${own}@`, `${own}/`].some((start) => track.startsWith(start));
      const found = misses.entries().find(([track]) => isOwn(track));
      return found?.[1];
    },
  };
}

/** A call that a tape is to answer. */
interface Asked {
  role: Role;
  label: string;
  /** The model's. */
  id: string;
  request: unknown;
  /** What the user said last. */
  line: string | undefined;
}
type Taken = RecordedAnswer | FailedCall;

/** What holds for judges, whose questions are Viva's own. */
function timeOnly({ normalise }: RequestMatchers = {}): RequestMatchers {
  return normalise?.length === 0 ? { normalise } : {};
}

/** Agent and user make one conversation; every metric asks its judge for itself. */
function trackOf(role: Role, label: string): string {
  return role === "judge" ? `judge ${label}` : conversation;
}
const conversation = "conversation";

/** Lets parallel calls end in their recorded order, because an outage counts only if no answer follows it. */
function byEnd(): (record: CallRecord | FailedCall) => Promise<void> {
  const waiting: { end: number; go(): void }[] = [];
  const letGo = () => {
    for (const { go } of waiting.splice(0).sort((a, b) => a.end - b.end)) go();
  };
  return ({ atMs = 0, durationMs = Number.MAX_VALUE }) =>
    new Promise((go) => {
      if (waiting.push({ end: atMs + durationMs, go }) === 1) setImmediate(letGo);
    });
}

/** Resolves when the caller gives up, as it did in the recording. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
