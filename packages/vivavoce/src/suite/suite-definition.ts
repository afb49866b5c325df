import type { Agent, ReplyFunction } from "../agent/index.ts";
import type { Case, CaseFiles, CaseInput } from "../case/index.ts";
import type { ConversationLimits, Mocks } from "../conversation/index.ts";
import type { GatePolicy } from "../gate/index.ts";
import type { CaptureSettings, McpServers } from "../gateway/index.ts";
import type { Metric } from "../metric/index.ts";
import type { ModelChoice, RequestMatchers } from "../model/index.ts";
import type { World } from "../world/index.ts";

/** The choices a suite offers, the default of each first. */
export type Variants = Readonly<Record<string, readonly string[]>>;
/** One choice of each, as the agent function is given it. */
export type ChoiceOf<V extends Variants> = { readonly [Name in keyof V]: V[Name][number] };

/**
 * A reply function whose parameters say their types, or that has none. Two signatures, so that this type gives none to a
 * function that is written in place: with one, TypeScript could not tell what a function of one parameter is given.
 */
export interface PlainReply<W extends World> {
  <_>(...given: Parameters<ReplyFunction<W>>): ReturnType<ReplyFunction<W>>;
  <_, __>(...given: Parameters<ReplyFunction<W>>): ReturnType<ReplyFunction<W>>;
}

/** A suite has to make the world that its agent's type asks for. */
export type NeededWorld<W extends World> = World extends W ? unknown : { world: (testCase: Case) => NoInfer<W> };

/** `W`: the world that the suite makes. `A`: the world that its agent asks for. */
export interface SuiteDefinition<V extends Variants = Variants, W extends World = World, A extends World = W> {
  /** What the suite is called in reports and on the command line. */
  name: string;
  /** Files by `cases(glob, schema)`, or the cases themselves. */
  cases: CaseFiles | readonly CaseInput[];
  /** A fresh world for each trial; left out where Viva cannot see what the agent acts on. */
  world?: (testCase: Case) => W;
  /** What answers in place of tools, by name: a function, an answer, or a list of one answer a call. */
  mocks?: Mocks<W>;
  /** Choices that the agent is made by, such as { prompt: ["v1", "v2"] }. */
  variants?: V;
  /** An agent, a function of two parameters that replies, or a function of the variant that makes one of these. */
  agent: Agent<A> | ((choice: ChoiceOf<V>) => Agent<A> | ReplyFunction<A>) | PlainReply<A>;
  /** Files besides code that make the agent what it is, such as prompts; globs relative to the suite's file. */
  files?: readonly string[];
  /** What each conversation is scored by. */
  metrics: readonly Metric[];
  /** Models by name: "agent" is the one that `context.model()` gives. */
  models?: Readonly<Record<string, ModelChoice>>;
  /** For metrics that have no threshold of their own, from 0 to 1. */
  threshold?: number;
  /** When the run as a whole fails. */
  gate?: GatePolicy;
  /** Where a conversation that does not end by itself is ended: the agent has failed then. */
  limits?: Partial<ConversationLimits>;
  /** Tools whose call ends the conversation, as if the agent hung up: ["transfer_to_human"]. */
  ends?: readonly string[];
  /** How simulated users are kept honest: how often a spoiled conversation is played again, and whether a judge looks too. */
  simulator?: { retries?: number; judge?: boolean };
  /** Hosts that the suite's code may reach in a replay, such as a database of its world: "localhost:5432". */
  network?: { allow?: readonly string[] };
  /** "real": `Date` tells the agent the time on the wall. Left out: the trial's, which a replay repeats. */
  clock?: "real";
  /** How requests are compared on a replay, for what differs each time and means nothing. */
  replay?: RequestMatchers;
  /**
   * The agent's own model clients. `upstream`: where their requests are sent on to, in place of where they were going;
   * `proxy`: where `viva proxy` listens, for an agent that was started elsewhere.
   */
  gateway?: { upstream?: string; proxy?: string };
  /**
   * MCP servers by name, which the agent reaches at its gateway under `/mcp/NAME`: a command, an address, or mocks. What
   * they are asked is recorded and replayed.
   */
  mcp?: McpServers;
  /**
   * Model calls that the suite's code makes with a client of its own are led through Viva, by the host they go to. `hosts`
   * adds to the usual ones, `allow` lets hosts pass unseen. `false` turns it off.
   */
  capture?: CaptureSettings | false;
  /**
   * Plays each trial in a process of its own, for an agent that shares a queue or a worker between conversations: there
   * Viva cannot tell whose a model call is.
   */
  isolation?: "process";
  /** Where recordings are kept, relative to the suite's file. */
  cassettes?: string;
}
