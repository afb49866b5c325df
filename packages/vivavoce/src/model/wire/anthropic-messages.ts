import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { Usage } from "../../shape/index.ts";
import { listIn, numberIn, objectIn, textIn, toolArguments, toolCallId, usageFrom } from "../read-json.ts";
import type { ModelAnswer, ModelTool, ModelToolCall } from "../types.ts";
import { servedMessages } from "./anthropic-messages-served.ts";
import { answerOf, failureIn, toolOffered, toolResult, unreadItem } from "./reading.ts";
import type { Api } from "./types.ts";

/** POST /messages of Anthropic. */
export const anthropicMessages: Api = {
  name: "anthropic-messages",
  title: "Anthropic messages",
  // OpenAI's threads have messages too, which are not model calls.
  path: /(?<!\/threads\/[^/]+)\/messages$/,
  transport: ["stream"],
  readRequest(body) {
    const messages = listIn(body, "messages") ?? [];
    return {
      messages: messages as JsonValue[],
      tools: (listIn(body, "tools") ?? []).flatMap(toolIn),
      results: messages.flatMap((message) =>
        (listIn(message, "content") ?? []).flatMap((block) => {
          if (textIn(block, "type") !== "tool_result") return [];
          const { content, is_error } = block as JsonObject;
          return toolResult(textIn(block, "tool_use_id"), content, is_error === true);
        }),
      ),
    };
  },
  readAnswer,
  joined: messageFromEvents,
  ...servedMessages,
  error: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
};

/** The client's own tools, and those of Anthropic that the client runs, whose schema only the model knows. */
function toolIn(tool: unknown): ModelTool[] {
  const schema = objectIn(tool, "input_schema");
  const isClients = schema || /^(?:bash|text_editor|memory|computer)_/.test(textIn(tool, "type") ?? "custom");
  return isClients ? toolOffered(tool, schema ?? {}) : [];
}

function readAnswer(body: JsonValue, tools?: readonly ModelTool[]): ModelAnswer {
  const content = listIn(body, "content");
  const toolCalls: ModelToolCall[] = [];
  const warnings = failureIn(body, content !== undefined, "an Anthropic message");
  let [text, reasoning, nameless] = ["", "", 0];
  for (const block of content ?? []) {
    const type = textIn(block, "type");
    const said = textIn(block, "text");
    if (type === "text" && said !== undefined) text += said;
    else if (type === "thinking") reasoning += textIn(block, "thinking") ?? "";
    else if (type === "tool_use") {
      const { name, input } = block as JsonObject;
      const id = textIn(block, "id") || toolCallId([], toolCalls.length);
      if (typeof name === "string") toolCalls.push({ id, name, arguments: toolArguments(input) });
      else nameless += 1;
    } else if (type !== "redacted_thinking") warnings.push(unreadItem(block));
  }
  const finish = finishOf(textIn(body, "stop_reason"), toolCalls);
  const read = { text, toolCalls, finish, usage: usageOf(objectIn(body, "usage")), servedModel: textIn(body, "model") };
  return answerOf({ ...read, warnings, tools, besides: { reasoning, nameless } });
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

/** The field of a block that a delta adds to, and the delta's field that holds the piece. */
const additions: Readonly<Record<string, readonly [field: string, piece: string]>> = {
  text_delta: ["text", "text"],
  thinking_delta: ["thinking", "thinking"],
  input_json_delta: ["input", "partial_json"],
};

/** The message that the events of a stream add up to. */
function messageFromEvents(events: readonly JsonObject[]): ReturnType<Api["joined"]> {
  const blocks = new Map<number, JsonObject>();
  let message: JsonObject = {};
  let usage: JsonObject = {};
  let ended = false;
  for (const event of events) {
    const index = numberIn(event, "index") ?? blocks.size - 1;
    const delta = objectIn(event, "delta");
    switch (textIn(event, "type")) {
      case "message_start":
        message = { ...objectIn(event, "message") };
        usage = { ...objectIn(message, "usage") };
        break;
      case "content_block_start":
        blocks.set(index, { ...objectIn(event, "content_block") });
        break;
      case "content_block_delta": {
        const block = blocks.get(index);
        if (block && delta) addTo(block, delta);
        break;
      }
      case "message_delta":
        message = { ...message, ...delta };
        usage = { ...usage, ...present(objectIn(event, "usage")) };
        ended ||= textIn(delta, "stop_reason") !== undefined;
        break;
      case "message_stop":
        ended = true;
    }
  }
  return { body: { ...message, content: [...blocks.values()], usage }, ended };
}

/** The input of a call begins as an empty object and comes as pieces of JSON text. */
function addTo(block: JsonObject, delta: JsonObject): void {
  const type = textIn(delta, "type") ?? "";
  const [field, piece] = (Object.hasOwn(additions, type) ? additions[type] : undefined) ?? [];
  if (field && piece) block[field] = `${textIn(block, field) ?? ""}${textIn(delta, piece) ?? ""}`;
}

/** Null counts do not apply, so earlier counts are kept. */
function present(usage: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, count]) => count !== null));
}
