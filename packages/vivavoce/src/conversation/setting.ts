import type { CutSignal } from "../base/index.ts";
import type { McpServers } from "../gateway/index.ts";
import type { Traffic } from "../model/index.ts";
import type { Exchange, FailedTest, Variant, World } from "../shape/index.ts";
import type { Mocks } from "./mocks.ts";
import type { Invariants } from "./watched-world.ts";

/** Everything one conversation needs besides agent and case; nothing in it is shared with another one. */
export interface Setting {
  /** Left out if Viva cannot see what the agent acts on. */
  world?: World | undefined;
  /** What has to hold in the world after every exchange. */
  invariants?: Invariants | undefined;
  variant: Variant;
  /** Answers in place of tools. */
  mocks?: Mocks | undefined;
  /** Models are answered from a tape, so nothing is slowed down. */
  replayed?: boolean | undefined;
  repeat: number;
  /** Which attempt this is, from 1: after a simulated user spoiled a conversation, it is played again with other chance. */
  attempt?: number | undefined;
  traffic: Traffic;
  seed: number;
  limits?: Partial<ConversationLimits> | undefined;
  /** Tools whose call ends the conversation, such as a transfer to a person. */
  ends?: readonly string[] | undefined;
  /** The suite's own test of whether a call failed. */
  failed?: FailedTest | undefined;
  /** Whether requests that were on their way to a host are model calls, which the gateway passes on. */
  leads?: ((host: string, port: number | undefined) => boolean) | undefined;
  /** MCP servers that the agent reaches through the gateway. */
  mcp?: McpServers | undefined;
  /** Called if the agent records or asks for something after the end; the transcript no longer takes it. */
  onLate?: ((complaint: string) => void) | undefined;
  /** Called for each exchange when it begins, still empty, and when it is over. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Shared by the conversations of a run. */
  network?: { used: boolean } | undefined;
  /** With "real", `Date` gives the agent the real time instead of the trial's. */
  clock?: "real" | undefined;
  /** Where `viva proxy` listens, if the agent's models are asked there. */
  proxy?: string | undefined;
  /** Aborted with an outage as its reason: the current exchange ends with it at once. */
  cut?: CutSignal | undefined;
  /** The lines of the project's own code that an error came through, for the transcript. */
  stackOf?: ((error: unknown) => string | undefined) | undefined;
  signal: AbortSignal;
}

/** Limits at which Viva ends a conversation; reaching one is the agent's failure. */
export interface ConversationLimits {
  /** Milliseconds for one exchange. */
  exchangeMs: number;
  /** Milliseconds for the whole conversation, and then for each metric, without the time in which it waits for its judge. */
  conversationMs: number;
  /** Model calls in one exchange. */
  modelCalls: number;
  /** Tool calls in one exchange. */
  toolCalls: number;
}

export const defaultLimits: ConversationLimits = {
  exchangeMs: 120_000,
  conversationMs: 600_000,
  modelCalls: 50,
  toolCalls: 100,
};
