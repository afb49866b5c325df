import { type Clock, jsonCopy, type Redactor, stopwatch, systemClock, tooLargeToKeep } from "../base/index.ts";
import { callNumbers } from "./call-numbers.ts";
import type { CallRecord, Role } from "./call-record.ts";
import { cancelled } from "./deadline.ts";
import { journalFeed } from "./journal-feed.ts";
import { keptSaid, saidIn } from "./kept-said.ts";
import { type McpRecord, recordedMcp } from "./mcp.ts";
import { type FailedCall, missingOf } from "./missing-answer.ts";
import { ModelError } from "./model-error.ts";
import { hashOfKept } from "./request-hash.ts";
import type { MeasuredTimes, Traffic } from "./traffic.ts";
import { trialClock } from "./trial-clock.ts";
import { type RecordedAnswer, trialSecrets } from "./trial-secrets.ts";
import { trialTime } from "./trial-time.ts";
import type { CallOptions, CallStage, Model, ModelAnswer } from "./types.ts";
import { askOverWire, type LiveCall, type WireRoute } from "./wire/live-wire.ts";
import type { WireRequest } from "./wire/types.ts";
import { WireFailure } from "./wire/wire-record.ts";

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

  const make = async (
    { role, label, id, request, send }: LiveCall,
    callOptions?: CallOptions,
  ): Promise<RecordedAnswer> => {
    // Takes no number, here as on a replay.
    if (callOptions?.signal?.aborted) throw cancelled(id, callOptions.signal);
    const address = { role, label, index: next(role, label) };
    const keptRequest = secrets.request(role, request);
    const hash = hashOfKept(keptRequest);
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
    const begun = { ...address, hash, request: keptRequest };
    const soFar = () => ({ ...begun, atMs: watched.times().atMs });
    underWay.add(soFar);
    const watch = stopwatch();
    let said: RecordedAnswer;
    let kept: RecordedAnswer;
    try {
      said = await send({ ...callOptions, onStage });
      const size = tooLargeToKeep(said);
      if (size) throw new ModelError({ failure: "bad-answer", message: `an answer of ${id} takes ${size} call` });
      kept = keptSaid(secrets, role, said, id);
    } catch (error) {
      watched.ends();
      const came = error instanceof WireFailure ? { answer: noAnswer, wire: error.wire } : undefined;
      const wire = came ? { wire: keptSaid(secrets, role, came, id).wire } : {};
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
    const record = { ...begun, ...kept, atMs, ...timing };
    live += 1;
    records.push(record);
    trial.pass(record);
    onRecord?.(record);
    // A judge's answer counts as it is kept, so that it says the same when it is replayed.
    return role === "judge" ? jsonCopy(kept) : said;
  };
  return {
    model(role, label = "") {
      const model = label === "" ? modelFor(role) : modelFor(role, label);
      const { id } = model;
      return {
        id,
        async call(request, callOptions) {
          const send: LiveCall["send"] = async (options) => ({ answer: await model.call(request, options) });
          return (await make({ role, label, id, request: { model: id, ...request }, send }, callOptions)).answer;
        },
      };
    },
    ...(wireFor ? { wire: (request, options) => askOverWire({ make, now }, wireFor(request), request, options) } : {}),
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

const noAnswer: ModelAnswer = { text: "", toolCalls: [], finish: "other" };

const unanswered = new ModelError({
  failure: "cancelled",
  message: "the trial was over before this call was answered",
});

/** The event loop may stand still for this long in all before a call is not taken for timed. */
const mostLostMs = 250;
