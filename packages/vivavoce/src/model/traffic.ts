import { type Clock, InfrastructureError } from "../base/index.ts";
import type { Exchange, ExchangeTimes, Outcome } from "../transcript/index.ts";
import type { CallRecord, Role } from "./call-record.ts";
import type { AskMcp, McpRecord } from "./mcp.ts";
import type { CallOptions, Model } from "./types.ts";
import type { WireAnswer, WireHead, WireRequest } from "./wire/types.ts";

/** How a call over the wire is followed while it goes on. */
export interface WireOptions extends CallOptions {
  /** Told once, before any event: the answer has begun. Not told where the call fails before. */
  onHead?: ((head: WireHead) => void) | undefined;
  /** Told of each piece of a stream when it comes. */
  onEvent?: ((text: string) => void) | undefined;
  /** Told of an answer that is whole and can be read, before it is kept: the client need not wait for that. */
  onWhole?: ((answer: WireAnswer) => void) | undefined;
}

/** How long one exchange took by the clock on the wall; `openMs` in the one that opened the agent's session. */
export type MeasuredTimes = ExchangeTimes & { openMs?: number | undefined };

/** The model traffic of one trial, live or from a tape: whoever asks gets a model and cannot tell which. */
export interface Traffic {
  /** A model for a role. Calls are numbered in order within role and label, across all models given out for them. */
  model(role: Role, label?: string): Model;
  /**
   * A request of the agent's own client, sent on as it is. Resolves with whatever the provider answers, errors included;
   * rejects where Viva refuses the call or nobody answers. Limited, priced, recorded and replayed as a model's calls are.
   */
  wire?(request: WireRequest, options?: WireOptions): Promise<WireAnswer>;
  /** A request to an MCP server of the suite: recorded, or answered by the tape. */
  mcp?: AskMcp | undefined;
  /** What MCP servers were asked and said so far. */
  mcpRecords?(): readonly McpRecord[];
  /** Everything answered so far, in order of completion. */
  records(): readonly CallRecord[];
  /** The trial's time: from its start, moved on to the end of each answered call, live as on a replay. */
  clock: Clock;
  /**
   * Milliseconds since the trial began, by a clock that never runs back. An answer from the journal takes as long as it
   * took when it was asked for.
   */
  elapsedMs(): number;
  /**
   * Milliseconds so far in which a call of the trial waited for its turn, since others were asking the same model. That
   * is not the agent's time, so `elapsedMs` leaves it out. Left out on a replay, where nothing waits.
   */
  waitedMs?(): number;
  /**
   * Told how long an exchange took; returns what counts: live the same, or nothing where it was held up by others, on a
   * replay what the tape recorded of it.
   */
  timed(measured: MeasuredTimes, heldUp?: boolean): MeasuredTimes;
  /** What an exchange that was played comes to, where a replay knows better than whoever played it. */
  concluded?(outcome: Outcome, exchange: Pick<Exchange, "number" | "user">): Outcome | Promise<Outcome>;
}

/** The way of a traffic for the agent's own clients; where it has none, every call is refused. */
export function wireOf(traffic: Traffic): NonNullable<Traffic["wire"]> {
  return (
    traffic.wire ??
    (() => Promise.reject(new InfrastructureError({ message: "no model can be asked over the gateway here" })))
  );
}
