import { type Answers, type Channel, systemClock } from "../base/index.ts";
import type { CallRecord, Role } from "../shape/index.ts";
import type { McpReply, McpRequest } from "./mcp.ts";
import { cancelled } from "./timing.ts";
import { type MeasuredTimes, type Traffic, type WireOptions, wireOf } from "./traffic.ts";
import { liveClock, replayClock, type TrialClock } from "./trial-clock.ts";
import type { CallOptions, CallStage, ModelAnswer, ModelRequest, ModelSettings } from "./types.ts";
import type { WireAnswer, WireHead, WireRequest } from "./wire/types.ts";

/** What a process that plays a trial is told about its traffic before it begins. */
interface TrafficStart {
  /** The trial's time without silences, and what the system's clock says then. */
  now: number;
  real: number;
  /** The models by role and label, if they are known beforehand. */
  models: Readonly<Record<string, { id: string; settings?: ModelSettings | undefined }>>;
  /** Whether a tape may decide how an exchange ended. */
  concludes: boolean;
}

type Concluded = Parameters<NonNullable<Traffic["concluded"]>>;
type Timed = Parameters<Traffic["timed"]>;
type KeptRecord = Omit<CallRecord, "request" | "hash" | "wire">;
type Asked = { role: Role; label: string; request: ModelRequest };
/** `skippedMs`: how much longer the call took when it was made, if the answer comes from the journal. */
type Wired = { call: number; request: WireRequest };
type AskedMcp = { request: McpRequest; reply?: McpReply };
type Piece = { call: number; head: WireHead } | { call: number; text: string };
type Answered<A> = { answer: A; records: KeptRecord[]; now: number; skippedMs: number };

/** The side that has the models, the tape and the budget. */
interface ServedTraffic {
  /** What the other process needs to begin. */
  start: TrafficStart;
  /** What it asks for. */
  answers: Answers;
  /** How long its finished exchanges took: as measured if live, from the tape on a replay. */
  times: readonly MeasuredTimes[];
}

/** Gives the traffic of a trial to the process that plays it. `names`: the models of the suite. */
export function servedTraffic(
  traffic: Traffic,
  names: readonly string[],
  tell: Channel["tell"] = () => {},
): ServedTraffic {
  const times: MeasuredTimes[] = [];
  const waiting = new Set<object>();
  /** The time in which a call waits for its turn is not the agent's, so its process must know it. */
  const note = (turn: () => unknown) => {
    const before = waiting.size > 0;
    turn();
    if (waiting.size > 0 !== before) tell("waiting", !before);
  };
  let sent = traffic.records().length;
  const known = [...names.map((name) => ["agent", name] as const), ["agent", ""] as const, ["user", ""] as const];
  const models = known.flatMap(([role, label]) => {
    try {
      const { id, settings } = traffic.model(role, label);
      return [[nameOf(role, label), { id, ...(settings ? { settings } : {}) }] as const];
    } catch {
      // The error goes to the caller of that model.
      return [];
    }
  });
  const followed = async <A>(
    ask: (onStage: NonNullable<CallOptions["onStage"]>) => Promise<A>,
  ): Promise<Answered<A>> => {
    const call = {};
    const took = stopwatchOf(traffic);
    const onStage = (stage: CallStage) => note(() => (stage === "waiting" ? waiting.add(call) : waiting.delete(call)));
    const answer = await ask(onStage).finally(() => note(() => waiting.delete(call)));
    const records = traffic
      .records()
      .slice(sent)
      .map(({ request: _request, hash: _hash, wire: _wire, ...kept }) => kept);
    sent += records.length;
    return { answer, records, now: unsilenced(traffic.clock), skippedMs: took.skippedMs() };
  };
  const model = ({ role, label, request }: Asked, signal: AbortSignal) =>
    followed((onStage) => traffic.model(role, label).call(request, { signal, onStage }));
  const wire = ({ call, request }: Wired, signal: AbortSignal) =>
    followed(async (onStage) => {
      const onHead = (head: WireHead) => tell("wired", { call, head } satisfies Piece);
      const onEvent = (text: string) => tell("wired", { call, text } satisfies Piece);
      const answer = await wireOf(traffic)(request, { signal, onStage, onHead, onEvent });
      // Pieces of a stream have already been sent.
      return answer.events ? { ...answer, events: [] } : answer;
    });
  return {
    start: {
      now: unsilenced(traffic.clock),
      real: systemClock.now(),
      models: Object.fromEntries(models),
      concludes: traffic.concluded !== undefined,
    },
    answers: {
      model,
      wire,
      mcp: ({ request, reply }: AskedMcp) => traffic.mcp?.(request, async () => reply ?? {}),
      silence: (milliseconds: number) => traffic.clock.silence(milliseconds),
      timed: (measured: Timed) => void times.push(traffic.timed(...measured)),
      concluded: ([outcome, exchange]: Concluded) => traffic.concluded?.(outcome, exchange) ?? outcome,
    },
    times,
  };
}

