import { type Agent, asAgent, type ReplyFunction, toolSchemaFaults } from "../agent/index.ts";
import { InfrastructureError, InputError, redactor, showValue } from "../base/index.ts";
import type { McpServers } from "../gateway/index.ts";
import { decodedWire, liveTraffic, type Model } from "../model/index.ts";
import {
  type Case,
  type CaseInput,
  caseSchema,
  type FailedTest,
  type Transcript,
  type Variant,
  type World,
} from "../shape/index.ts";
import type { Mocks } from "./mocks.ts";
import { checkedWorld, openWorld } from "./open-world.ts";
import { playCase } from "./play-case.ts";
import type { ConversationLimits } from "./setting.ts";
import type { Invariants } from "./watched-world.ts";

/** How one case is played outside of any suite. */
export interface PlayOptions<W extends World = World> {
  /** The world, or a function that makes it from the case; left out if Viva cannot see what the agent acts on. */
  world?: W | ((testCase: Case) => W);
  /** What has to hold in the world after every exchange, by name. */
  invariants?: Invariants<W>;
  /** Models by name: "agent" is the one that `context.model()` gives, "user" plays a simulated user. */
  models?: Readonly<Record<string, Model>>;
  /** The choice that the agent reads as `context.variant`. */
  variant?: Variant;
  /** Answers in place of tools, by name. */
  mocks?: Mocks<W>;
  /** Which repeat this is, from 1: ids and random numbers of the trial depend on it. */
  repeat?: number;
  /** The seed of `context.random`; 1 if left out. */
  seed?: number;
  /** Limits at which Viva ends a conversation that does not end by itself. */
  limits?: Partial<ConversationLimits>;
  /** Tools whose call ends the conversation, such as a transfer to a person. */
  ends?: readonly string[];
  /** Whether a call failed, by its result; `undefined` leaves it to Viva. */
  failed?: FailedTest;
  /** MCP servers that the agent reaches through `context.gateway()`, by name. */
  mcp?: McpServers;
  /** Ends the conversation when it is aborted. */
  signal?: AbortSignal;
}

/**
 * Plays one case against an agent, or a function that replies, outside of any suite, and returns the transcript.
 *
 * @example
 * const transcript = await play(flowCoach(), { id: "hello", script: [{ content: "Hello" }] }, {
 *   models: { agent: scriptedModel(["Good morning."]) },
 * });
 */
export async function play<W extends World = World>(
  agentOrReply: Agent<W> | ReplyFunction<W>,
  testCase: CaseInput,
  options: PlayOptions<W> = {},
): Promise<Transcript> {
  const checked = checkedCase(testCase);
  const agent = checkedAgent(agentOrReply);
  const { broken } = toolSchemaFaults(agent.tools);
  if (broken.length > 0)
    throw new InputError(broken.map((message) => ({ message: `the agent given to play(): ${message}` })));
  // Agent and mocks get this same world object.
  const given = options as unknown as PlayOptions;
  const { invariants, models = {}, variant = {}, mocks, repeat = 1, seed = 1, limits, ends, failed, mcp } = given;
  const modelFor = (role: string, label = "") => {
    const name = role === "user" ? role : label || "agent";
    const model = Object.hasOwn(models, name) ? models[name] : undefined;
    if (model) return model;
    const remedy = `Pass models: { ${name}: … }.`;
    throw new InfrastructureError({ message: `play() was given no model ${name}`, remedy });
  };
  const wireFor = () => ({ label: "", model: decodedWire(modelFor("agent")) });
  const traffic = liveTraffic({ modelFor, wireFor, redactor: redactor({}), onRecord: () => {} });
  return playCase(agent, checked, {
    world: worldOf(given.world, checked),
    invariants,
    variant,
    mocks,
    repeat,
    traffic,
    seed,
    limits,
    ends,
    failed,
    mcp,
    signal: given.signal ?? new AbortController().signal,
  });
}

function checkedAgent<W extends World>(given: Agent<W> | ReplyFunction<W>): Agent {
  const agent = asAgent(given, "agent");
  if (typeof agent?.open === "function") return agent as Agent;
  throw new InputError({
    message: `play() was given ${showValue(agent)}, which is not an agent`,
    remedy: "Give it { name, version, open() }, or a function (message, context) => reply.",
  });
}

function worldOf(world: PlayOptions["world"], testCase: Case): World | undefined {
  if (typeof world === "function") return openWorld(world, testCase, "the world function given to play()");
  return world === undefined ? undefined : checkedWorld(world, "play() was given");
}

function checkedCase(testCase: CaseInput): Case {
  const parsed = caseSchema.safeParse(testCase);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({
    message: `the case given to play(): ${path.join(".") || "case"}: ${message}`,
  }));
  throw new InputError(problems);
}
