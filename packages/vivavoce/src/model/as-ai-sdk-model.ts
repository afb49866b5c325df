import { InfrastructureError, isJsonObject, type JsonSchema } from "../base/index.ts";
import { listIn, numberIn, objectIn, textIn, toolArguments } from "./read-json.ts";
import type { AiSdkModel, ChatMessage, Model, ModelAnswer, ModelRequest, ModelTool } from "./types.ts";

/** A model of Viva as the AI SDK takes one. */
export interface ServedAiSdkModel extends AiSdkModel {
  readonly specificationVersion: "v4";
  /** Empty, because Viva sends texts only. */
  readonly supportedUrls: Record<string, RegExp[]>;
  /** Asks Viva's model. */
  doGenerate(call: never): Promise<ReturnType<typeof resultOf>>;
  /** Asks Viva's model, and gives the answer as a stream. */
  doStream(call: never): Promise<{ stream: ReadableStream }>;
}

/**
 * A model of Viva as an AI SDK model (specification 4): what an agent built on the SDK asks it is recorded, limited and
 * replayed like any other call. The answer comes whole, also as a stream.
 *
 * @example const { text } = await generateText({ model: asAiSdkModel(context.model()), prompt: message });
 */
export function asAiSdkModel(model: Model): ServedAiSdkModel {
  const ask = async (call: unknown) => {
    const { abortSignal: signal } = call as { abortSignal?: AbortSignal };
    return resultOf(await model.call(requestFromAiSdk(call), { signal }));
  };
  return {
    specificationVersion: "v4",
    provider: "viva",
    modelId: model.id,
    supportedUrls: {},
    doGenerate: ask,
    doStream: async (call) => {
      const parts = partsOf(await ask(call));
      return { stream: ReadableStream.from(parts) };
    },
  };
}

/** The reverse of `aiSdkAnswer`. */
function resultOf({ text, toolCalls, finish, usage, servedModel }: ModelAnswer) {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: typeof given === "string" ? given : JSON.stringify(given),
  }));
  return {
    content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls],
    finishReason: { unified: finish, raw: undefined },
    usage: {
      inputTokens: {
        total: usage?.inputTokens,
        noCache: undefined,
        cacheRead: usage?.cachedTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: usage?.outputTokens, text: undefined, reasoning: usage?.reasoningTokens },
    },
    response: servedModel === undefined ? {} : { modelId: servedModel },
    // Viva keeps the warnings with its own record; the SDK would print them.
    warnings: [],
  };
}

function partsOf({ content, finishReason, usage, response, warnings }: ReturnType<typeof resultOf>): object[] {
  const said = content.flatMap((part): object[] => {
    if (part.type !== "text") return [part];
    const block = { id: "1" };
    return [
      { type: "text-start", ...block },
      { type: "text-delta", ...block, delta: part.text },
      { type: "text-end", ...block },
    ];
  });
  return [
    { type: "stream-start", warnings },
    { type: "response-metadata", ...response },
    ...said,
    { type: "finish", finishReason, usage },
  ];
}

/**
 * A call of the AI SDK (specification 4) as a request: the reverse of `aiSdkCall`. What a request cannot hold is refused by
 * name, because dropping a setting would change the agent.
 */
function requestFromAiSdk(call: unknown): ModelRequest {
  const unfit = new Set<string>();
  const messages = (listIn(call, "prompt") ?? []).flatMap((message) => messagesOf(message, unfit));
  const tools = (listIn(call, "tools") ?? []).flatMap((tool) => toolOf(tool, unfit));
  const toolChoice = toolChoiceOf(objectIn(call, "toolChoice"), unfit);
  const output = outputOf(objectIn(call, "responseFormat"), unfit);
  for (const name of refused) if (isGiven(call, name)) unfit.add(name);
  if (![undefined, "provider-default"].includes(textIn(call, "reasoning"))) unfit.add("reasoning");
  if (unfit.size > 0) throw unfitError([...unfit]);
  const stop = listIn(call, "stopSequences")?.filter((text) => typeof text === "string");
  const settings = {
    temperature: numberIn(call, "temperature"),
    maxTokens: numberIn(call, "maxOutputTokens"),
    seed: numberIn(call, "seed"),
    topP: numberIn(call, "topP"),
    stop: stop?.length ? stop : undefined,
    tools: tools.length > 0 ? tools : undefined,
    // "auto" is the default.
    toolChoice: tools.length > 0 && toolChoice !== "auto" ? toolChoice : undefined,
    output,
  };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return { messages, ...given };
}

