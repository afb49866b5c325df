import type { JsonObject } from "../../base/index.ts";
import type { Usage } from "../../shape/index.ts";
import { listIn, textIn } from "../read-json.ts";
import type { ChatMessage, ModelRequest, ModelToolCall } from "../types.ts";
import { callIn, type Fields, openaiSettings, outputIn, toolIn } from "./fitting.ts";
import { pieces, writtenArguments } from "./reading.ts";
import type { Api, Served } from "./types.ts";

/** Stands in for a provider that is asked by the Responses API. */
export const servedResponses = {
  decode: decodeResponse,
  encode: response,
  events: responseEvents,
} satisfies Partial<Api>;

/** A request of the Responses API as a ModelRequest. Refuses what relies on OpenAI's storage, such as earlier turns. */
function decodeResponse(asked: Fields): ModelRequest {
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

  return {
    messages,
    tools: asked.list("tools").flatMap((tool) => {
      const type = tool.text("type");
      return type === "function" ? toolIn(tool) : tool.refuseAll(type);
    }),
    output: outputIn(text?.fields("format"), (format) => format),
    ...openaiSettings(asked),
    maxTokens: asked.number("max_output_tokens"),
  };
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

/** An answer of the Responses API, with the fields that its SDKs need. Its time is 1970, because a replay has no clock. */
function response(served: Served): JsonObject {
  const { answer, request, digest, model } = served;
  const { finish, usage } = answer;
  const cut = finish === "length" ? "max_output_tokens" : finish === "content-filter" ? "content_filter" : undefined;
  return {
    id: `resp_${digest}`,
    object: "response",
    created_at: 0,
    status: cut ? "incomplete" : "completed",
    error: null,
    incomplete_details: cut ? { reason: cut } : null,
    instructions: request.instructions ?? null,
    metadata: request.metadata ?? {},
    model,
    output: outputOf(served),
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    temperature: request.temperature ?? null,
    tool_choice: request.tool_choice ?? "auto",
    tools: request.tools ?? [],
    top_p: request.top_p ?? null,
    ...(usage && { usage: writtenUsage(usage) }),
  };
}

/** The same as events: each item is announced, sent in pieces and sent whole, as SDKs expect. */
function responseEvents(served: Served): JsonObject[] {
  const whole = response(served);
  const { usage: _usage, ...rest } = whole;
  const begun = { ...rest, status: "in_progress", incomplete_details: null, output: [] };
  const ending = whole.status === "completed" ? "response.completed" : "response.incomplete";
  const events: [type: string, fields: JsonObject][] = [
    ["response.created", { response: begun }],
    ["response.in_progress", { response: begun }],
    ...outputOf(served).flatMap(itemEvents),
    [ending, { response: whole }],
  ];
  return events.map(([type, fields], index) => ({ type, sequence_number: index, ...fields }));
}

function itemEvents(item: JsonObject, index: number): [string, JsonObject][] {
  const place = { output_index: index, item_id: item.id as string };
  const begun = { ...item, status: "in_progress" };
  const whole: [string, JsonObject] = ["response.output_item.done", { output_index: index, item }];
  if (item.type === "message") {
    const [part] = item.content as [JsonObject];
    const text = part.text as string;
    const within = { ...place, content_index: 0 };
    return [
      ["response.output_item.added", { output_index: index, item: { ...begun, content: [] } }],
      ["response.content_part.added", { ...within, part: { ...part, text: "" } }],
      ...pieces(text).map((delta): [string, JsonObject] => [
        "response.output_text.delta",
        { ...within, delta, logprobs: [] },
      ]),
      ["response.output_text.done", { ...within, text, logprobs: [] }],
      ["response.content_part.done", { ...within, part }],
      whole,
    ];
  }
  const [kind, field] =
    item.type === "custom_tool_call" ? ["custom_tool_call_input", "input"] : ["function_call_arguments", "arguments"];
  const written = item[field] as string;
  return [
    ["response.output_item.added", { output_index: index, item: { ...begun, [field]: "" } }],
    [`response.${kind}.delta`, { ...place, delta: written }],
    [`response.${kind}.done`, { ...place, name: item.name as string, [field]: written }],
    whole,
  ];
}

/** Items have their own id, besides the call's id for its result. */
function outputOf({ answer: { text, toolCalls }, request, digest }: Served): JsonObject[] {
  const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  const message = { id: `msg_${digest}`, type: "message", status: "completed", role: "assistant", content };
  const calls = toolCalls.map(({ id, name, arguments: given }, position): JsonObject => {
    const call = { call_id: id, name, status: "completed" };
    const written = writtenArguments(given);
    const number = `${digest}_${position + 1}`;
    return isCustom(name, request)
      ? { id: `ctc_${number}`, type: "custom_tool_call", ...call, input: written }
      : { id: `fc_${number}`, type: "function_call", ...call, arguments: written };
  });
  return text === "" && calls.length > 0 ? calls : [message, ...calls];
}

/** Whether the request offered the tool as one that takes any text. */
function isCustom(name: string, request: JsonObject): boolean {
  return (listIn(request, "tools") ?? []).some(
    (tool) => textIn(tool, "type") === "custom" && textIn(tool, "name") === name,
  );
}

function writtenUsage({ inputTokens, outputTokens, cachedTokens = 0, reasoningTokens = 0 }: Usage): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
