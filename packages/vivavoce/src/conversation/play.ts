import { type Agent, toolSchemaFaults, type Variant } from "../agent/index.ts";
import { InfrastructureError, InputError, redactor } from "../base/index.ts";
import { type Case, type CaseInput, caseSchema } from "../case/index.ts";
import type { McpServers } from "../gateway/index.ts";
import { decodedWire, liveTraffic, type Model } from "../model/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { World } from "../world/index.ts";
import type { ConversationLimits } from "./limits.ts";
import type { Mocks } from "./mocks.ts";
import { checkedWorld, openWorld } from "./open-world.ts";
import { playCase } from "./play-case.ts";

export interface PlayOptions {
  world?: World | ((testCase: Case) => World);
  /** Models by name: "agent" is the one that `context.model()` gives, "user" plays a simulated user. */
  models?: Readonly<Record<string, Model>>;
  variant?: Variant;
  /** What answers in place of tools, by name. */
  mocks?: Mocks;
  repeat?: number;
  seed?: number;
  limits?: Partial<ConversationLimits>;
  /** Tools whose call ends the conversation, such as a transfer to a person. */
  ends?: readonly string[];
  /** MCP servers that the agent reaches through `context.gateway()`, by name. */
  mcp?: McpServers;
  signal?: AbortSignal;
}

/**
 * Plays one case against an agent, outside of any suite, and returns the transcript.
 *
 * @example
 * const transcript = await play(flowCoach(), { id: "hello", script: [{ content: "Hello" }] }, {
 *   models: { agent: scriptedModel(["Good morning."]) },
 * });
 */
export async function play(agent: Agent, testCase: CaseInput, options: PlayOptions = {}): Promise<Transcript> {
  const checked = checkedCase(testCase);
  const { broken } = toolSchemaFaults(agent.tools);
  if (broken.length > 0)
    throw new InputError(broken.map((message) => ({ message: `the agent given to play(): ${message}` })));
  const { world, models = {}, variant = {}, mocks, repeat = 1, seed = 1, limits, ends, mcp, signal } = options;
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
    world: worldOf(world, checked),
    variant,
    mocks,
    repeat,
    traffic,
    seed,
    limits,
    ends,
    mcp,
    signal: signal ?? new AbortController().signal,
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
