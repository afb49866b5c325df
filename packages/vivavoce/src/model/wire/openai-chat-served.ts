import type { JsonObject } from "../../base/index.ts";
import type { Usage } from "../../shape/index.ts";
import { listIn, objectIn, textIn } from "../read-json.ts";
import type { ChatMessage, ModelAnswer, ModelRequest, ModelToolCall } from "../types.ts";
import { callIn, type Fields, openaiSettings, outputIn, toolIn } from "./fitting.ts";
import { pieces, writtenArguments } from "./reading.ts";
import type { Api, Served } from "./types.ts";

/** Stands in for a provider that is asked by chat completions. */
export const servedCompletions = {
  decode: decodeCompletion,
  encode: completion,
  events: completionEvents,
} satisfies Partial<Api>;

/** A chat completion's request as a ModelRequest. */
function decodeCompletion(asked: Fields): ModelRequest {
  asked.only("n", 1);
  asked.only("frequency_penalty", 0);
  asked.only("presence_penalty", 0);
  const olderLimit = asked.number("max_tokens");
  const logprobs = asked.flag("logprobs") ? 0 : undefined;
  return {
    messages: asked.list("messages").flatMap(messageIn),
    tools: asked.list("tools").flatMap((tool) => {
      const type = tool.text("type");
      return type === "function" ? toolIn(tool.fields("function")) : tool.refuseAll(type);
    }),
    output: outputIn(asked.fields("response_format"), (format) => format.fields("json_schema")),
    ...openaiSettings(asked),
    seed: asked.number("seed"),
    maxTokens: asked.number("max_completion_tokens") ?? olderLimit,
    stop: asked.texts("stop"),
    topLogprobs: asked.number("top_logprobs") ?? logprobs,
  };
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

/** A chat completion. Its time is 1970, because a replay has no clock of its own. */
function completion(served: Served): JsonObject {
  const { answer, request } = served;
  const { text, toolCalls, usage } = answer;
  const message = {
    role: "assistant",
    content: text === "" && toolCalls.length > 0 ? null : text,
    refusal: null,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map((call) => writtenCall(call, request)) }),
  };
  const choice = { index: 0, message, logprobs: writtenLogprobs(answer), finish_reason: finishReasons[answer.finish] };
  return {
    ...head(served, "chat.completion"),
    choices: [choice],
    ...(usage && { usage: writtenUsage(usage) }),
  };
}

/** The same in chunks: the text word by word, each tool call in two, the usage only if it was asked for. */
function completionEvents(served: Served): (JsonObject | string)[] {
  const { answer, request } = served;
  const common = head(served, "chat.completion.chunk");
  const chunk = (delta: JsonObject, finish: string | null = null, logprobs: JsonObject | null = null) =>
    ({ ...common, choices: [{ index: 0, delta, logprobs, finish_reason: finish }] }) as JsonObject;
  const { usage } = answer;
  const wantsUsage = objectIn(request, "stream_options")?.include_usage === true;
  return [
    chunk({ role: "assistant", content: "" }, null, writtenLogprobs(answer)),
    ...pieces(answer.text).map((content) => chunk({ content })),
    ...answer.toolCalls.flatMap((call, index) => {
      const { id, type, ...rest } = writtenCall(call, request);
      const [kind, { name, ...written }] = Object.entries(rest)[0] as [string, JsonObject];
      const empty = Object.fromEntries(Object.keys(written).map((field) => [field, ""]));
      return [
        chunk({ tool_calls: [{ index, id, type, [kind]: { name, ...empty } } as JsonObject] }),
        chunk({ tool_calls: [{ index, [kind]: written }] }),
      ];
    }),
    chunk({}, finishReasons[answer.finish]),
    ...(usage && wantsUsage ? [{ ...common, choices: [], usage: writtenUsage(usage) }] : []),
    "[DONE]",
  ];
}

/** This API has no name for other endings. */
const finishReasons = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  other: "stop",
} as const;

function head({ digest, model }: Served, object: string) {
  return { id: `chatcmpl-${digest}`, object, created: 0, model };
}

function writtenCall({ id, name, arguments: given }: ModelToolCall, request: JsonObject): JsonObject {
  const written = writtenArguments(given);
  const isCustom = (listIn(request, "tools") ?? []).some((tool) => textIn(objectIn(tool, "custom"), "name") === name);
  if (isCustom) return { id, type: "custom", custom: { name, input: written } };
  return { id, type: "function", function: { name, arguments: written } };
}

function writtenLogprobs({ logprobs }: ModelAnswer): JsonObject | null {
  if (!logprobs) return null;
  const token = (given: { token: string; logprob: number }) => ({
    token: given.token,
    logprob: given.logprob,
    bytes: null,
  });
  return { content: logprobs.map((given) => ({ ...token(given), top_logprobs: given.top.map(token) })), refusal: null };
}

function writtenUsage({ inputTokens, outputTokens, cachedTokens, reasoningTokens }: Usage): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedTokens } }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
