import type { JsonObject } from "../base/index.ts";
import type { Dialect, ModelAnswer } from "../model/index.ts";
import { type ScriptedAnswer, wholeAnswer } from "./scripted-answer.ts";
import type { CompletionRequest } from "./server-script.ts";

/** The request that a scripted answer answers. */
export interface AskedCompletion {
  request: CompletionRequest;
  index: number;
  dialect: Dialect;
}

export interface Body {
  type: "application/json" | "text/event-stream";
  text: string;
}

const finishReasons: Record<ModelAnswer["finish"], string> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  other: "unknown",
};

/** A scripted answer in the API of the request, whole or as the events of a stream. */
export function bodyOf(scripted: string | ScriptedAnswer, { request, index, dialect }: AskedCompletion): Body {
  const body = request as unknown as JsonObject;
  const { streamed, results } = dialect.readRequest(body);
  const proposed = request.messages?.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0) ?? 0;
  const answer = wholeAnswer(scripted, Math.max(proposed, results.length));
  if (streamed) return { type: "text/event-stream", text: dialect.encodeEvents(answer, body).join("") };
  const whole = dialect.name === "openai-chat" ? completion(answer, request, index) : dialect.encode(answer, body);
  return { type: "application/json", text: JSON.stringify(whole) };
}

/** Adds a cost, as OpenRouter does. */
function completion(answer: ModelAnswer, request: CompletionRequest, index: number) {
  return {
    id: `completion-${index}`,
    object: "chat.completion",
    created: 0,
    model: answer.servedModel ?? request.model,
    choices: [choiceOf(answer)],
    usage: usageOf(answer),
  };
}

function choiceOf({ text, toolCalls, finish, logprobs }: ModelAnswer) {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  const tokens = logprobs?.map(({ token, logprob, top }) => ({ token, logprob, top_logprobs: top }));
  return {
    index: 0,
    message: { role: "assistant", content: text || null, ...(calls.length > 0 && { tool_calls: calls }) },
    finish_reason: finishReasons[finish],
    logprobs: tokens ? { content: tokens } : null,
  };
}

function usageOf({ usage, cost }: ModelAnswer) {
  if (usage === undefined) return cost === undefined ? undefined : { cost };
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    cost,
  };
}
