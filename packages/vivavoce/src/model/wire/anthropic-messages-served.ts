import type { JsonObject } from "../../base/index.ts";
import { toolArguments } from "../read-json.ts";
import type { ChatMessage, ModelAnswer, ModelRequest, ModelTool, ModelToolCall } from "../types.ts";
import { type Fields, outputIn, toolIn } from "./fitting.ts";
import { pieces, writtenArguments } from "./reading.ts";
import type { Api, Served } from "./types.ts";

/** Stands in for a provider that is asked by Anthropic's Messages API. */
export const servedMessages = { decode: decodeMessages, encode: message, events: messageEvents } satisfies Partial<Api>;

/** A request of Anthropic's Messages API as a ModelRequest. */
function decodeMessages(asked: Fields): ModelRequest {
  asked.ignore("model", "stream", "metadata", "service_tier", "cache_control");
  const thinking = asked.fields("thinking");
  thinking?.only("type", "disabled");
  const system = asked.content("system", "text");
  return {
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      ...asked.list("messages").flatMap(messagesIn),
    ],
    tools: asked.list("tools").flatMap(customToolIn),
    toolChoice: choiceIn(asked.fields("tool_choice")),
    output: outputIn(asked.fields("output_config")?.fields("format"), (format) => format),
    temperature: asked.number("temperature"),
    topP: asked.number("top_p"),
    maxTokens: asked.number("max_tokens"),
    stop: asked.texts("stop_sequences"),
  };
}

/** Tool results in the user's message become separate messages, before what the user said. */
function messagesIn(message: Fields): ChatMessage[] {
  const role = message.text("role");
  if (role !== "user" && role !== "assistant" && role !== "system") return message.refuseAll(role);
  const written = message.value("content");
  if (typeof written === "string") return [{ role, content: written }];
  const results: ChatMessage[] = [];
  const toolCalls: ModelToolCall[] = [];
  const texts = message.list("content").flatMap((block) => {
    block.ignore("cache_control");
    const type = block.text("type");
    if (type === "text") {
      block.ignore("citations");
      return block.text("text") ?? [];
    }
    if (type === "tool_result" && role === "user") results.push(resultIn(block));
    else if (type === "tool_use" && role === "assistant") {
      const input = toolArguments(block.value("input"));
      toolCalls.push({ id: block.text("id") ?? "", name: block.text("name") ?? "", arguments: input });
    } else return block.refuseAll(type);
    return [];
  });
  const content = texts.join("\n");
  if (role === "assistant") return [{ role, content, ...(toolCalls.length > 0 && { toolCalls }) }];
  return texts.length > 0 ? [...results, { role, content }] : results;
}

function resultIn(block: Fields): ChatMessage {
  const isError = block.flag("is_error") ?? false;
  const content = block.content("content", "text") ?? "";
  return { role: "tool", toolCallId: block.text("tool_use_id") ?? "", content, ...(isError && { isError }) };
}

/** Tools that Anthropic defines are known only to its own models. */
function customToolIn(tool: Fields): ModelTool[] {
  const type = tool.text("type") ?? "custom";
  if (type !== "custom" || tool.text("name") === undefined) return tool.refuseAll(type);
  tool.ignore("cache_control", "eager_input_streaming");
  return toolIn(tool, "input_schema");
}

function choiceIn(choice: Fields | undefined): ModelRequest["toolChoice"] {
  choice?.only("disable_parallel_tool_use", false);
  return choice?.word("type", { auto: "auto", any: "required", none: "none" } as const);
}

/** A message as Anthropic answers with it. */
function message({ answer, digest, model }: Served): JsonObject {
  const { text, toolCalls } = answer;
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input }));
  return {
    id: `msg_${digest}`,
    type: "message",
    role: "assistant",
    model,
    content: [...(text === "" ? [] : [{ type: "text", text, citations: null }]), ...calls],
    stop_reason: stopReasons[answer.finish],
    stop_sequence: null,
    usage: writtenUsage(answer),
  };
}

/** The same as events: the text word by word, the input of a call as one piece of JSON. */
function messageEvents(served: Served): JsonObject[] {
  const { content, stop_reason, stop_sequence, usage, ...head } = message(served);
  const begun = { ...head, content: [], stop_reason: null, stop_sequence: null };
  const { output_tokens, ...input } = usage as JsonObject;
  return [
    { type: "message_start", message: { ...begun, usage: { ...input, output_tokens: 0 } } },
    ...(content as JsonObject[]).flatMap((block, index) => [
      { type: "content_block_start", index, content_block: emptied(block) },
      ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence } as JsonObject, usage: usage as JsonObject },
    { type: "message_stop" },
  ];
}

function emptied(block: JsonObject): JsonObject {
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltasOf(block: JsonObject): JsonObject[] {
  if (block.type === "text") return pieces(block.text as string).map((text) => ({ type: "text_delta", text }));
  return [{ type: "input_json_delta", partial_json: writtenArguments(block.input as JsonObject | string) }];
}

/** This API has no name for other endings. */
const stopReasons = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "refusal",
  other: "end_turn",
} as const;

/**
 * SDKs add these numbers without checking that they exist, so unknown ones are 0. Viva never reads them back: it takes the
 * cost from the answer itself.
 */
function writtenUsage({ usage }: ModelAnswer): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0 } = usage ?? {};
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}
