import {
  type Clock,
  isJsonObject,
  type JsonValue,
  jsonCopy,
  type Redactor,
  stopwatch,
  systemClock,
  tooLargeToKeep,
} from "../base/index.ts";
import { callNumbers } from "./call-numbers.ts";
import { type CallRecord, callRecordSchema, type Role } from "./call-record.ts";
import { cancelled } from "./deadline.ts";
import { journalFeed } from "./journal-feed.ts";
import { type McpRecord, recordedMcp } from "./mcp.ts";
import { type FailedCall, missingOf } from "./missing-answer.ts";
import { ModelError } from "./model-error.ts";
import { hashOfKept } from "./request-hash.ts";
import type { MeasuredTimes, Traffic, WireOptions } from "./traffic.ts";
import { trialClock } from "./trial-clock.ts";
import { type Said, trialSecrets } from "./trial-secrets.ts";
import type { CallOptions, CallStage, Model, ModelAnswer } from "./types.ts";
import type { WireHead, WireRequest } from "./wire/types.ts";
import { give, type WireModel } from "./wire/wire-model.ts";
import {
  answerOf,
  joinedTexts,
  keptRequest,
  WireFailure,
  wireRecord,
  withoutSplitSecrets,
} from "./wire/wire-record.ts";

const saidSchema = callRecordSchema.pick({ answer: true, wire: true });

/** Which model a request over the wire is for: its name in the suite, or the one that the client gave it. */
export interface WireRoute {
  label: string;
  model: WireModel;
}

export interface LiveTrafficOptions {
  /** The model behind a role; `name` is the label, left out where it is "". */
  modelFor(role: Role, name?: string): Model;
  /** Whoever answers a request of the agent's own client; left out where there is no such client. */
  wireFor?(request: WireRequest): WireRoute;
  /** The records of an earlier attempt that was cut off. */
  journal?: readonly CallRecord[] | undefined;
  /** Told of every call that was really made and answered, with secrets taken out. */
  onRecord?: ((record: CallRecord) => void) | undefined;
  /** Told of every request that is sent, whether or not it is answered. */
  onSent?: (() => void) | undefined;
  redactor: Redactor;
  /** Says when the trial begins. */
  clock?: Clock | undefined;
  /** Milliseconds of a clock that never runs back, to measure durations by. */
  now?: (() => number) | undefined;
}

export interface LiveTraffic extends Traffic {
  /** When the trial began, in ISO 8601, as a tape of it says. */
  readonly startedAt: string;
  /** How long each exchange took, as a tape of the trial says. */
  times(): readonly MeasuredTimes[];
  /** The calls that got no answer: those that failed, and those that are still under way. */
  failures(): readonly FailedCall[];
  mcpRecords(): readonly McpRecord[];
  /** Answers from the model, answers from the journal, and journalled answers that no longer fitted. */
  counts(): { live: number; reused: number; dropped: number };
}

/**
 * The traffic of one trial with real models: every answer is timed and recorded, and so is every call that failed.
 *
 * @example const traffic = liveTraffic({ modelFor: () => model, redactor: redactor(), onRecord: journal.add });
 */
