import type { ModelAnswer } from "../model/index.ts";
import { type ScriptedAnswer, wholeAnswer } from "./scripted-answer.ts";
import type { CompletionRequest } from "./server-script.ts";

const finishReasons: Record<ModelAnswer["finish"], string> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  other: "unknown",
};

/** A scripted answer as the JSON of a chat completion. */
export function completionJson(scripted: string | ScriptedAnswer, request: CompletionRequest, index: number): string {
  const callsBefore = request.messages.reduce((sum, message) => sum + (message.tool_calls?.length ?? 0), 0);
  const answer = wholeAnswer(scripted, callsBefore);
  return JSON.stringify({
    id: `completion-${index}`,
    object: "chat.completion",
    created: 0,
    model: answer.servedModel ?? request.model,
    choices: [choiceOf(answer)],
    usage: usageOf(answer),
  });
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
