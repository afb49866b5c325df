import type { AgentContext } from "../agent/index.ts";
import { InfrastructureError, jsonCopy, VivaError } from "../base/index.ts";
import { callFault, type ToolCall, type Transcript } from "../shape/index.ts";
import type { ExchangeScopes } from "./exchange-scopes.ts";
import { type MockedTool, nothingAnswers, openMocks } from "./mocks.ts";
import { hasEnded, leftToOthers, startedByViva } from "./recorded-call.ts";
import type { Scene } from "./scene.ts";
import { ToolFaults } from "./tool-faults.ts";

/**
 * Runs the tools of one conversation: the mock in place of the tool, if there is one, with the fault for this call, and
 * records the result.
 */
export class ToolHand {
  readonly #scene: Scene;
  readonly #scopes: ExchangeScopes;
  readonly #mockOf: (tool: string) => MockedTool | undefined;
  readonly #faults: ToolFaults;
  readonly #names = new Set<string>();
  /** The outage of a tool without a mock or function. Kept even if the agent caught the error. */
  failure: unknown;

  constructor(scene: Scene, scopes: ExchangeScopes) {
    const { testCase, world, setting } = scene;
    const { variant, mocks = {}, replayed = false } = setting;
    this.#scene = scene;
    this.#scopes = scopes;
    this.#mockOf = openMocks(mocks, { world: world.world, testCase });
    this.#faults = new ToolFaults(testCase, variant, { replayed });
  }

  readonly run: AgentContext["tool"] = async (loose, run) => {
    const { recorder } = this.#scopes;
    const call = recorder.start(loose);
    this.#names.add(call.name);
    const { id } = call;
    // Its error is already in the record.
    if (call.raw !== undefined) throw new Error(call.error?.message);
    try {
      const source = this.#sourceOf(call, run);
      // A copy, because the tool may change its arguments.
      const result = await this.#faults.lay(call, () => source(jsonCopy(call.arguments)), this.#scene.over.signal);
      recorder.record({ type: "result", id, result });
      return result;
    } catch (error) {
      if (VivaError.isInstance(error) && error.name === "InfrastructureError") this.failure ??= error;
      recorder.record({ type: "error", id, error: error as Error });
      throw error;
    }
  };

  #sourceOf(call: ToolCall, run: MockedTool | undefined): MockedTool {
    const { name, arguments: given } = call;
    const mock = this.#mockOf(name);
    if (mock) {
      return (...given) => {
        // Only now, because under some faults the tool is not run at all.
        call.mocked = true;
        return mock(...given);
      };
    }
    if (run) return run;
    // A tool name that the model made up is the agent's own mistake, from which it may recover.
    const { tools } = this.#scene.agent;
    if (tools && !tools.some((tool) => tool.name === name)) throw new Error(`there is no tool called ${name}`);
    throw nothingAnswers(name, given);
  }

  /** Whether Viva runs the agent's tools, or those of its MCP servers, but was never asked to run this call. */
  isLeftOut(call: ToolCall): boolean {
    const { learned } = this.#scene;
    const runsTools = [...this.#names].some((name) => !learned.has(name));
    return !startedByViva.has(call) && !leftToOthers.has(call) && (runsTools || learned.has(call.name));
  }

  /** A call that should have had a fault or a mock, but did not go through Viva: it was not played as the case says. */
  missed({ exchanges, outcome }: Pick<Transcript, "exchanges" | "outcome">): InfrastructureError | undefined {
    // Some agents record no results. If the agent's other calls go through Viva, it may not have run this one.
    const recordsNone = this.#names.size === 0 && outcome.kind === "completed";
    for (const { items, number } of exchanges) {
      for (const item of items) {
        if (item.type !== "call" || startedByViva.has(item.call)) continue;
        const { call } = item;
        const isFaultMissed = this.#faults.aims(call) && (isAnswered(call) || (recordsNone && isUnanswered(call)));
        if (isFaultMissed) return ranByItself(call, number, `a fault is to be laid over ${call.name}`);
        if (isAnswered(call) && this.#mockOf(call.name)) return ranByItself(call, number, `${call.name} has a mock`);
      }
    }
    return undefined;
  }
}

function ranByItself({ name }: ToolCall, exchange: number, meant: string): InfrastructureError {
  return new InfrastructureError({
    message: `${meant}, but the agent ran ${name} in exchange ${exchange} by itself, where Viva cannot reach it`,
    remedy: "Run it with context.tool(call, run), wrapTools(), a backend or over MCP.",
  });
}

/** It was run: a result for a call that the user rejected may only repeat the user's no. */
function isAnswered({ approval, result }: ToolCall): boolean {
  return result !== undefined && approval?.decision !== "rejected";
}

/** Proposed, valid, not rejected, and without a known result. */
function isUnanswered(call: ToolCall): boolean {
  return call.approval?.decision !== "rejected" && !hasEnded(call) && !callFault(call);
}
