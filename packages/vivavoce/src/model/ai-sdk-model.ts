import { InfrastructureError, InputError, messageOf, safeLine, systemClock } from "../base/index.ts";
import type { Usage } from "../shape/index.ts";
import { answerWarnings } from "./answer-warnings.ts";
import { badAnswer, type Respondent, statusFailure } from "./http-failure.ts";
import { ModelError } from "./model-error.ts";
import type { ClientOptions } from "./openai-client.ts";
import { answerId } from "./post.ts";
import { hostOf } from "./provider.ts";
import { listIn, numberIn, objectIn, textIn, toolArguments, toolCallId, usageFrom } from "./read-json.ts";
import { withDeadline } from "./timing.ts";
import type { AiSdkModel, CallOptions, ChatMessage, Model, ModelAnswer, ModelRequest } from "./types.ts";

const supportedVersions = ["v2", "v3", "v4"];

export function isAiSdkModel(value: unknown): value is AiSdkModel {
  return (
    textIn(value, "specificationVersion") !== undefined &&
    typeof (value as { doGenerate?: unknown }).doGenerate === "function"
  );
}

/**
 * Whose server an AI SDK model asks, by the base URL that its provider keeps. If there is none, the vendor that the
 * provider is named after.
 */
export function aiSdkHost(model: AiSdkModel): ReturnType<typeof hostOf> {
  const config = objectIn(model, "config");
  return hostOf(model.provider, textIn(config, "baseURL") ?? urlFrom(config?.url, model.modelId));
}

function urlFrom(url: unknown, modelId: string): string | undefined {
  try {
    const made: unknown = typeof url === "function" ? url({ path: "/", modelId }) : undefined;
    return typeof made === "string" ? made : undefined;
  } catch {
    return undefined;
  }
}

/** An AI SDK model as a Model. Warnings of its provider, such as about a dropped setting, are kept with the answer. */
export function aiSdkModel(model: AiSdkModel, options: Omit<ClientOptions, "post"> = {}): Model {
  const { timeoutMs, redact = (text) => text, clock = systemClock } = options;
  const id = `${model.provider}:${model.modelId}`;
  if (!supportedVersions.includes(model.specificationVersion)) {
    throw new InputError({
      message: `the AI SDK model ${id} is of specification ${model.specificationVersion}, which Viva does not know`,
      remedy: `use a provider package of specification ${supportedVersions.join(", ")}`,
    });
  }
  const respondent: Respondent = { id, redact };
  const generate = model.doGenerate as (call: AiSdkCall) => PromiseLike<unknown>;

  return {
    id,
    call: (request: ModelRequest, { signal, shared }: CallOptions = {}) =>
      withDeadline({ id, timeoutMs, signal }, async (ending) => {
        // Only Anthropic has to be told what to keep.
        const start = id.startsWith("anthropic") ? shared : shared && { ...shared, characters: 0 };
        let result: unknown;
        try {
          result = await generate.call(model, aiSdkCall(request, ending, start));
        } catch (error) {
          throw failureOf(respondent, error, clock.now());
        }
        const answer = aiSdkAnswer(result, request);
        if (!answer) throw badAnswer(respondent, "has no content");
        if (endedInError(result)) throw badAnswer(respondent, "ended in an error (finishReason: error)");
        return answer;
      }),
  };
}

/** The SDK's errors by their facts rather than their class, of which there may be two copies. */
function failureOf(respondent: Respondent, error: unknown, now: number): Error {
  const { id, redact } = respondent;
  const status = numberIn(error, "statusCode");
  const said = messageOf(error);
  if (status !== undefined) {
    const headers = (objectIn(error, "responseHeaders") ?? {}) as Record<string, string>;
    return statusFailure(respondent, { status, text: said, headers, now });
  }
  const name = error instanceof Error ? error.name : "";
  if (
    /^AI_(?:APICallError|JSONParseError|TypeValidationError|EmptyResponseBodyError|InvalidResponseDataError|NoContentGeneratedError)$/.test(
      name,
    )
  ) {
    if (name !== "AI_APICallError") return badAnswer(respondent, "could not be read", said);
    const message = `no connection to ${id}, or it broke: ${safeLine(redact(said), 200)}`;
    return new ModelError({ failure: "network", message });
  }
  return new InfrastructureError({ message: `${id} threw ${name || "an error"}: ${safeLine(redact(said), 300)}` });
}

/** A request as the AI SDK's models of specification 2, 3 and 4 take it; the parts used here are the same in all. */
function aiSdkCall(request: ModelRequest, abortSignal: AbortSignal, shared?: CallOptions["shared"]) {
  const { toolChoice, tools } = request;
  const output = request.output && (shared?.output ?? request.output);
  return {
    prompt: promptOf(request.messages, shared?.characters),
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens,
    seed: request.seed,
    topP: request.topP,
    stopSequences: request.stop,
    ...(tools?.length && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function" as const,
        name,
        description,
        inputSchema: parameters,
      })),
    }),
    ...(toolChoice && { toolChoice: { type: toolChoice } }),
    ...(output && { responseFormat: { type: "json" as const, name: output.name, schema: output.schema } }),
    abortSignal,
  };
}
type AiSdkCall = ReturnType<typeof aiSdkCall>;

type Part =
  | { type: "text"; text: string; providerOptions?: object }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: unknown }
  | {
      type: "tool-result";
      toolCallId: string;
      toolName: string;
      output: { type: "text" | "error-text"; value: string };
    };
