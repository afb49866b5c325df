import { type Answers, type Channel, manualClock } from "../base/index.ts";
import type { CallRecord, Role } from "./call-record.ts";
import { cancelled } from "./deadline.ts";
import type { MeasuredTimes, Traffic } from "./traffic.ts";
import type { Model, ModelAnswer, ModelRequest, ModelSettings } from "./types.ts";

/** What a process that plays a trial is told of its traffic before it begins. */
export interface TrafficStart {
  now: number;
  elapsedMs: number;
  /** The models by role and label, as far as they are known beforehand. */
  models: Readonly<Record<string, { id: string; settings?: ModelSettings | undefined }>>;
}

type KeptRecord = Omit<CallRecord, "request" | "hash">;
type Asked = { role: Role; label: string; request: ModelRequest };
type Answered = { answer: ModelAnswer; records: KeptRecord[]; now: number; elapsedMs: number };

/**
 * The side that has the models, the tape and the budget: answers what the other process asks. Returns what that process
 * needs to begin, and the answers for its channel.
 */
export function servedTraffic(traffic: Traffic, names: readonly string[]): { start: TrafficStart; answers: Answers } {
  let sent = traffic.records().length;
  const known = [...names.map((name) => ["agent", name] as const), ["agent", ""] as const, ["user", ""] as const];
  const models = known.flatMap(([role, label]) => {
    try {
      const { id, settings } = traffic.model(role, label);
      return [[nameOf(role, label), { id, ...(settings ? { settings } : {}) }] as const];
    } catch {
      // Told to whoever asks that model.
      return [];
    }
  });
  const model = async ({ role, label, request }: Asked, signal: AbortSignal): Promise<Answered> => {
    const answer = await traffic.model(role, label).call(request, { signal });
    const records = traffic
      .records()
      .slice(sent)
      .map(({ request: _request, hash: _hash, ...kept }) => kept);
    sent += records.length;
    return { answer, records, now: traffic.clock.now(), elapsedMs: traffic.elapsedMs() };
  };
  return {
    start: { now: traffic.clock.now(), elapsedMs: traffic.elapsedMs(), models: Object.fromEntries(models) },
    answers: { model },
  };
}

export interface DistantTraffic extends Traffic {
  /** How long each exchange took here; what counts is decided where the tape is. */
  readonly times: readonly MeasuredTimes[];
}

/** The side that plays: the traffic of one trial whose models are asked by another process. */
export function distantTraffic(channel: Channel, start: TrafficStart): DistantTraffic {
  const clock = manualClock(start.now);
  const records: CallRecord[] = [];
  const times: MeasuredTimes[] = [];
  let passed = { elapsedMs: start.elapsedMs, at: performance.now() };
  const call = async (role: Role, label: string, ...[request, options]: Parameters<Model["call"]>) => {
    const signal = options?.signal;
    const asked = channel.ask<Answered>("model", { role, label, request }, signal);
    const answered = await asked.catch((error: unknown) => {
      throw signal?.aborted ? cancelled(modelOf(role, label).id, signal) : error;
    });
    records.push(...answered.records);
    clock.advance(Math.max(0, answered.now - clock.now()));
    passed = { elapsedMs: answered.elapsedMs, at: performance.now() };
    return answered.answer;
  };
  const modelOf = (role: Role, label: string) => start.models[nameOf(role, label)] ?? { id: label || role };
  return {
    model: (role, label = "") => ({
      ...modelOf(role, label),
      call: (request, options) => call(role, label, request, options),
    }),
    records: () => records,
    clock,
    elapsedMs: () => passed.elapsedMs + Math.round(performance.now() - passed.at),
    timed(measured) {
      times.push(measured);
      return measured;
    },
    times,
  };
}

function nameOf(role: Role, label: string): string {
  return `${role}:${label}`;
}
