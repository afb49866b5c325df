import type { JsonValue } from "../../base/index.ts";
import type { ChatMessage, ModelRequest, ModelToolCall } from "../types.ts";
import { type Fields, Fitting } from "./fitting.ts";
import { callIn, ignoreTransport, outputIn, toolChoiceIn, toolIn } from "./openai-decode.ts";

/** A request of the Responses API as a ModelRequest. Refuses what relies on OpenAI's storage, such as earlier turns. */
export function decodeResponse(body: JsonValue): ModelRequest {
  const fit = new Fitting();
  const asked = fit.fields(body, "");
  ignoreTransport(asked);
  asked.only("truncation", "disabled");
  asked.only("background", false);
  // Encrypted thoughts are only for sending back; an answer without thoughts has none.
  if (asked.texts("include")?.some((item) => item !== "reasoning.encrypted_content")) asked.refuse("include");
  const text = asked.fields("text");
  const instructions = asked.text("instructions");
  const input = asked.value("input");
  const messages: ChatMessage[] = instructions === undefined ? [] : [{ role: "system", content: instructions }];
  if (typeof input === "string") messages.push({ role: "user", content: input });
  else for (const item of asked.list("input")) addItem(messages, item);

  return fit.request("Responses", {
    messages,
    tools: asked.list("tools").flatMap((tool) => {
      const type = tool.text("type");
      return type === "function" ? toolIn(tool) : tool.refuseAll(type);
    }),
    toolChoice: toolChoiceIn(asked),
    output: outputIn(text?.fields("format"), (format) => format),
    temperature: asked.number("temperature"),
    topP: asked.number("top_p"),
    maxTokens: asked.number("max_output_tokens"),
  });
}

function addItem(messages: ChatMessage[], item: Fields): void {
  // What SDKs leave in the items of an answer that they send back.
  item.ignore("id", "status", "parsed_arguments");
  const type = item.text("type") ?? "message";
  if (type === "message") messages.push(...messageIn(item));
  else if (type === "function_call") addCall(messages, callIn(item.text("call_id"), item));
  else if (type === "function_call_output") {
    const content = item.content("output", "input_text") ?? "";
    messages.push({ role: "tool", toolCallId: item.text("call_id") ?? "", content });
  } else item.refuseAll(type === "item_reference" ? referenced : type);
}

const referenced = "item_reference, which only OpenAI's store can look up: ask with store: false to send items whole";

function messageIn(item: Fields): ChatMessage[] {
  const role = item.text("role");
  const content = () => item.content("content", role === "assistant" ? "output_text" : "input_text") ?? "";
  switch (role) {
    case "system":
    case "developer":
      return [{ role: "system", content: content() }];
    case "user":
    case "assistant":
      return [{ role, content: content() }];
    default:
      return item.refuseAll(role);
  }
}

/** Calls are separate items here; elsewhere they belong to the assistant's message before them. */
function addCall(messages: ChatMessage[], call: ModelToolCall): void {
  const last = messages.at(-1);
  if (last?.role === "assistant") last.toolCalls = [...(last.toolCalls ?? []), call];
  else messages.push({ role: "assistant", content: "", toolCalls: [call] });
}
