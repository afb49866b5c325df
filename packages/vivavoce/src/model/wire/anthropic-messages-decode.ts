import type { JsonValue } from "../../base/index.ts";
import { toolArguments } from "../tool-arguments.ts";
import type { ChatMessage, ModelRequest, ModelTool, ModelToolCall } from "../types.ts";
import { type Fields, Fitting } from "./fitting.ts";
import { outputIn, withDescription } from "./openai-decode.ts";

/** A request of Anthropic's Messages API as a ModelRequest. */
export function decodeMessages(body: JsonValue): ModelRequest {
  const fit = new Fitting();
  const asked = fit.fields(body, "");
  asked.ignore("model", "stream", "metadata", "service_tier", "cache_control");
  const thinking = asked.fields("thinking");
  thinking?.only("type", "disabled");
  const system = asked.content("system", "text");
  return fit.request("Anthropic messages", {
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      ...asked.list("messages").flatMap(messagesIn),
    ],
    tools: asked.list("tools").flatMap(toolIn),
    toolChoice: choiceIn(asked.fields("tool_choice")),
    output: outputIn(asked.fields("output_config")?.fields("format"), (format) => format),
    temperature: asked.number("temperature"),
    topP: asked.number("top_p"),
    maxTokens: asked.number("max_tokens"),
    stop: asked.texts("stop_sequences"),
  });
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
function toolIn(tool: Fields): ModelTool[] {
  const type = tool.text("type") ?? "custom";
  const name = tool.text("name");
  if (type !== "custom" || name === undefined) return tool.refuseAll(type);
  tool.ignore("strict", "cache_control", "eager_input_streaming");
  return [{ name, ...withDescription(tool), parameters: tool.object("input_schema") ?? {} }];
}

function choiceIn(choice: Fields | undefined): ModelRequest["toolChoice"] {
  choice?.only("disable_parallel_tool_use", false);
  return choice?.word("type", { auto: "auto", any: "required", none: "none" } as const);
}
