import type { Usage } from "../shape/index.ts";
import { answerWarnings } from "./answer-warnings.ts";
import { listIn, numberIn, objectIn, textIn } from "./read-json.ts";
import { toolArguments, toolCallId } from "./tool-arguments.ts";
import type { ModelAnswer, ModelRequest } from "./types.ts";
import { usageFrom } from "./usage.ts";

/** The answer in what an AI SDK model gives back; undefined if that has no content. */
export function aiSdkAnswer(result: unknown, request: ModelRequest): ModelAnswer | undefined {
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
  const servedModel = textIn(objectIn(result, "response"), "modelId");
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
    ...(warnings.length > 0 && { warnings }),
  };
}

function isTrue(part: unknown, field: string): boolean {
  return (part as Record<string, unknown>)[field] === true;
}

/** Whatever was written before the provider failed is not an answer, even if it looks whole. */
export function endedInError(result: unknown): boolean {
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
