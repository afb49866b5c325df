import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import type { Usage } from "../../shape/index.ts";
import { listIn, numberIn, objectIn, textIn, toolArguments, toolCallId, usageFrom } from "../read-json.ts";
import type { ModelAnswer, ModelTool, ModelToolCall } from "../types.ts";
import { servedResponses } from "./openai-responses-served.ts";
import { answerOf, failureIn, openaiError, textOf, toolOffered, toolResult, unreadItem } from "./reading.ts";
import type { Api } from "./types.ts";

/** POST /responses, which OpenAI's own frameworks use. */
export const openaiResponses: Api = {
  name: "openai-responses",
  title: "Responses",
  path: /\/responses$/,
  transport: ["stream", "stream_options"],
  readRequest(body) {
    const written = textIn(body, "input");
    const input = written === undefined ? (listIn(body, "input") ?? []) : [{ role: "user", content: written }];
    // Tools of other types are OpenAI's own.
    const isClients = (tool: unknown) => ["function", "custom"].includes(textIn(tool, "type") ?? "function");
    return {
      messages: input as JsonValue[],
      tools: (listIn(body, "tools") ?? []).flatMap((tool) => (isClients(tool) ? toolOffered(tool) : [])),
      results: input.flatMap((item) =>
        /_call_output$/.test(textIn(item, "type") ?? "")
          ? toolResult(textIn(item, "call_id"), (item as JsonObject).output)
          : [],
      ),
    };
  },
  readAnswer,
  joined: responseFromEvents,
  ...servedResponses,
  error: openaiError,
  errorEvent: (message) => ({
    type: "error",
    sequence_number: 0,
    code: "invalid_request_error",
    message,
    param: null,
  }),
};

function readAnswer(body: JsonValue, tools?: readonly ModelTool[]): ModelAnswer {
  const output = listIn(body, "output");
  const toolCalls: ModelToolCall[] = [];
  const warnings = failureIn(body, output !== undefined, "a response of the Responses API");
  let [text, reasoning, nameless, refused] = ["", "", 0, false];
  for (const item of output ?? []) {
    const type = textIn(item, "type");
    if (type === "message") {
      for (const part of listIn(item, "content") ?? []) {
        const refusal = textIn(part, "refusal");
        const said = refusal ?? textIn(part, "text");
        if (said === undefined) warnings.push(unreadItem(part));
        text += said ?? "";
        refused ||= refusal !== undefined;
      }
    } else if (type === "function_call" || type === "custom_tool_call") {
      const { name, arguments: given, input } = item as JsonObject;
      const id = textIn(item, "call_id") || toolCallId([], toolCalls.length);
      if (typeof name === "string") toolCalls.push({ id, name, arguments: toolArguments(given ?? input) });
      else nameless += 1;
    } else if (isForClient(item)) {
      toolCalls.push(clientCall(item));
    } else if (type === "reasoning") {
      reasoning += textOf(listIn(item, "summary")) + textOf(listIn(item, "content"));
    } else {
      warnings.push(unreadItem(item));
    }
  }
  const finish = refused ? "content-filter" : finishOf(body, toolCalls);
  const read = { text, toolCalls, finish, usage: usageOf(objectIn(body, "usage")), servedModel: textIn(body, "model") };
  return answerOf({ ...read, warnings, tools, besides: { reasoning, nameless } });
}

/** A call of a tool that OpenAI defines and the client runs: local_shell, shell, apply_patch, computer. */
function isForClient(item: unknown): item is JsonObject {
  return /_call$/.test(textIn(item, "type") ?? "") && textIn(item, "call_id") !== undefined;
}

/** What to do is not in `arguments` there, but in fields of each tool's own. */
function clientCall({ type, call_id, id: _id, status: _status, ...given }: JsonObject): ModelToolCall {
  return { id: String(call_id), name: String(type).replace(/_call$/, ""), arguments: given };
}

function finishOf(body: JsonValue, toolCalls: readonly ModelToolCall[]): ModelAnswer["finish"] {
  const status = textIn(body, "status");
  const reason = textIn(objectIn(body, "incomplete_details"), "reason");
  if (reason === "max_output_tokens") return "length";
  if (reason === "content_filter") return "content-filter";
  if (status === "failed" || status === "incomplete" || status === "cancelled") return "other";
  if (toolCalls.length > 0) return "tool-calls";
  return status === "completed" ? "stop" : "other";
}

function usageOf(usage: JsonObject | undefined): Usage | undefined {
  return usageFrom({
    inputTokens: numberIn(usage, "input_tokens"),
    outputTokens: numberIn(usage, "output_tokens"),
    cachedTokens: numberIn(objectIn(usage, "input_tokens_details"), "cached_tokens"),
    reasoningTokens: numberIn(objectIn(usage, "output_tokens_details"), "reasoning_tokens"),
  });
}

/** Which field of an item a kind of event adds to. */
const additions: Readonly<Record<string, "arguments" | "input" | "text" | "refusal">> = {
  "response.output_text.delta": "text",
  "response.refusal.delta": "refusal",
  "response.function_call_arguments.delta": "arguments",
  "response.custom_tool_call_input.delta": "input",
};

/**
 * The response that the events of a stream add up to. The last event has the whole; if that is missing, or has no output
 * as with some servers, it is put together from the items.
 */
function responseFromEvents(events: readonly JsonObject[]): ReturnType<Api["joined"]> {
  const items = new Map<number, JsonObject>();
  let body: JsonObject = {};
  let ended = false;
  for (const event of events) {
    const type = textIn(event, "type") ?? "";
    const told = objectIn(event, "response");
    if (told) body = told;
    if (told && /^response\.(?:completed|incomplete|failed)$/.test(type)) ended = true;

    const index = numberIn(event, "output_index") ?? items.size - 1;
    const item = objectIn(event, "item");
    if (item && /^response\.output_item\.(?:added|done)$/.test(type)) items.set(index, { ...item });
    const field = Object.hasOwn(additions, type) ? additions[type] : undefined;
    const delta = textIn(event, "delta");
    const added = items.get(index);
    if (field && delta !== undefined && added) addTo(added, field, delta, numberIn(event, "content_index") ?? 0);
  }
  const output = listIn(body, "output")?.length ? {} : { output: [...items.values()] };
  return { body: { ...body, ...output }, ended };
}

function addTo(item: JsonObject, field: "arguments" | "input" | "text" | "refusal", delta: string, index: number) {
  if (field === "arguments" || field === "input") {
    item[field] = `${textIn(item, field) ?? ""}${delta}`;
    return;
  }
  const content = (listIn(item, "content") ?? []).filter(isJsonObject);
  // A server may count wrong, so the order of arrival is kept.
  const at = Math.min(Math.max(0, Math.trunc(index)), content.length);
  content[at] = { ...content[at], [field]: `${textIn(content[at], field) ?? ""}${delta}` };
  item.content = content;
}
