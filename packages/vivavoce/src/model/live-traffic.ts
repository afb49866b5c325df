import {
  breathe,
  type Clock,
  type JsonValue,
  jsonCopy,
  type Redactor,
  stopwatch,
  systemClock,
  tooLargeToKeep,
} from "../base/index.ts";
import { type CallRecord, newDraw, type Role } from "../shape/index.ts";
import { type McpRecord, recordedMcp } from "./mcp.ts";
import { type FailedCall, ModelError, missingOf } from "./model-error.ts";
import { hashOfKept } from "./request-matchers.ts";
import type { trialCache } from "./response-cache.ts";
import { type CallAddress, callNumbers, recordsOf } from "./tape.ts";
import { cancelled } from "./timing.ts";
import type { MeasuredTimes, Traffic } from "./traffic.ts";
import { liveClock, trialTime } from "./trial-clock.ts";
import { type RecordedAnswer, saidIn, trialSecrets } from "./trial-secrets.ts";
import type { CallOptions, CallStage, Model, ModelAnswer } from "./types.ts";
import type { WireRequest } from "./wire/types.ts";
import { askOverWire, type LiveCall, type WireRoute } from "./wire/wire-model.ts";
import { WireFailure } from "./wire/wire-record.ts";

interface LiveTrafficOptions {
  /** The model behind a role and a label. */
  modelFor(role: Role, label: string): Model;
  /** Answers a request of the agent's own client; left out if there is no such client. */
  wireFor?(request: WireRequest): WireRoute;
  /** The records of an earlier attempt that was cut off. */
  journal?: readonly CallRecord[] | undefined;
  /** Called for every call that was made and answered, or answered from the cache, without secrets. */
  onRecord?: ((record: CallRecord) => void) | undefined;
  /** Called for every request that is sent, answered or not. */
  onSent?: (() => void) | undefined;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: ReturnType<typeof trialCache> | undefined;
  /** Where the model behind a role is asked, and with which key; undefined if that is not known, so that its answers are not cached. */
  serverOf?: ((role: Role, label: string) => JsonValue | undefined) | undefined;
  redactor: Redactor;
  /** Says at what time the trial begins. */
  clock?: Clock | undefined;
  /** Milliseconds of a monotonic clock, for durations. */
  now?: (() => number) | undefined;
}

interface LiveTraffic extends Traffic {
  /** When the trial began, in ISO 8601, as a tape of it says. */
  startedAt(): string;
  /** How long each exchange took, as a tape of the trial says. */
  times(): readonly MeasuredTimes[];
  /** The calls without an answer: those that failed, and those still running. */
  failures(): readonly FailedCall[];
  mcpRecords(): readonly McpRecord[];
  /** Keeps no answer of this trial for later runs. */
  forget(): void;
  /** Answers from the model, from the cache and from the journal, and journalled answers that no longer matched. */
  counts(): { live: number; cached: number; reused: number; dropped: number };
}

/**
 * The traffic of one trial with real models: every answer is timed and recorded, and so is every call that failed.
 *
 * @example const traffic = liveTraffic({ modelFor: () => model, redactor: redactor(), onRecord: journal.add });
 */
