import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { Usage } from "../../shape/index.ts";
import { listIn, numberIn, objectIn, textIn } from "../read-json.ts";
import { toolArguments, toolCallId } from "../tool-arguments.ts";
import type { ModelAnswer, ModelTool, ModelToolCall } from "../types.ts";
import { usageFrom } from "../usage.ts";
import { message, messageEvents } from "./anthropic-messages-answer.ts";
import { decodeMessages } from "./anthropic-messages-decode.ts";
import { messageFromEvents } from "./anthropic-messages-stream.ts";
import {
  answerOf,
  errorWarning,
  isStreamed,
  lastWords,
  pathname,
  streamedAnswer,
  streamReading,
  toolResult,
  unreadItem,
  without,
} from "./reading.ts";
import { eventText } from "./sse.ts";
import type { Dialect, RequestReading } from "./types.ts";

/** POST /messages of Anthropic. */
export const anthropicMessages: Dialect = {
  name: "anthropic-messages",
  // OpenAI's threads have messages too, which are not model calls.
  matches: (path) => /(?<!\/threads\/[^/]+)\/messages$/.test(pathname(path)),
  readRequest,
  hashed: (body) => without(body, "stream"),
  readAnswer,
  readEvents(pieces, tools) {
    const stream = streamReading(pieces);
    const { body, ended, warnings } = messageFromEvents(stream.events);
    return streamedAnswer(readAnswer(body, tools), { warnings: [...stream.warnings, ...warnings], ended });
  },
  encode: message,
  encodeEvents: messageEvents,
  decode: decodeMessages,
  error,
  errorEvent: (message) => eventText(error(message), "error"),
};

function error(message: string): JsonObject {
  return { type: "error", error: { type: "invalid_request_error", message } };
}

function readRequest(body: JsonValue): RequestReading {
  const messages = listIn(body, "messages") ?? [];
  return {
    model: textIn(body, "model") ?? "",
    streamed: isStreamed(body),
    messages: messages as JsonValue[],
    lastLine: lastWords(messages),
    tools: (listIn(body, "tools") ?? []).flatMap(toolOffered),
    results: messages.flatMap((message) =>
      (listIn(message, "content") ?? []).flatMap((block) => {
        if (textIn(block, "type") !== "tool_result") return [];
        const { content, is_error } = block as JsonObject;
        return toolResult(textIn(block, "tool_use_id"), content, is_error === true);
      }),
    ),
  };
}

/** The client's own tools, and those of Anthropic that the client runs, whose schema only the model knows. */
function toolOffered(tool: unknown): ModelTool[] {
  const name = textIn(tool, "name");
  const parameters = objectIn(tool, "input_schema");
  const type = textIn(tool, "type") ?? "custom";
  if (name === undefined || (!parameters && !/^(?:bash|text_editor|memory|computer)_/.test(type))) return [];
  return [{ name, description: textIn(tool, "description"), parameters: parameters ?? {} }];
}

function readAnswer(body: JsonValue, tools?: readonly ModelTool[]): ModelAnswer {
  const content = listIn(body, "content");
  const failure = objectIn(body, "error");
  const toolCalls: ModelToolCall[] = [];
  const warnings = failure ? [errorWarning(failure)] : content ? [] : ["the answer is not an Anthropic message"];
  let [text, reasoning, nameless] = ["", "", 0];
  for (const block of content ?? []) {
    const type = textIn(block, "type");
    const said = textIn(block, "text");
    if (type === "text" && said !== undefined) text += said;
    else if (type === "thinking") reasoning += textIn(block, "thinking") ?? "";
    else if (type === "tool_use") {
      const call = callOf(block as JsonObject, toolCalls.length);
      if (call) toolCalls.push(call);
      else nameless += 1;
    } else if (type !== "redacted_thinking") warnings.push(unreadItem(block));
  }
  const finish = finishOf(textIn(body, "stop_reason"), toolCalls);
  const read = { text, toolCalls, finish, usage: usageOf(objectIn(body, "usage")), servedModel: textIn(body, "model") };
  return answerOf({ ...read, warnings, tools, besides: { reasoning, nameless } });
}

function callOf(block: JsonObject, position: number): ModelToolCall | undefined {
  const name = textIn(block, "name");
  if (name === undefined) return undefined;
  return { id: textIn(block, "id") || toolCallId([], position), name, arguments: toolArguments(block.input) };
}

function finishOf(reason: string | undefined, toolCalls: readonly ModelToolCall[]): ModelAnswer["finish"] {
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  if (reason === "refusal") return "content-filter";
  if (toolCalls.length > 0) return "tool-calls";
  return reason === "end_turn" || reason === "stop_sequence" ? "stop" : "other";
}

/** Anthropic counts cached tokens separately; Viva always counts them as part of the input. */
function usageOf(usage: JsonObject | undefined): Usage | undefined {
  const fresh = numberIn(usage, "input_tokens");
  const cachedTokens = numberIn(usage, "cache_read_input_tokens");
  const written = numberIn(usage, "cache_creation_input_tokens") ?? 0;
  return usageFrom({
    inputTokens: fresh === undefined ? undefined : fresh + (cachedTokens ?? 0) + written,
    outputTokens: numberIn(usage, "output_tokens"),
    cachedTokens,
    reasoningTokens: numberIn(objectIn(usage, "output_tokens_details"), "thinking_tokens"),
  });
}
