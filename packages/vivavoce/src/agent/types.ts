import type { Clock, Ids, JsonObject, JsonSchema, Random } from "../base/index.ts";
import type { Ability, Case } from "../case/index.ts";
import type { GatewayAddress } from "../gateway/index.ts";
import type { Model } from "../model/index.ts";
import type { Approval, LooseToolCall, ToolEffect, ToolError } from "../transcript/index.ts";
import type { World } from "../world/index.ts";

/** A named choice for each of a suite's variants, such as `{ prompt: "v2" }`. */
export type Variant = Readonly<Record<string, string>>;

/** A tool that an agent has, as far as its calls can be checked by it. */
export interface ToolSpec {
  /** As the model calls it. */
  name: string;
  /** What it does, for readers. */
  description?: string | undefined;
  /** What a call's arguments have to fit. */
  parameters: JsonSchema;
  /** What a call does to the world. */
  effect: ToolEffect;
}

/** What an agent reports while it works; the transcript is made from these. */
export type AgentEvent =
  /** `continues`: it goes on with the text before it, as the pieces of a stream do. */
  | { type: "text"; text: string; continues?: boolean | undefined }
  | ({ type: "call" } & LooseToolCall)
  /** `arguments`: what the tool was really run with, where that is not what was proposed. */
  | { type: "result"; id: string; result: unknown; arguments?: unknown }
  | { type: "error"; id: string; error: string | ToolError }
  /** What the agent tells about itself, such as its state or its prompt: shown to readers, never judged. */
  | { type: "note"; name: string; value: unknown }
  /** The agent chose to say nothing in this exchange. */
  | { type: "quiet" }
  /** The agent ends the conversation. */
  | { type: "hangup"; reason?: string | undefined };

/** All that an agent may use in one trial; nothing in it is shared with another trial. */
export interface AgentContext<W extends World = World> {
  /** The case that is played. A copy: changing it changes nothing for others. */
  case: Case;
  /** The world that the suite made for this trial. */
  world: W;
  /** The choice under examination, `{ prompt: "v2" }`. */
  variant: Variant;
  /** A model by its name in the suite's `models` ("agent" by default): recorded, limited, replayed. */
  model(name?: string): Model;
  /** Ask before a write. Records the call if `record` has not seen it yet. */
  approve(call: LooseToolCall & { id: string }): Promise<Approval>;
  /** Tells what the agent says and does; an event that makes no sense is thrown back at once. */
  record(event: AgentEvent): void;
  /**
   * Runs a tool under Viva's hand: recorded with its result, answered by a mock where there is one, and with the case's
   * faults laid over it. Throws what the tool throws. Does not ask for leave: that is `approve`.
   */
  tool(call: LooseToolCall, run?: (given: JsonObject) => unknown): Promise<unknown>;
  /** Whether a model is being asked for the agent right now, by whichever way: its silence is not its own then. */
  asking(): boolean;
  /** Where this trial's own models are asked over HTTP, for a client or a program that is told so. */
  gateway(): Promise<GatewayAddress>;
  /** The trial's time, which a replay repeats. */
  clock: Clock;
  /** Ids that are the same on every replay. */
  ids: Ids;
  /** Numbers from the run's seed, the same on every replay. */
  random: Random;
  /** Aborted when the conversation is over. */
  signal: AbortSignal;
}

/** One conversation with an agent. Each `signal` is aborted when its exchange is over. */
export interface Session {
  /** Work on one user message until it is the user's turn again. */
  reply(message: string, signal: AbortSignal): Promise<void>;
  /** Speak first, where the case says so. */
  greet?(signal: AbortSignal): Promise<void>;
  /** The user has said nothing for so long. */
  silence?(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** The user cuts in on the last reply, of which only `heard` reached them; what follows is `reply` to this line. */
  interrupt?(message: string, heard: string, signal: AbortSignal): Promise<void>;
  /** Called once, however the conversation ended; what it throws changes nothing. */
  close?(): Promise<void>;
}

/** Whatever answers: a function, a model with tools, an HTTP endpoint, a command. */
export interface Agent<W extends World = World> {
  /** What it is called in reports. */
  name: string;
  /** Part of its identity, beside its code and its files. */
  version: string;
  /** The tools that it has; where they are left out, calls are recorded without being checked against them. */
  tools?: ToolSpec[];
  /** Files that the agent is made of besides the suite's own: part of its identity, and watched. `folder`: the suite's. */
  files?(folder: string): string[];
  /** The most conversations that it can hold at once, where that is not for Viva to choose. */
  concurrency?: number;
  /**
   * What its sessions can do besides `reply`: cases that need more are refused before anything is played. Left out: it
   * shows when a session has opened.
   */
  hears?: readonly Ability[];
  /** Begins a conversation. */
  open(context: AgentContext<W>): Session | Promise<Session>;
}
