import type { JsonObject, JsonValue } from "../../base/index.ts";
import { completionAnswer } from "../openai-response.ts";
import { listIn, numberIn, objectIn, textIn } from "../read-json.ts";
import { toolCallId } from "../tool-arguments.ts";
import type { ChatMessage, ModelAnswer, ModelRequest, ModelTool } from "../types.ts";
import { type Fields, Fitting } from "./fitting.ts";
import { completion, completionEvents } from "./openai-chat-answer.ts";
import { completionFromChunks } from "./openai-chat-stream.ts";
import { callIn, ignoreTransport, outputIn, toolChoiceIn, toolIn } from "./openai-decode.ts";
import { openaiError } from "./openai-error.ts";
import {
  errorWarning,
  isStreamed,
  lastWords,
  pathname,
  streamedAnswer,
  streamReading,
  textOf,
  toolResult,
  without,
} from "./reading.ts";
import { eventText } from "./sse.ts";
import type { Dialect, RequestReading, ToolResult } from "./types.ts";

/** POST /chat/completions, which most servers understand. */
export const openaiChat: Dialect = {
  name: "openai-chat",
  matches: (path) => /\/chat\/completions$/.test(pathname(path)),
  readRequest,
  hashed: (body) => without(body, "stream", "stream_options"),
  readAnswer,
  readEvents(events, tools) {
    const { done, ...stream } = streamReading(events);
    const { body, ended, warnings } = completionFromChunks(stream.events);
    const answer = readAnswer(body, tools);
    return streamedAnswer(answer, { warnings: [...stream.warnings, ...warnings], ended: done || ended });
  },
  encode: completion,
  encodeEvents: completionEvents,
  decode: decodeCompletion,
  error: openaiError,
  errorEvent: (message) => eventText(openaiError(message)),
};

function readRequest(body: JsonValue): RequestReading {
  const messages = listIn(body, "messages") ?? [];
  const answers = numberIn(body, "n") ?? 1;
  return {
    model: textIn(body, "model") ?? "",
    streamed: isStreamed(body),
    messages: messages as JsonValue[],
    lastLine: lastWords(messages),
    tools: [...(listIn(body, "tools") ?? []), ...(listIn(body, "functions") ?? [])].flatMap(toolOffered),
    ...(answers > 1 && { answers }),
    results: messages.flatMap(resultIn),
  };
}

/** The result of a tool, or of a call in the older form, which has no id: there is only one in an answer. */
function resultIn(message: unknown): ToolResult[] {
  const role = textIn(message, "role");
  if (role !== "tool" && role !== "function") return [];
  const id = role === "tool" ? textIn(message, "tool_call_id") : toolCallId([], 0);
  return toolResult(id, (message as JsonObject).content);
}

/** A function, a tool that takes any text, or a function of the older form, which has its own list. */
function toolOffered(tool: unknown): ModelTool[] {
  const offered = objectIn(tool, "function") ?? objectIn(tool, "custom") ?? tool;
  const name = textIn(offered, "name");
  if (name === undefined) return [];
  return [{ name, description: textIn(offered, "description"), parameters: objectIn(offered, "parameters") ?? {} }];
}

function readAnswer(body: JsonValue, tools: readonly ModelTool[] = []): ModelAnswer {
  const choices = listIn(body, "choices") ?? [];
  const choice = (choices[0] ?? {}) as JsonObject;
  const message = objectIn(choice, "message");
  const error = objectIn(body, "error");
  const said = { ...message, content: textOf(message?.content ?? "", "") };
  const whole = { ...(body as JsonObject), choices: [{ ...choice, message: said }] };
  const read = completionAnswer(whole, { messages: [], tools: [...tools] }) as ModelAnswer;
  const warnings = [
    ...(error ? [errorWarning(error)] : []),
    ...(message || error ? [] : ["the answer is not a chat completion"]),
    ...(choices.length > 1 ? [`the answer has ${choices.length} choices, of which only the first is read`] : []),
    ...(read.warnings ?? []),
  ];
  return warnings.length > 0 ? { ...read, warnings } : read;
}

/** A chat completion's request as a ModelRequest. */
function decodeCompletion(body: JsonValue): ModelRequest {
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
