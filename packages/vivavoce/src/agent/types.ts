import { type Clock, type Ids, type JsonObject, type JsonSchema, type Random, VivaError } from "../base/index.ts";
import type { GatewayAddress } from "../gateway/index.ts";
import type { Model } from "../model/index.ts";
import type { Ability, Approval, Case, LooseToolCall, ToolEffect, ToolError, Variant, World } from "../shape/index.ts";

/** An agent gives up, for example after too many model calls: the agent failed, not Viva or a model. */
export class AgentFailure extends VivaError {
  override readonly name = "AgentFailure";
  /** What went wrong, as the outcome of a transcript names it. */
  readonly reason: "threw" | "call-limit" | "time-limit" | "empty-reply" | "crashed" | "protocol";

  constructor(message: string, reason: AgentFailure["reason"] = "threw") {
    super({ message });
    this.reason = reason;
  }
}

/** A tool of an agent, as far as Viva needs it to check calls. */
export interface ToolSpec {
  /** Its name in the model's calls. */
  name: string;
  /** What it does, for readers. */
  description?: string | undefined;
  /** The schema of a call's arguments. */
  parameters: JsonSchema;
  /** What a call does to the world. */
  effect: ToolEffect;
}

/** What an agent reports while it works; the transcript is made from these. */
export type AgentEvent =
  /** `continues`: the text continues the one before it, like the pieces of a stream. */
  | { type: "text"; text: string; continues?: boolean | undefined }
  /** `elsewhere`: whoever asked the agent runs it, such as the user's page, so nobody here sees how it ends. */
  | ({ type: "call"; elsewhere?: boolean | undefined } & LooseToolCall)
  /** `arguments`: what the tool was really run with, if that differs from the proposal. */
  | { type: "result"; id: string; result: unknown; arguments?: unknown }
  | { type: "error"; id: string; error: string | ToolError }
  /** What the agent tells about itself, such as its state or its prompt: shown to readers, never judged. */
  | { type: "note"; name: string; value: unknown }
  /** The agent chose to say nothing in this exchange. */
  | { type: "quiet" }
  /** The agent ends the conversation. */
  | { type: "hangup"; reason?: string | undefined };

/** What an agent may use in one trial; nothing in it is shared with another trial. */
export interface AgentContext<W extends World = World> {
  /** The case that is played, as a copy: changing it does not affect others. */
  case: Case;
  /** The world that the suite made for this trial. */
  world: W;
  /** The choice under examination, `{ prompt: "v2" }`. */
  variant: Variant;
  /** A model by its name in the suite's `models` ("agent" by default): recorded, limited, replayed. */
  model(name?: string): Model;
  /** Ask before a write. Records the call if `record` has not seen it yet. */
  approve(call: LooseToolCall & { id: string }): Promise<Approval>;
  /** Records what the agent says and does. Throws at once if an event is not valid. */
  record(event: AgentEvent): void;
  /**
   * Runs a tool through Viva: the call is recorded with its result, answered by a mock if there is one, and gets the case's
   * faults. Throws what the tool throws. Does not ask for approval: use `approve` for that.
   */
  tool(call: LooseToolCall, run?: (given: JsonObject) => unknown): Promise<unknown>;
  /** Whether a model call of the agent is running now, so that a silence is not the agent's own. */
  asking(): boolean;
  /** The HTTP address of this trial's models, for the agent's own client or program. */
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
  /** The user has said nothing for this long. */
  silence?(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** The user interrupts the last reply with this line, after hearing only `heard`. Answer it like `reply`. */
  interrupt?(message: string, heard: string, signal: AbortSignal): Promise<void>;
  /** Called once, however the conversation ended; what it throws changes nothing. */
  close?(): Promise<void>;
}

/** Anything that answers: a function, a model with tools, an HTTP endpoint, a command. */
export interface Agent<W extends World = World> {
  /** What it is called in reports. */
  name: string;
  /** Part of its identity, together with its code and its files. */
  version: string;
  /** Its tools. If left out, calls are recorded without being checked. */
  tools?: ToolSpec[];
  /** The agent's files besides the suite's own: part of its identity, and watched. `folder` is the suite's folder. */
  files?(folder: string): string[];
  /** The most conversations that it can hold at the same time; Viva chooses if left out. */
  concurrency?: number;
  /**
   * What its sessions can do besides `reply`. Cases that need more are refused before anything is played. If left out, Viva
   * finds out when a session has opened.
   */
  hears?: readonly Ability[];
  /** Begins a conversation. */
  open(context: AgentContext<W>): Session | Promise<Session>;
}