/** Headers and raw chunks say how a request is sent, not what is asked. */
const refused = ["topK", "presencePenalty", "frequencyPenalty", "providerOptions"];

function unfitError(fields: readonly string[]): InfrastructureError {
  return new InfrastructureError({
    message: `a request of the AI SDK has what a model of Viva cannot be asked: ${fields.join(", ")}`,
    remedy:
      "Leave it out, set it on the model in the suite's `models`, or use a provider's model with base URL and key of `context.gateway()`.",
  });
}

function isGiven(value: unknown, field: string): boolean {
  const found = isJsonObject(value) ? value[field] : undefined;
  return found !== undefined && found !== null && !(isJsonObject(found) && Object.keys(found).length === 0);
}

function messagesOf(message: unknown, unfit: Set<string>): ChatMessage[] {
  const role = textIn(message, "role");
  const parts = listIn(message, "content") ?? [];
  if (isGiven(message, "providerOptions")) unfit.add(`providerOptions of a message of the ${role}`);
  const only = (...types: string[]) => {
    for (const part of parts) {
      const type = textIn(part, "type") ?? "unknown";
      if (!types.includes(type)) unfit.add(`${type} in a message of the ${role}`);
      if (isGiven(part, "providerOptions")) unfit.add(`providerOptions in a message of the ${role}`);
    }
  };
  switch (role) {
    case "system":
      return [{ role, content: textIn(message, "content") ?? "" }];
    case "user":
      only("text");
      return [{ role, content: textOf(parts) }];
    case "assistant": {
      only("text", "tool-call");
      const calls = parts.filter((part) => textIn(part, "type") === "tool-call");
      const toolCalls = calls.map((part) => ({
        id: textIn(part, "toolCallId") ?? "",
        name: textIn(part, "toolName") ?? "",
        arguments: toolArguments((part as { input?: unknown }).input),
      }));
      return [{ role, content: textOf(parts), ...(toolCalls.length > 0 ? { toolCalls } : {}) }];
    }
    case "tool":
      only("tool-result");
      return parts.map((part) => ({
        role,
        toolCallId: textIn(part, "toolCallId") ?? "",
        content: resultText(objectIn(part, "output"), unfit),
      }));
    default:
      unfit.add(`a message of role ${role}`);
      return [];
  }
}

function textOf(parts: readonly unknown[]): string {
  return parts.map((part) => (textIn(part, "type") === "text" ? (textIn(part, "text") ?? "") : "")).join("");
}

/** A tool's result as the providers of the SDK send it. */
function resultText(output: unknown, unfit: Set<string>): string {
  const { value } = isJsonObject(output) ? output : {};
  switch (textIn(output, "type")) {
    case "text":
    case "error-text":
      return String(value);
    case "json":
    case "error-json":
      return JSON.stringify(value);
    case "execution-denied":
      return textIn(output, "reason") ?? "Tool execution denied.";
    case "content":
      return (Array.isArray(value) ? value : [])
        .map((part) => {
          if (textIn(part, "type") !== "text") unfit.add(`${textIn(part, "type")} in a tool's result`);
          return textIn(part, "text") ?? "";
        })
        .join("\n");
    default:
      unfit.add("a tool's result of a kind that is not known");
      return "";
  }
}

function toolOf(tool: unknown, unfit: Set<string>): ModelTool[] {
  const name = textIn(tool, "name") ?? "";
  if (textIn(tool, "type") !== "function") {
    unfit.add(`the provider's own tool ${name}`);
    return [];
  }
  for (const field of ["strict", "inputExamples", "providerOptions"]) {
    if (isGiven(tool, field)) unfit.add(`${field} of the tool ${name}`);
  }
  const description = textIn(tool, "description");
  const parameters = (objectIn(tool, "inputSchema") ?? {}) as JsonSchema;
  return [{ name, ...(description === undefined ? {} : { description }), parameters }];
}

function toolChoiceOf(choice: unknown, unfit: Set<string>): ModelRequest["toolChoice"] {
  const type = textIn(choice, "type");
  if (type === "auto" || type === "none" || type === "required" || type === undefined) return type;
  unfit.add("toolChoice of one tool");
  return undefined;
}

function outputOf(format: unknown, unfit: Set<string>): ModelRequest["output"] {
  if (textIn(format, "type") !== "json") return undefined;
  const schema = objectIn(format, "schema");
  if (!schema) unfit.add("JSON without a schema");
  if (isGiven(format, "description")) unfit.add("a description of the output");
  return schema && { name: textIn(format, "name") ?? "response", schema: schema as JsonSchema };
}
