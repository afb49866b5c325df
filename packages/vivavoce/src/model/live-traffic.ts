import { type Clock, type JsonValue, jsonCopy, type Redactor, systemClock, tooLargeToKeep } from "../base/index.ts";
import { callNumbers } from "./call-numbers.ts";
import { type CallRecord, modelAnswerSchema, type Role } from "./call-record.ts";
import { journalFeed } from "./journal-feed.ts";
import { ModelError } from "./model-error.ts";
import { hashOfKept } from "./request-hash.ts";
import type { MeasuredTimes, Traffic } from "./traffic.ts";
import { trialClock } from "./trial-clock.ts";
import { trialSecrets } from "./trial-secrets.ts";
import type { CallOptions, Model, ModelAnswer, ModelRequest } from "./types.ts";

export interface LiveTrafficOptions {
  /** The model behind a role; `name` is the label, left out where it is "". */
  modelFor(role: Role, name?: string): Model;
  /** The records of an earlier attempt that was cut off. */
  journal?: readonly CallRecord[] | undefined;
  /** Told of every call that was really made and answered, with secrets taken out. */
  onRecord?: ((record: CallRecord) => void) | undefined;
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
  /** Answers from the model, answers from the journal, and journalled answers that no longer fitted. */
  counts(): { live: number; reused: number; dropped: number };
}

/**
 * The traffic of one trial with real models: every answer is timed and recorded, what failed is not.
 *
 * @example const traffic = liveTraffic({ modelFor: () => model, redactor: redactor(), onRecord: journal.add });
 */
export function liveTraffic(options: LiveTrafficOptions): LiveTraffic {
  const { modelFor, onRecord, redactor, clock = systemClock, now = () => performance.now() } = options;
  const trial = trialClock(clock.now());
  const startedAt = new Date(trial.now()).toISOString();
  const next = callNumbers();
  const feed = journalFeed(options.journal ?? []);
  const time = trialTime(now);
  const secrets = trialSecrets(redactor);
  const records: CallRecord[] = [];
  const times: MeasuredTimes[] = [];
  let live = 0;

  const call = async (role: Role, label: string, model: Model, request: ModelRequest, callOptions?: CallOptions) => {
    const address = { role, label, index: next(role, label) };
    const kept = secrets.request(role, model.id, request);
    const hash = hashOfKept(kept);
    const journalled = feed.take(address, hash);
    const restored = journalled && secrets.restored(role, jsonCopy(journalled.answer));
    if (journalled && restored && secrets.isWhole(role, restored)) {
      time.passOver(journalled);
      trial.pass(journalled);
      records.push({ ...journalled, ...address });
      return restored;
    }
    // A secret that the model made up was not journalled: the model is asked again, and all that followed from it.
    if (journalled) feed.giveUp();
    const atMs = time.now();
    const answer = await model.call(request, callOptions);
    const durationMs = time.now() - atMs;
    const size = tooLargeToKeep(answer);
    if (size) throw new ModelError({ failure: "bad-answer", message: `an answer of ${model.id} takes ${size} call` });
    const answered = checkedAnswer(secrets.answer(role, answer), model);
    const record = { ...address, hash, request: kept, answer: answered, atMs, durationMs };
    live += 1;
    records.push(record);
    trial.pass(record);
    onRecord?.(record);
    // A judge's answer counts as it is kept, so that it says the same when it is replayed.
    return role === "judge" ? jsonCopy(answered) : answer;
  };
  return {
    model(role, label = "") {
      const model = label === "" ? modelFor(role) : modelFor(role, label);
      return { id: model.id, call: (request, callOptions) => call(role, label, model, request, callOptions) };
    },
    records: () => records,
    clock: trial,
    elapsedMs: time.now,
    timed(measured) {
      times.push(measured);
      return measured;
    },
    startedAt,
    times: () => times,
    counts: () => ({ live, reused: records.length - live, dropped: feed.dropped() }),
  };
}

/** Whole milliseconds since the trial began; a journalled call takes the time it took when it was made. */
function trialTime(clock: () => number) {
  const start = clock();
  let passedOver = 0;
  const now = () => Math.round(clock() - start + passedOver);
  return {
    now,
    passOver({ atMs = now(), durationMs = 0 }: CallRecord) {
      passedOver += Math.max(0, atMs + durationMs - now());
    },
  };
}

function checkedAnswer(answer: JsonValue, model: Model): ModelAnswer {
  const parsed = modelAnswerSchema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new ModelError({
    message: `the model ${model.id} gave something that is no answer (${wrong})`,
    failure: "bad-answer",
    remedy: "A model's call() gives { text, toolCalls, finish } and what is in ModelAnswer besides.",
  });
}
