import { type Clock, systemClock } from "../base/index.ts";
import type { CallRecord } from "../shape/index.ts";
import type { FailedCall } from "./model-error.ts";
import type { Interlude } from "./request-instants.ts";
import type { CallStage } from "./types.ts";

/** How long the time of a replay stands still after an answer before it goes on. */
const standingMs = 250;

/** The time that an agent sees. A silence moves it, although nobody waits. */
export interface TrialClock extends Clock {
  /** Milliseconds of silence so far. */
  readonly silentMs: number;
  silence(milliseconds: number): void;
}

/** Live: real time from a start, by the milliseconds that have really passed since. */
export function liveClock(start: number, passedMs: () => number): TrialClock {
  let silentMs = 0;
  return {
    now: () => start + passedMs() + silentMs,
    get silentMs() {
      return silentMs;
    },
    silence(milliseconds) {
      silentMs += milliseconds;
    },
  };
}

/**
 * On a replay it stands at the time of the recording for a moment, so that code that was as fast as then sees the same
 * time. Then it goes on in real time, so that code that waits for a time does not wait for ever.
 */
export function replayClock(start: number, real: () => number = () => performance.now()) {
  let since = real();
  let stands = 0;
  const sinceStart = () => stands + Math.max(0, Math.floor(real() - since) - standingMs);
  return Object.assign(liveClock(start, sinceStart), {
    /** Never moves back. Silences are not counted. */
    standAt(moment: number): void {
      stands = Math.max(sinceStart(), moment);
      since = real();
    },
  });
}

type Call = CallRecord | FailedCall;

/** When a call was made, in milliseconds since the trial began; unknown on a hand-written tape. */
function askedMs({ askedMs, atMs }: Call): number | undefined {
  return askedMs ?? atMs;
}

function answeredMs({ answeredMs, atMs, durationMs = 0 }: Call): number | undefined {
  return answeredMs ?? (atMs === undefined ? undefined : atMs + durationMs);
}

/** The time of a replay: it goes from answer to request as it did when the tape was recorded. */
export function replayTime(calls: readonly Call[], start: number) {
  const clock = replayClock(start);
  const conversation = calls.filter(({ role }) => role !== "judge");
  const asked = new Set<Call>();
  const interludes: Interlude[] = [];
  let last = { silentMs: 0, at: start, real: systemClock.now() };
  /** The first request after this time that has not been made. */
  const next = (after: number) => {
    const later = conversation.flatMap((call) => (asked.has(call) ? [] : (askedMs(call) ?? [])));
    return later.filter((at) => at >= after).sort((a, b) => a - b)[0];
  };
  const elapsedMs = () => clock.now() - clock.silentMs - start;
  /** From the last answer before a recorded request to that request, and from the last answer here to now. */
  const interludeBefore = (requestMs: number): Interlude => {
    const answers = conversation.map((call) => answeredMs(call) ?? 0).filter((at) => at <= requestMs);
    const from = start + Math.max(0, ...answers) + last.silentMs;
    return {
      recorded: { from, to: start + requestMs + clock.silentMs },
      replayed: [
        { from: last.at, to: clock.now() },
        // Of a program with a clock of its own.
        { from: last.real, to: systemClock.now() },
      ],
    };
  };
  return {
    clock,
    elapsedMs,
    /** All interludes up to a request that is made now, and may be this one. */
    interludesTo(call: Call | undefined): Interlude[] {
      const at = call ? askedMs(call) : (next(0) ?? Number.MAX_SAFE_INTEGER);
      return at === undefined ? interludes : [...interludes, interludeBefore(at)];
    },
    asks(call: Call): void {
      const at = askedMs(call);
      if (at !== undefined) interludes.push(interludeBefore(at));
      asked.add(call);
    },
    /** From here it stands at the time of the next request. */
    answers(call: Call): void {
      const at = answeredMs(call) ?? elapsedMs() + (call.durationMs ?? 0);
      clock.standAt(next(at) ?? at);
      last = { silentMs: clock.silentMs, at: clock.now(), real: systemClock.now() };
    },
  };
}

/**
 * Whole milliseconds since the trial began; a journalled call takes its original time. The time stops while a call waits
 * to be sent, because the number of trials that share a server says nothing about the agent.
 */
export function trialTime(clock: () => number) {
  const start = clock();
  let passedOver = 0;
  let waitedBefore = 0;
  let since = start;
  /** How many calls wait. */
  let waiting = 0;
  const waited = () => waitedBefore + (waiting > 0 ? clock() - since : 0);
  const passed = () => Math.round(clock() - start + passedOver);
  const now = () => Math.round(clock() - start + passedOver - waited());
  return {
    now,
    /** Waits included, as anyone outside would see it. */
    passed,
    waited,
    /** A call begins. Its duration runs from when it is last sent to its end. */
    call() {
      const askedMs = passed();
      let answeredMs = askedMs;
      let atMs = now();
      let durationMs = 0;
      let passedBefore = passedOver;
      let isWaiting = false;
      const wait = (waits: boolean) => {
        // Adds up the waiting time so far, before the number of waiting calls changes.
        waitedBefore = waited();
        since = clock();
        waiting += Number(waits) - Number(isWaiting);
        isWaiting = waits;
      };
      return {
        enters(stage: CallStage) {
          wait(stage === "waiting");
          atMs = now();
          passedBefore = passedOver;
        },
        ends() {
          wait(false);
          // What was passed over meanwhile is the time of other calls.
          durationMs = now() - atMs - (passedOver - passedBefore);
          answeredMs = passed();
        },
        times: () => ({ atMs, durationMs }),
        /** What a replay needs to know besides, if the call was not sent as soon as it was made, or took an unknown time. */
        dates: (isTimed: boolean) => ({
          ...(askedMs === atMs ? {} : { askedMs }),
          ...(isTimed && answeredMs === atMs + durationMs ? {} : { answeredMs }),
        }),
      };
    },
    passOver({ atMs = now(), durationMs = 0 }: CallRecord) {
      passedOver += Math.max(0, atMs + durationMs - now());
    },
  };
}

/**
 * Milliseconds spent waiting for models. Time of parallel calls is counted once; calls with an unknown start are counted in
 * full. Undefined if nothing was asked or the duration of a call is unknown, because the sum would be too small.
 */
export function modelTimeOf(records: readonly CallRecord[]): number | undefined {
  const known = records.flatMap(({ atMs, durationMs }) => (durationMs === undefined ? [] : [{ atMs, durationMs }]));
  if (known.length === 0 || known.length < records.length) return undefined;
  const placed = known.flatMap(({ atMs, durationMs }) =>
    atMs === undefined ? [] : [[atMs, atMs + durationMs] as const],
  );
  const unplaced = known.filter(({ atMs }) => atMs === undefined).reduce((sum, { durationMs }) => sum + durationMs, 0);
  return unplaced + coveredLength(placed);
}

function coveredLength(spans: readonly (readonly [start: number, end: number])[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}
