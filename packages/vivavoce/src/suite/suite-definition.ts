import type { Agent, ReplyFunction } from "../agent/index.ts";
import type { CaseFiles } from "../case/index.ts";
import type { ConversationLimits, Invariants, Mocks } from "../conversation/index.ts";
import type { CaptureSettings, McpServers } from "../gateway/index.ts";
import type { Metric } from "../metric/index.ts";
import type { ModelChoice, RequestMatchers } from "../model/index.ts";
import type { Case, CaseInput, FailedTest, GatePolicy, World } from "../shape/index.ts";

/** The choices a suite offers, the default of each first. */
export type Variants = { readonly [name: string]: readonly string[] };
/** One choice of each, as the agent function is given it. */
type ChoiceOf<V extends Variants> = { readonly [Name in keyof V]: V[Name][number] };
/** An agent, a function of two parameters that replies, or a function that makes one of these for a variant. */
type SuiteAgent<V extends Variants, W extends World> =
  | Agent<W>
  | ((choice: ChoiceOf<V>) => Agent<W> | ReplyFunction<W>)
  | PlainReply<W>;

/** A reply function. With only one signature TypeScript could not tell what a function of one parameter is given. */
interface PlainReply<W extends World> {
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
  /** A fresh world for each trial; left out if Viva cannot see what the agent acts on. */
  world?: (testCase: Case) => W;
  /**
   * What has to hold in the world after every exchange, by name: { "no slot is booked twice": (world) => … }. A function
   * returns false, or a text that says why, if it does not hold; the first broken one fails the trial.
   */
  invariants?: Invariants<W>;
  /** Answers in place of tools, by name: a function, one answer, or a list with one answer per call. */
  mocks?: Mocks<W>;
  /** Choices from which the agent is made, such as { prompt: ["v1", "v2"] }. */
  variants?: V;
  /** An agent, a function of two parameters that replies, or a function that makes one of these for a variant. */
  agent: SuiteAgent<V, A>;
  /** Files other than code that belong to the agent, such as prompts; globs relative to the suite's file. */
  files?: readonly string[];
  /** The metrics that score each conversation. */
  metrics: readonly Metric[];
  /** Models by name: "agent" is the one that `context.model()` gives. */
  models?: Readonly<Record<string, ModelChoice>>;
  /** The threshold of metrics that do not set one, from 0 to 1. */
  threshold?: number;
  /** When the run as a whole fails. */
  gate?: GatePolicy;
  /** Limits at which Viva ends a conversation that does not end by itself; the agent has then failed. */
  limits?: Partial<ConversationLimits>;
  /** Tools whose call ends the conversation, as if the agent hung up: ["transfer_to_human"]. */
  ends?: readonly string[];
  /**
   * Whether a call failed, by its result, for tools that say so in their own way. `undefined` leaves it to Viva, which
   * knows errors, `ok: false`, `success: false`, a non-empty `error`, and texts that begin with "Error".
   */
  failed?: FailedTest;
  /** How simulated users are checked: how often a spoiled conversation is played again, and whether a judge checks too. */
  simulator?: { retries?: number; judge?: boolean };
  /** Hosts that the suite's code may reach in a replay, such as a database of its world: "localhost:5432". */
  network?: { allow?: readonly string[] };
  /**
   * The time that `Date` and `context.clock` give the agent: real time, which a replay repeats. `now` sets where it starts,
   * as an ISO date-time with a zone; a case may say otherwise. With "real", a replay does not repeat it.
   */
  clock?: "real" | { now: string };
  /** What to ignore when a replay compares requests, for things that differ each time and mean nothing. */
  replay?: RequestMatchers;
  /**
   * The agent's own model clients. `upstream`: the address that their requests are sent to instead of their own; `proxy`:
   * where `viva proxy` listens, for an agent that was started elsewhere.
   */
  gateway?: { upstream?: string; proxy?: string };
  /**
   * MCP servers by name, which the agent reaches at its gateway under `/mcp/NAME`: a command, an address, or mocks. Viva
   * records and replays their calls.
   */
  mcp?: McpServers;
  /**
   * Model calls that the suite's code makes with its own client go through Viva, by their host. `hosts` adds to the usual
   * hosts; requests to hosts in `allow` do not go through Viva. `false` turns it off.
   */
  capture?: CaptureSettings | false;
  /**
   * Plays each trial in its own process. Use it for an agent that shares a queue or a worker between conversations, where
   * Viva cannot tell which trial a model call belongs to.
   */
  isolation?: "process";
  /**
   * `false`: its trials are never played a second time, because they change something outside of their worlds. Then their
   * results are not called exact.
   */
  again?: boolean;
  /** Where recordings are kept, relative to the suite's file. */
  cassettes?: string;
  /**
   * What becomes of a case that has no tape in a replay, for all variants or for each: by default it is "missing", and the
   * run ends with exit code 3. With "leave-out" it is not played, and every report says how many were left out.
   */
  untaped?: "missing" | "leave-out" | ((choice: ChoiceOf<V>) => "missing" | "leave-out");
}