export function liveTraffic(options: LiveTrafficOptions): LiveTraffic {
  const { modelFor, wireFor, onRecord, onSent, redactor, clock = systemClock, now = () => performance.now() } = options;
  const trial = trialClock(clock.now());
  const startedAt = new Date(trial.now()).toISOString();
  const next = callNumbers();
  const feed = journalFeed(options.journal ?? []);
  const time = trialTime(now);
  const secrets = trialSecrets(redactor);
  const mcp = recordedMcp(secrets);
  const records: CallRecord[] = [];
  const failures: FailedCall[] = [];
  const underWay = new Set<() => Omit<CallRecord, "answer">>();
  const times: MeasuredTimes[] = [];
  let live = 0;

  const keep = (role: Role, said: Said, id: string): Said => {
    if (!said.wire) return checkedSaid(secrets.answer(role, said), id);
    const joined = joinedTexts(said.wire);
    const kept = secrets.answer(role, { ...said, joined } as Said);
    const { answer, wire } = checkedSaid(kept, id);
    return { answer, ...(wire ? { wire: withoutSplitSecrets(wire, joined, isJsonObject(kept) && kept.joined) } : {}) };
  };
  const make = async ({ role, label, id, request, send }: Call, callOptions?: CallOptions): Promise<Said> => {
    // Takes no number, here as on a replay.
    if (callOptions?.signal?.aborted) throw cancelled(id, callOptions.signal);
    const address = { role, label, index: next(role, label) };
    const kept = secrets.request(role, request);
    const hash = hashOfKept(kept);
    const journalled = feed.take(address, hash);
    const restored = journalled && secrets.restored(role, jsonCopy(saidIn(journalled)));
    if (journalled && restored && secrets.isWhole(role, restored)) {
      time.passOver(journalled);
      trial.pass(journalled);
      records.push({ ...journalled, ...address });
      return restored;
    }
    // A secret that the model made up was not journalled: the model is asked again, and all that followed from it.
    if (journalled) feed.giveUp();
    const watched = time.call();
    let attempts = 0;
    const onStage = (stage: CallStage) => {
      watched.enters(stage);
      if (stage === "sent") {
        attempts += 1;
        onSent?.();
      }
      callOptions?.onStage?.(stage);
    };
    const begun = { ...address, hash, request: kept };
    const soFar = () => ({ ...begun, atMs: watched.times().atMs });
    underWay.add(soFar);
    const watch = stopwatch();
    let said: Said;
    let keptSaid: Said;
    try {
      said = await send({ ...callOptions, onStage });
      const size = tooLargeToKeep(said);
      if (size) throw new ModelError({ failure: "bad-answer", message: `an answer of ${id} takes ${size} call` });
      keptSaid = keep(role, said, id);
    } catch (error) {
      watched.ends();
      const wire =
        error instanceof WireFailure ? { wire: keep(role, { answer: noAnswer, wire: error.wire }, id).wire } : {};
      failures.push({ ...begun, missing: missingOf(error), ...wire, ...watched.times() });
      throw error;
    } finally {
      watched.ends();
      watch.stop();
      underWay.delete(soFar);
    }
    // A ready model need not tell when it asks.
    if (attempts === 0) onSent?.();
    const { atMs, durationMs } = watched.times();
    // How long the model took is not known where nobody could look for its answer.
    const timing = watch.lostMs() < mostLostMs ? { durationMs } : {};
    const record = { ...begun, ...keptSaid, atMs, ...timing };
    live += 1;
    records.push(record);
    trial.pass(record);
    onRecord?.(record);
    // A judge's answer counts as it is kept, so that it says the same when it is replayed.
    return role === "judge" ? jsonCopy(keptSaid) : said;
  };
  const overWire = async ({ label, model }: WireRoute, request: WireRequest, options: WireOptions = {}) => {
    const { onHead, onEvent } = options;
    const begunAt = now();
    let began: WireHead | undefined;
    const came: [number, string][] = [];
    const follow = {
      onHead: (head: WireHead) => {
        began = head;
        onHead?.(head);
      },
      onEvent: (text: string) => {
        came.push([Math.round(now() - begunAt), text]);
        onEvent?.(text);
      },
    };
    const send: Call["send"] = async (callOptions) => {
      const wired = await model.send(request, { ...callOptions, ...follow }).catch((error: unknown) => {
        if (!callOptions.signal?.aborted) throw error;
        const cut = cancelled(model.id, callOptions.signal);
        if (!began || came.length === 0) throw cut;
        // What had come by then has been said, and is said again on a replay.
        const soFar = { ...began, events: came };
        throw new WireFailure(cut, soFar, wireRecord(request, soFar));
      });
      const wire = wireRecord(request, wired.wire);
      if ("failure" in wired) throw new WireFailure(wired.failure, wired.wire, wire);
      return { answer: wired.answer, wire };
    };
    const call = { role: "agent", label, id: model.id, request: keptRequest(request), send } as const;
    try {
      const said = await make(call, options);
      const answer = answerOf(said, request);
      // An answer from the journal was not followed.
      return began ? answer : give(answer, follow);
    } catch (error) {
      // Whoever cancelled the call does not wait for an answer.
      if (!(error instanceof WireFailure) || error.failure === "cancelled") throw error;
      return { ...error.answer, failure: missingOf(error) };
    }
  };
  return {
    model(role, label = "") {
      const model = label === "" ? modelFor(role) : modelFor(role, label);
      const { id } = model;
      return {
        id,
        async call(request, callOptions) {
          const send: Call["send"] = async (options) => ({ answer: await model.call(request, options) });
          return (await make({ role, label, id, request: { model: id, ...request }, send }, callOptions)).answer;
        },
      };
    },
    ...(wireFor ? { wire: (request, options) => overWire(wireFor(request), request, options) } : {}),
    mcp: mcp.ask,
    mcpRecords: () => mcp.records,
    records: () => records,
    clock: trial,
    elapsedMs: time.now,
    waitedMs: time.waited,
    timed(measured, heldUp = false) {
      const counted = heldUp ? {} : measured;
      times.push(counted);
      return counted;
    },
    startedAt,
    times: () => times,
    failures: () => [...failures, ...[...underWay].map((soFar) => ({ ...soFar(), missing: missingOf(unanswered) }))],
    counts: () => ({ live, reused: records.length - live, dropped: feed.dropped() }),
  };
}

