import type { Usage } from "../shape/index.ts";
import { answerWarnings } from "./answer-warnings.ts";
import { listIn, numberIn, objectIn, textIn, toolArguments, toolCallId, usageFrom } from "./read-json.ts";
import type { ModelAnswer, ModelRequest, ModelToolCall, TokenLogprob } from "./types.ts";

/**
 * The answer in a completion's body; undefined if the body is not a completion, or ended normally with nothing in it. An
 * empty text or a thought counts as an answer, because it is the model's own choice.
 */
export function completionAnswer(body: unknown, request: ModelRequest): ModelAnswer | undefined {
  const choice = listIn(body, "choices")?.[0];
  const message = objectIn(choice, "message");
  if (message === undefined) return undefined;

  const refusal = textIn(message, "refusal");
  const listed = listIn(message, "tool_calls") ?? [];
  // Old servers send one call in a field of its own.
  const older = listed.length === 0 ? objectIn(message, "function_call") : undefined;
  const written = older ? [{ function: older }] : listed;
  const toolCalls = written.flatMap((call, position) => toolCallOf(call, position, request));
  const reasoning = textIn(message, "reasoning_content") ?? textIn(message, "reasoning");
  const finish = refusal ? "content-filter" : finishOf(textIn(choice, "finish_reason"), toolCalls);
  const cutShort = finish === "length" || finish === "content-filter";
  if (!cutShort && toolCalls.length === 0 && (message.content ?? null) === null && !reasoning) return undefined;
  const logprobs = logprobsOf(choice);
  const usage = usageOf(body);
  const servedModel = textIn(body, "model");
  const answer = { text: refusal || contentOf(message.content), toolCalls, finish };
  const functionCall = older && toolCalls[0]?.name;
  const warnings = answerWarnings(answer, request, {
    reasoning,
    functionCall,
    nameless: written.length - toolCalls.length,
  });
  if (request.topLogprobs !== undefined && !logprobs)
    warnings.push("log-probabilities were asked for, but the provider sent none");
  return {
    ...answer,
    ...(usage && { usage }),
    ...(servedModel && { servedModel }),
    ...(logprobs && { logprobs }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Some servers send the text in parts; parts with what the model thought are not the answer. */
function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isThought(part) ? "" : (textIn(part, "text") ?? ""))).join("");
}

function isThought(part: unknown): boolean {
  return /reasoning|think|thought/i.test(textIn(part, "type") ?? "");
}

function toolCallOf(call: unknown, position: number, request: ModelRequest): ModelToolCall[] {
  // A tool that takes any text is called with `custom`.
  const called = objectIn(call, "function") ?? objectIn(call, "custom");
  const name = textIn(called, "name");
  if (called === undefined || name === undefined) return [];
  const id = textIn(call, "id") || toolCallId(request.messages, position);
  return [{ id, name, arguments: toolArguments(called.arguments ?? called.input) }];
}

/** Servers that pass on the word of the model's own API: Mistral, Anthropic, Bedrock, Gemini, Cohere. */
const cutAtLimit = /^(?:length|model_length|max_(?:output_)?tokens|model_context_window_exceeded)$/i;
const filtered =
  /^(?:content_filter(?:ed)?|safety|recitation|prohibited_content|blocklist|spii|refusal|guardrail_intervened|error_toxic)$/i;

function finishOf(reason: string | undefined, toolCalls: ModelToolCall[]): ModelAnswer["finish"] {
  if (reason !== undefined && cutAtLimit.test(reason)) return "length";
  if (reason !== undefined && filtered.test(reason)) return "content-filter";
  // Some servers send tool calls without the finish reason "tool_calls".
  if (toolCalls.length > 0) return "tool-calls";
  return reason === "stop" ? "stop" : "other";
}

function logprobsOf(choice: unknown): TokenLogprob[] | undefined {
  return listIn(objectIn(choice, "logprobs"), "content")?.flatMap((entry) =>
    tokenOf(entry).map((token) => ({ ...token, top: (listIn(entry, "top_logprobs") ?? []).flatMap(tokenOf) })),
  );
}

function tokenOf(entry: unknown): { token: string; logprob: number }[] {
  const token = textIn(entry, "token");
  const logprob = numberIn(entry, "logprob");
  return token === undefined || logprob === undefined ? [] : [{ token, logprob }];
}

function usageOf(body: unknown): Usage | undefined {
  const usage = objectIn(body, "usage");
  return usageFrom({
    inputTokens: numberIn(usage, "prompt_tokens"),
    outputTokens: numberIn(usage, "completion_tokens"),
    cachedTokens: numberIn(objectIn(usage, "prompt_tokens_details"), "cached_tokens"),
    reasoningTokens: numberIn(objectIn(usage, "completion_tokens_details"), "reasoning_tokens"),
  });
}

/** The cost that OpenRouter reports. With the user's own vendor key, its fee and the vendor's price are separate. */
export function openrouterCost(body: unknown): number | undefined {
  const usage = objectIn(body, "usage");
  const cost = numberIn(usage, "cost");
  if (cost === undefined || usage?.is_byok !== true) return cost;
  return cost + (numberIn(objectIn(usage, "cost_details"), "upstream_inference_cost") ?? 0);
}