type Turn = { role: "system"; content: string } | { role: "user" | "assistant" | "tool"; content: Part[] };

/** Tool results need their tool's name, and those that follow each other make one message. */
function promptOf(messages: readonly ChatMessage[], shared?: number): Turn[] {
  const names = new Map<string, string>();
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "assistant") for (const { id, name } of message.toolCalls ?? []) names.set(id, name);
    const turn = turnOf(message, names, message === messages.at(-1) ? shared : undefined);
    const last = turns.at(-1);
    if (turn.role === "tool" && last?.role === "tool") last.content.push(...turn.content);
    else turns.push(turn);
  }
  return turns;
}

function turnOf(message: ChatMessage, names: ReadonlyMap<string, string>, shared?: number): Turn {
  if (message.role === "system") return { role: "system", content: message.content };
  if (message.role === "user") {
    const providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
    const kept: Part[] = shared ? [{ type: "text", text: message.content.slice(0, shared), providerOptions }] : [];
    return { role: "user", content: [...kept, { type: "text", text: message.content.slice(shared ?? 0) }] };
  }
  if (message.role === "tool") {
    const { toolCallId, content, isError } = message;
    const toolName = names.get(toolCallId) ?? "unknown";
    const output = { type: isError ? ("error-text" as const) : ("text" as const), value: content };
    return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
  }
  const text: Part[] = message.content ? [{ type: "text", text: message.content }] : [];
  const calls = (message.toolCalls ?? []).map(
    ({ id, name, arguments: input }): Part => ({ type: "tool-call", toolCallId: id, toolName: name, input }),
  );
  return { role: "assistant", content: [...text, ...calls] };
}

/** The answer in what an AI SDK model gives back; undefined if that has no content. */
function aiSdkAnswer(result: unknown, request: ModelRequest): ModelAnswer | undefined {
  const content = listIn(result, "content");
  if (content === undefined) return undefined;
  const calls = content.filter((part) => textIn(part, "type") === "tool-call");
  const ranByProvider = calls.filter((part) => isTrue(part, "providerExecuted"));
  const toolCalls = calls
    .filter((part) => !isTrue(part, "providerExecuted"))
    .map((part, position) => ({
      id: textIn(part, "toolCallId") || toolCallId(request.messages, position),
      name: textIn(part, "toolName") ?? "",
      arguments: toolArguments((part as { input?: unknown }).input),
    }));
  const textOf = (type: string) =>
    content.map((part) => (textIn(part, "type") === type ? (textIn(part, "text") ?? "") : "")).join("");
  const answer = { text: textOf("text"), toolCalls, finish: finishOf(result) };
  const usage = usageOf(objectIn(result, "usage"));
  const response = objectIn(result, "response");
  const servedModel = textIn(response, "modelId");
  const warnings = [
    ...(listIn(result, "warnings") ?? []).map(warningOf),
    ...answerWarnings(answer, request, { reasoning: textOf("reasoning") }),
    ...ranByProvider.map((part) => `the provider ran ${textIn(part, "toolName")} by itself`),
    ...(request.topLogprobs === undefined ? [] : ["log-probabilities cannot be asked for through the AI SDK"]),
  ];
  return {
    ...answer,
    ...(usage && { usage }),
    ...(servedModel && { servedModel }),
    id: answerId(textIn(response, "id"), objectIn(response, "headers")),
    ...(warnings.length > 0 && { warnings }),
  };
}

function isTrue(part: unknown, field: string): boolean {
  return (part as Record<string, unknown>)[field] === true;
}

/** Whatever was written before the provider failed is not an answer, even if it looks whole. */
function endedInError(result: unknown): boolean {
  return finishReason(result) === "error";
}

/** A string in specification 2, an object with that string in 3 and 4. */
function finishReason(result: unknown): string | undefined {
  return textIn(result, "finishReason") ?? textIn(objectIn(result, "finishReason"), "unified");
}

function finishOf(result: unknown): ModelAnswer["finish"] {
  const reason = finishReason(result);
  switch (reason) {
    case "stop":
    case "length":
    case "content-filter":
    case "tool-calls":
      return reason;
    default:
      return "other";
  }
}

/** Numbers in specification 2, objects with a total in 3 and 4. */
function usageOf(usage: unknown): Usage | undefined {
  const input = objectIn(usage, "inputTokens");
  const output = objectIn(usage, "outputTokens");
  return usageFrom({
    inputTokens: numberIn(usage, "inputTokens") ?? numberIn(input, "total"),
    outputTokens: numberIn(usage, "outputTokens") ?? numberIn(output, "total"),
    cachedTokens: numberIn(usage, "cachedInputTokens") ?? numberIn(input, "cacheRead"),
    reasoningTokens: numberIn(usage, "reasoningTokens") ?? numberIn(output, "reasoning"),
  });
}

/** "unsupported temperature: the model reasons" */
function warningOf(warning: unknown): string {
  const subject =
    textIn(warning, "feature") ?? textIn(warning, "setting") ?? textIn(objectIn(warning, "tool"), "name") ?? "";
  const details = textIn(warning, "details") ?? textIn(warning, "message");
  const head = [textIn(warning, "type") ?? "warning", subject].filter((word) => word && word !== "other").join(" ");
  return [head, details].filter(Boolean).join(": ") || "other";
}