export function liveTraffic(options: LiveTrafficOptions): LiveTraffic {
  const { modelFor, wireFor, onRecord, onSent, cache, serverOf, redactor } = options;
  const { clock = systemClock, now = () => performance.now() } = options;
  const next = callNumbers();
  /** The journalled answers that nobody has asked for. They are used as long as the requests are the same. */
  let journal = options.journal ?? [];
  const time = trialTime(now);
  const start = clock.now();
  const secrets = trialSecrets(redactor);
  const mcp = recordedMcp(secrets);
  const records: CallRecord[] = [];
  const failures: FailedCall[] = [];
  const underWay = new Set<() => Omit<CallRecord, "answer">>();
  const times: MeasuredTimes[] = [];
  const forgets: (() => void)[] = [];
  let live = 0;
  let cached = 0;
  let dropped = 0;
  let untimed = false;

  const dropJournal = () => {
    dropped += journal.length;
    journal = [];
  };
  const fromJournal = ({ role, label }: CallAddress, hash: string): CallRecord | undefined => {
    const candidates = recordsOf(journal, role, label);
    const record = candidates.find((candidate) => candidate.hash === hash);
    if (record) journal = journal.filter((one) => one !== record);
    else if (candidates.length > 0) dropJournal();
    return record;
  };
  const make = async (
    { role, label, id, request, sentTo, send, wire }: LiveCall,
    callOptions?: CallOptions,
  ): Promise<RecordedAnswer> => {
    // Gets no number, here as on a replay.
    if (callOptions?.signal?.aborted) throw cancelled(id, callOptions.signal);
    const address = { role, label, index: next(role, label) };
    const keptRequest = secrets.request(role, request);
    const { hash, hasMarks } = hashOfKept(keptRequest);
    const begun = { ...address, hash, request: keptRequest };
    // Looked up for a journalled answer too: its place is taken, and an equal call after it is another sample.
    const place = cache?.({ role, label, hash, hasMarks, sentTo });
    if (place) forgets.push(place.forget);
    const journalled = fromJournal(address, hash);
    const restored = journalled && secrets.restored(role, jsonCopy(saidIn(journalled)));
    if (journalled && restored && secrets.isWhole(role, restored)) {
      time.passOver(journalled);
      records.push({ ...journalled, ...address });
      return restored;
    }
    // A secret that the model made up was not journalled, so the model is asked again, and so is everything after it.
    if (journalled) dropJournal();
    const earlier = place?.take();
    if (earlier && callOptions?.accepts?.(earlier.answer) !== false) {
      const atMs = time.now();
      const askedMs = time.passed();
      const dates = askedMs === atMs ? {} : { askedMs, answeredMs: askedMs + (earlier.durationMs ?? 0) };
      const record: CallRecord = { ...begun, ...earlier, atMs, ...dates, origin: "cached" };
      cached += 1;
      // Calls that begin together take their time together, not one after another.
      await breathe();
      // The exchange would look faster than it was.
      if (role === "agent" && earlier.durationMs === undefined) untimed = true;
      time.passOver(record);
      records.push(record);
      onRecord?.(record);
      return jsonCopy(saidIn(record));
    }
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
    const soFar = () => ({ ...begun, atMs: watched.times().atMs });
    underWay.add(soFar);
    const watch = stopwatch();
    let said: RecordedAnswer;
    let kept: RecordedAnswer;
    let draw: string;
    try {
      const answer = await send({ ...callOptions, onStage });
      draw = newDraw(answer);
      const record = wire?.();
      said = { answer, ...(record ? { wire: record } : {}) };
      const size = tooLargeToKeep(said);
      if (size) throw new ModelError({ failure: "bad-answer", message: `an answer of ${id} takes ${size} call` });
      kept = secrets.said(role, said, id);
    } catch (error) {
      watched.ends();
      const came = error instanceof WireFailure ? { answer: noAnswer, wire: error.record } : undefined;
      const kept = came ? { wire: secrets.said(role, came, id).wire } : {};
      failures.push({ ...begun, missing: missingOf(error), ...kept, ...watched.times(), ...watched.dates(true) });
      throw error;
    } finally {
      watched.ends();
      watch.stop();
      underWay.delete(soFar);
    }
    // A ready model may not report when it sends.
    if (attempts === 0) onSent?.();
    const { atMs, durationMs } = watched.times();
    // The duration is unknown if the event loop was blocked, so that the answer could not be seen.
    const timing = watch.lostMs() < mostLostMs ? { durationMs } : {};
    const times = { atMs, ...timing, ...watched.dates("durationMs" in timing) };
    const record: CallRecord = { ...begun, ...kept, ...times, origin: "live", draw };
    live += 1;
    records.push(record);
    onRecord?.(record);
    place?.keep(record, callOptions?.accepts?.(kept.answer));
    // A judge's answer is used in the form in which it is kept, so that a replay gives the same.
    return role === "judge" ? jsonCopy(kept) : said;
  };
  return {
    model(role, label = "") {
      const model = modelFor(role, label);
      const { id } = model;
      return {
        id,
        async call(request, callOptions) {
          const send: LiveCall["send"] = (options) => model.call(request, options);
          const sentTo = serverOf?.(role, label);
          return (await make({ role, label, id, request: { model: id, ...request }, sentTo, send }, callOptions))
            .answer;
        },
      };
    },
    ...(wireFor ? { wire: (request, options) => askOverWire({ make, now }, wireFor(request), request, options) } : {}),
    mcp: mcp.ask,
    mcpRecords: () => mcp.records,
    records: () => records,
    clock: liveClock(start, time.passed),
    elapsedMs: time.now,
    waitedMs: time.waited,
    timed(measured, heldUp = false) {
      const counted = heldUp || untimed ? {} : measured;
      untimed = false;
      times.push(counted);
      return counted;
    },
    startedAt: () => new Date(start).toISOString(),
    forget() {
      for (const forget of forgets) forget();
    },
    times: () => times,
    failures: () => [...failures, ...[...underWay].map((soFar) => ({ ...soFar(), missing: missingOf(unanswered) }))],
    counts: () => ({ live, cached, reused: records.length - live - cached, dropped }),
  };
}

const noAnswer: ModelAnswer = { text: "", toolCalls: [], finish: "other" };

const unanswered = new ModelError({ failure: "cancelled", message: "the trial ended before this call was answered" });

/** If the event loop is blocked for longer than this in total, a call's duration is not recorded. */
const mostLostMs = 250;
