import { InfrastructureError } from "../base/index.ts";
import type { CallRecord, Exchange, ExchangeTimes, Outcome, Role } from "../shape/index.ts";
import type { AskMcp, McpRecord } from "./mcp.ts";
import type { TrialClock } from "./trial-clock.ts";
import type { CallOptions, Model } from "./types.ts";
import type { WireAnswer, WireHead, WireRequest } from "./wire/types.ts";

/** How a caller follows a call over the wire. */
export interface WireOptions extends CallOptions {
  /** Called once, before any event, when the answer has begun. Not called if the call fails before. */
  onHead?: ((head: WireHead) => void) | undefined;
  /** Called for each piece of a stream. */
  onEvent?: ((text: string) => void) | undefined;
  /** Called for a complete answer before it is stored, so that the client need not wait for that. */
  onWhole?: ((answer: WireAnswer) => void) | undefined;
}

/** How long one exchange took in real time; `openMs` in the one that opened the agent's session. */
export type MeasuredTimes = ExchangeTimes & { openMs?: number | undefined };

/** The model traffic of one trial, live or from a tape; callers cannot tell which. */
export interface Traffic {
  /** A model for a role. Calls are numbered in order within role and label, across all models given out for them. */
  model(role: Role, label?: string): Model;
  /**
   * A request of the agent's own client, forwarded unchanged. Resolves with the provider's answer, errors included; rejects
   * if Viva refuses the call or nobody answers. Limited, priced, recorded and replayed like a model's calls.
   */
  wire?(request: WireRequest, options?: WireOptions): Promise<WireAnswer>;
  /** A request to an MCP server of the suite: recorded, or answered by the tape. */
  mcp?: AskMcp | undefined;
  /** What MCP servers were asked and said so far. */
  mcpRecords?(): readonly McpRecord[];
  /** Everything answered so far, in order of completion. */
  records(): readonly CallRecord[];
  /** The trial's time: live the real time, on a replay that of the recording. */
  clock: TrialClock;
  /**
   * Milliseconds since the trial began, by a monotonic clock. An answer from the journal takes as long as it originally
   * took.
   */
  elapsedMs(): number;
  /**
   * Milliseconds so far in which a call of the trial waited for its turn, because others used the same model. That is not
   * the agent's time, so `elapsedMs` does not include it. Left out on a replay, where nothing waits.
   */
  waitedMs?(): number;
  /**
   * Takes how long an exchange took and returns what counts: live the same, or nothing if others held it up; on a replay,
   * the time on the tape.
   */
  timed(measured: MeasuredTimes, heldUp?: boolean): MeasuredTimes;
  /** The outcome of a played exchange, if a replay knows better than the player. */
  concluded?(outcome: Outcome, exchange: Pick<Exchange, "number" | "user">): Outcome | Promise<Outcome>;
}

/** The traffic's function for the agent's own clients; if it has none, every call is refused. */
export function wireOf(traffic: Traffic): NonNullable<Traffic["wire"]> {
  return (
    traffic.wire ??
    (() => Promise.reject(new InfrastructureError({ message: "no model can be asked over the gateway here" })))
  );
}
