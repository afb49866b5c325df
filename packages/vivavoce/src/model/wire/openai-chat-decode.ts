import type { JsonValue } from "../../base/index.ts";
import type { ChatMessage, ModelRequest } from "../types.ts";
import { type Fields, Fitting } from "./fitting.ts";
import { callIn, ignoreTransport, outputIn, toolChoiceIn, toolIn } from "./openai-decode.ts";

/** A chat completion's request as a ModelRequest. */
export function decodeCompletion(body: JsonValue): ModelRequest {
  const fit = new Fitting();
  const asked = fit.fields(body, "");
  ignoreTransport(asked);
  asked.only("n", 1);
  asked.only("frequency_penalty", 0);
  asked.only("presence_penalty", 0);
  const olderLimit = asked.number("max_tokens");
  const logprobs = asked.flag("logprobs") ? 0 : undefined;
  return fit.request("chat completions", {
    messages: asked.list("messages").flatMap(messageIn),
    tools: asked.list("tools").flatMap((tool) => {
      const type = tool.text("type");
      return type === "function" ? toolIn(tool.fields("function")) : tool.refuseAll(type);
    }),
    toolChoice: toolChoiceIn(asked),
    output: outputIn(asked.fields("response_format"), (format) => format.fields("json_schema")),
    temperature: asked.number("temperature"),
    topP: asked.number("top_p"),
    seed: asked.number("seed"),
    maxTokens: asked.number("max_completion_tokens") ?? olderLimit,
    stop: asked.texts("stop"),
    topLogprobs: asked.number("top_logprobs") ?? logprobs,
  });
}

function messageIn(message: Fields): ChatMessage[] {
  const role = message.text("role");
  const content = () => message.content("content", "text") ?? "";
  switch (role) {
    case "system":
    case "developer":
      return [{ role: "system", content: content() }];
    case "user":
      return [{ role, content: content() }];
    case "tool":
      // Some clients repeat the tool's name, which the call already has.
      message.ignore("name");
      return [{ role, toolCallId: message.text("tool_call_id") ?? "", content: content() }];
    case "assistant": {
      const toolCalls = message.list("tool_calls").flatMap((call) => {
        const type = call.text("type") ?? "function";
        const called = type === "function" ? call.fields("function") : undefined;
        call.ignore("index");
        return called ? [callIn(call.text("id"), called)] : call.refuseAll(type);
      });
      return [{ role, content: content(), ...(toolCalls.length > 0 && { toolCalls }) }];
    }
    default:
      return message.refuseAll(role);
  }
}