/** The playing side: the traffic of one trial whose models another process asks. */
export interface DistantTraffic extends Traffic {
  /** A call has begun to wait for its turn, or no call is waiting any more. */
  waiting(isWaiting: boolean): void;
  /** A piece of an answer over the wire has come. */
  wired(piece: Piece): void;
}

export function distantTraffic(channel: Channel, start: TrafficStart): DistantTraffic {
  const records: CallRecord[] = [];
  let waitedBefore = 0;
  let since: number | undefined;
  const waitedMs = () => waitedBefore + (since === undefined ? 0 : performance.now() - since);
  // Counted from when the suite is loaded, because starting the process is not the agent's time.
  const begun = performance.now();
  let skippedMs = 0;
  const replayed = start.concludes ? replayClock(start.now) : undefined;
  const clock = replayed ?? liveClock(start.now, () => systemClock.now() - start.real + skippedMs);
  const { silence } = clock;
  const following = new Map<number, WireOptions>();
  let wires = 0;
  const ask = async <A>(kind: "model" | "wire", question: Asked | Wired, id: string, signal?: AbortSignal) => {
    const answered = await channel.ask<Answered<A>>(kind, question, signal).catch((error: unknown) => {
      throw signal?.aborted ? cancelled(id, signal) : error;
    });
    records.push(...answered.records);
    replayed?.standAt(answered.now - start.now);
    skippedMs += answered.skippedMs;
    return answered.answer;
  };
  const wire = async (request: WireRequest, options: WireOptions = {}): Promise<WireAnswer> => {
    const call = ++wires;
    following.set(call, options);
    const asked = ask<WireAnswer>("wire", { call, request }, request.path, options.signal);
    return asked.finally(() => following.delete(call));
  };
  const modelOf = (role: Role, label: string) => start.models[nameOf(role, label)] ?? { id: label || role };
  return {
    model: (role, label = "") => ({
      ...modelOf(role, label),
      call: (request, options) =>
        ask<ModelAnswer>("model", { role, label, request }, modelOf(role, label).id, options?.signal),
    }),
    wire,
    // The playing process asks the servers; the other process keeps what they said, or has it on the tape.
    mcp: async (request, ask) => {
      const asked: AskedMcp = start.concludes ? { request } : { request, reply: await ask() };
      return channel.ask<McpReply>("mcp", asked);
    },
    wired(piece) {
      const options = following.get(piece.call);
      if ("head" in piece) options?.onHead?.(piece.head);
      else options?.onEvent?.(piece.text);
    },
    records: () => records,
    clock: Object.assign(clock, {
      silence(milliseconds: number) {
        silence(milliseconds);
        channel.tell("silence", milliseconds);
      },
    }),
    elapsedMs: () => Math.round(performance.now() - begun - waitedMs() + skippedMs),
    waitedMs,
    waiting(isWaiting) {
      for (const { onStage } of following.values()) onStage?.(isWaiting ? "waiting" : "sent");
      waitedBefore = waitedMs();
      since = isWaiting ? performance.now() : undefined;
    },
    timed(...measured) {
      channel.tell("timed", measured);
      return measured[0];
    },
    ...(start.concludes ? { concluded: (...given: Concluded) => channel.ask("concluded", given) } : {}),
  };
}

/** The trial's time without silences, which the playing process counts itself. */
function unsilenced({ now, silentMs }: TrialClock): number {
  return now() - silentMs;
}

/** How far the trial's time has run ahead of real time since this was called. */
function stopwatchOf({ elapsedMs, waitedMs = () => 0 }: Traffic): { skippedMs(): number } {
  const ahead = () => elapsedMs() + waitedMs() - performance.now();
  const before = ahead();
  return { skippedMs: () => Math.max(0, Math.round(ahead() - before)) };
}

function nameOf(role: Role, label: string): string {
  return `${role}:${label}`;
}
