import type { Variant } from "../agent/index.ts";
import type { McpServers } from "../gateway/index.ts";
import type { Traffic } from "../model/index.ts";
import type { Exchange } from "../transcript/index.ts";
import type { World } from "../world/index.ts";
import type { ConversationLimits } from "./limits.ts";
import type { Mocks } from "./mocks.ts";

/** Everything one conversation needs besides agent and case; nothing in it is shared with another one. */
export interface Setting {
  /** Left out where Viva cannot see what the agent acts on. */
  world?: World | undefined;
  variant: Variant;
  /** What answers in place of tools. */
  mocks?: Mocks | undefined;
  /** Models are answered from a tape: nothing is slowed. */
  replayed?: boolean | undefined;
  repeat: number;
  /** Which time the conversation is played, from 1: a simulated user who spoiled it gets another throw of the dice. */
  attempt?: number | undefined;
  traffic: Traffic;
  seed: number;
  limits?: Partial<ConversationLimits> | undefined;
  /** Tools whose call ends the conversation, such as a transfer to a person. */
  ends?: readonly string[] | undefined;
  /** MCP servers that the agent reaches through the gateway. */
  mcp?: McpServers | undefined;
  /** Told of what the agent records, or asks for, when the conversation is over: its transcript no longer holds it. */
  onLate?: ((complaint: string) => void) | undefined;
  /** Told of each exchange when it begins, with nothing in it yet, and when it is over. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Shared by the conversations of a run. */
  network?: { used: boolean } | undefined;
  /** "real": `Date` tells the agent the time on the wall, and not the trial's. */
  clock?: "real" | undefined;
  /** Where `viva proxy` listens, if the agent's models are asked there. */
  proxy?: string | undefined;
  /** Raised with an outage as its reason: the exchange that is under way ends with it at once. */
  cut?: AbortSignal | undefined;
  signal: AbortSignal;
}