const unanswered = new ModelError({
  failure: "cancelled",
  message: "the trial was over before this call was answered",
});

/** The event loop may stand still for this long in all before a call is not taken for timed. */
const mostLostMs = 250;

/**
 * Whole milliseconds since the trial began; a journalled call takes the time it took when it was made. The time stands
 * still while a call waits to be sent: how many trials share a server says nothing about the agent.
 */
function trialTime(clock: () => number) {
  const start = clock();
  let passedOver = 0;
  let waitedBefore = 0;
  let since = start;
  const waiting = new Set<object>();
  const waited = () => waitedBefore + (waiting.size > 0 ? clock() - since : 0);
  const now = () => Math.round(clock() - start + passedOver - waited());
  /** Whoever comes or goes: what was waited until now is kept. */
  const change = (turn: () => unknown) => {
    waitedBefore = waited();
    since = clock();
    turn();
  };
  return {
    now,
    waited,
    /** A call is asked for. It lasts from when it is sent, for the last time, to its end. */
    call() {
      let atMs = now();
      let endMs = atMs;
      const call = {};
      return {
        enters(stage: CallStage) {
          change(() => (stage === "waiting" ? waiting.add(call) : waiting.delete(call)));
          atMs = now();
        },
        ends() {
          change(() => waiting.delete(call));
          endMs = now();
        },
        times: () => ({ atMs, durationMs: endMs - atMs }),
      };
    },
    passOver({ atMs = now(), durationMs = 0 }: CallRecord) {
      passedOver += Math.max(0, atMs + durationMs - now());
    },
  };
}

/** One call to be made, and what is kept of its request. */
interface Call {
  role: Role;
  label: string;
  /** The model's. */
  id: string;
  request: unknown;
  send(options: CallOptions): Promise<Said>;
}

const noAnswer: ModelAnswer = { text: "", toolCalls: [], finish: "other" };

function saidIn({ answer, wire }: CallRecord): Said {
  return { answer, ...(wire ? { wire } : {}) };
}

function checkedSaid(said: JsonValue, id: string): Said {
  const parsed = saidSchema.safeParse(said);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.slice(1).join(".")}: ${message}`).join("; ");
  throw new ModelError({
    message: `the model ${id} returned something that is not an answer (${wrong})`,
    failure: "bad-answer",
    remedy: "A model's call() gives { text, toolCalls, finish } and what is in ModelAnswer besides.",
  });
}
