import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { InfrastructureError } from "../../base/index.ts";
import { asAiSdkModel, type ServedAiSdkModel } from "../../model/index.ts";
import type { ToolEffect, World } from "../../shape/index.ts";
import type { FunctionAgentOptions } from "../function-agent.ts";
import type { Agent, AgentContext, Session } from "../types.ts";
import { readResult } from "./read-result.ts";
import { type AiSdkTools, ToolsUnderHand, toolSpecs } from "./tools.ts";

/** A message as the AI SDK writes it; Viva passes them on as they are. */
// biome-ignore lint/suspicious/noExplicitAny: so that it fits the SDK's own type, which need not be installed
type AiSdkMessage = any;

/** An agent that Viva runs with `streamText()`; other options are passed on to it. */
export interface AiSdkAgentOptions {
  /** What the agent is called in reports; "ai-sdk" if left out. */
  name?: string;
  /** Part of the agent's identity; "1" if left out. */
  version?: string;
  /** The model's name in the suite's `models`; "agent" if left out. */
  model?: string;
  /** The system prompt. */
  system?: string;
  /** Tools as the SDK has them, by name. */
  tools?: AiSdkTools;
  /** What tools do to the world: "read", "write" or "destructive". A tool that is not named counts as "write". */
  effects?: Readonly<Record<string, ToolEffect>>;
  /** How many steps one reply may take; 20 if left out. */
  maxSteps?: number;
  /** What it says if a case has the agent speak first. */
  greeting?: string;
  [setting: string]: unknown;
}

/** What an agent gets if it calls the SDK itself. */
interface AiSdkTurn<W extends World = World> {
  /** Viva's model for the SDK: recorded, limited, replayed. Others of the suite by `asAiSdkModel(context.model(name))`. */
  model: ServedAiSdkModel;
  /** Makes tools run through Viva: recorded, mocked, and with the case's faults. */
  tools<T extends AiSdkTools>(tools: T): T;
  /** The trial's context: its case, its world, `record`. */
  context: AgentContext<W>;
  /** Aborted when the exchange is over. */
  signal: AbortSignal;
}

/** Gets the messages so far, the user's last; returns the result of `streamText()` or `generateText()`, or a text. */
export type AiSdkFunction<W extends World = World> = (messages: AiSdkMessage[], turn: AiSdkTurn<W>) => unknown;

/**
 * An agent of the AI SDK 7, from options or from your own function that calls the SDK. If a tool needs approval, the case
 * decides.
 *
 * @example aiSdkAgent({ system: "You are a receptionist.", tools: { find_slot }, effects: { find_slot: "read" } });
 * @example aiSdkAgent((messages, { model, signal }) => streamText({ model, messages, abortSignal: signal }));
 */
export function aiSdkAgent<W extends World = World>(
  given: AiSdkAgentOptions | AiSdkFunction<W>,
  facts: FunctionAgentOptions = {},
): Agent<W> {
  const [ask, own]: [AiSdkFunction<W>, AiSdkAgentOptions | undefined] =
    typeof given === "function" ? [given, undefined] : [byStreamText<W>(given), given];
  const { name = own?.name ?? "ai-sdk", version = own?.version ?? "1" } = facts;
  const tools = facts.tools ?? (own && toolSpecs(own.tools ?? {}, own.effects));
  return { name, version, ...(tools ? { tools } : {}), open: (context) => openSession(ask, context, own) };
}

function byStreamText<W extends World>(options: AiSdkAgentOptions): AiSdkFunction<W> {
  const { name: _, version: _version, model: _model, effects: _effects, greeting: _greeting, ...rest } = options;
  const { system, tools: ownTools = {}, maxSteps = 20, ...settings } = rest;
  return async (messages, { model, tools, signal }) => {
    const { streamText, isStepCount } = await loadAiSdk();
    return streamText({
      stopWhen: isStepCount(maxSteps),
      ...(system === undefined ? {} : { instructions: system }),
      // Viva itself retries, and reports errors.
      maxRetries: 0,
      onError: () => {},
      ...settings,
      tools: tools(ownTools),
      model,
      messages,
      abortSignal: signal,
    });
  };
}

function openSession<W extends World>(
  ask: AiSdkFunction<W>,
  context: AgentContext<W>,
  { model: modelName, greeting }: Pick<AiSdkAgentOptions, "model" | "greeting"> = {},
): Session {
  const hand = new ToolsUnderHand(context);
  const model = asAiSdkModel(hand.watch(context.model(modelName)));
  const messages: AiSdkMessage[] = context.case.history.map(({ role, content }) => ({ role, content }));
  const run = async (signal: AbortSignal) => {
    const turn: AiSdkTurn<W> = { model, context, signal, tools: (tools) => hand.wrap(tools) };
    const result = await ask([...messages], turn);
    return readResult(result, { record: context.record, tools: hand, signal });
  };
  return {
    async reply(message, signal) {
      messages.push({ role: "user", content: message });
      for (;;) {
        const { messages: written, wishes } = await run(signal);
        messages.push(...written);
        if (wishes.length === 0) return;
        const answers = [];
        for (const { approvalId, call } of wishes) {
          const { decision, reason } = await context.approve(call);
          const why = reason === undefined ? {} : { reason };
          answers.push({ type: "tool-approval-response", approvalId, approved: decision === "approved", ...why });
        }
        messages.push({ role: "tool", content: answers });
      }
    },
    ...(greeting === undefined
      ? {}
      : {
          greet: async () => {
            context.record({ type: "text", text: greeting });
            messages.push({ role: "assistant", content: greeting });
          },
        }),
  };
}

const remedy = "Install it: npm install ai@7";

/** The user's AI SDK: in the project in which the command was called, or beside Viva. */
async function loadAiSdk(): Promise<{
  streamText(options: object): unknown;
  isStepCount(count: number): unknown;
}> {
  const file = [join(process.cwd(), "package.json"), import.meta.filename].map(found).find(Boolean);
  if (file === undefined) {
    const message = "aiSdkAgent() needs the package `ai`, which is installed neither in this project nor beside Viva";
    throw new InfrastructureError({ message, remedy });
  }
  const sdk = await import(pathToFileURL(file).href);
  // The oldest version that has it is the oldest that takes Viva's model.
  if (typeof sdk.isStepCount === "function") return sdk;
  throw new InfrastructureError({ message: `aiSdkAgent() needs the AI SDK 7, but ${file} is older`, remedy });
}

function found(from: string): string | undefined {
  try {
    return createRequire(from).resolve("ai");
  } catch {
    return undefined;
  }
}
