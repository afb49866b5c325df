import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { completionAnswer } from "../openai-response.ts";
import { listIn, numberIn, objectIn, textIn, toolCallId } from "../read-json.ts";
import type { ModelAnswer, ModelTool } from "../types.ts";
import { servedCompletions } from "./openai-chat-served.ts";
import { failureIn, openaiError, textOf, toolOffered, toolResult } from "./reading.ts";
import type { Api, ToolResult } from "./types.ts";

/** POST /chat/completions, which most servers understand. */
export const openaiChat: Api = {
  name: "openai-chat",
  title: "chat completions",
  path: /\/chat\/completions$/,
  transport: ["stream", "stream_options"],
  readRequest(body) {
    const messages = listIn(body, "messages") ?? [];
    const answers = numberIn(body, "n") ?? 1;
    // Functions of the older form have their own list.
    const tools = [...(listIn(body, "tools") ?? []), ...(listIn(body, "functions") ?? [])];
    return {
      messages: messages as JsonValue[],
      tools: tools.flatMap((tool) => toolOffered(objectIn(tool, "function") ?? objectIn(tool, "custom") ?? tool)),
      ...(answers > 1 && { answers }),
      results: messages.flatMap(resultIn),
    };
  },
  readAnswer,
  joined: completionFromChunks,
  ...servedCompletions,
  error: openaiError,
};

/** The result of a tool, or of a call in the older form, which has no id: there is only one in an answer. */
function resultIn(message: unknown): ToolResult[] {
  const role = textIn(message, "role");
  if (role !== "tool" && role !== "function") return [];
  const id = role === "tool" ? textIn(message, "tool_call_id") : toolCallId([], 0);
  return toolResult(id, (message as JsonObject).content);
}

function readAnswer(body: JsonValue, tools: readonly ModelTool[] = []): ModelAnswer {
  const choices = listIn(body, "choices") ?? [];
  const choice = (choices[0] ?? {}) as JsonObject;
  const message = objectIn(choice, "message");
  const said = { ...message, content: textOf(message?.content ?? "", "") };
  const whole = { ...(body as JsonObject), choices: [{ ...choice, message: said }] };
  const read = completionAnswer(whole, { messages: [], tools: [...tools] }) as ModelAnswer;
  const warnings = [
    ...failureIn(body, message !== undefined, "a chat completion"),
    ...(choices.length > 1 ? [`the answer has ${choices.length} choices, of which only the first is read`] : []),
    ...(read.warnings ?? []),
  ];
  return warnings.length > 0 ? { ...read, warnings } : read;
}

const spoken = ["refusal", "reasoning_content", "reasoning"] as const;

/** The completion that the chunks of a stream add up to. */
function completionFromChunks(chunks: readonly JsonObject[], done: boolean): ReturnType<Api["joined"]> {
  const body: JsonObject = {};
  const message: JsonObject = { content: "" };
  const calls: JsonObject[] = [];
  const logprobs: JsonValue[] = [];
  let hasOthers = false;
  let finish: string | undefined;

  for (const chunk of chunks) {
    for (const field of ["model", "usage"]) {
      const value = chunk[field] ?? null;
      if (value !== null) body[field] = value;
    }
    for (const choice of listIn(chunk, "choices") ?? []) {
      if (isJsonObject(choice) && (choice.index ?? 0) !== 0) {
        hasOthers = true;
        continue;
      }
      const delta = objectIn(choice, "delta");
      message.content += textOf(delta?.content, "");
      for (const field of spoken) {
        const more = textIn(delta, field);
        if (more !== undefined) message[field] = `${message[field] ?? ""}${more}`;
      }
      const older = objectIn(delta, "function_call");
      if (older) message.function_call = joinedCall(objectIn(message, "function_call") ?? {}, older);
      for (const part of listIn(delta, "tool_calls") ?? []) if (isJsonObject(part)) addToCalls(calls, part);
      logprobs.push(...((listIn(objectIn(choice, "logprobs"), "content") ?? []) as JsonValue[]));
      finish = textIn(choice, "finish_reason") ?? finish;
    }
  }
  const choice: JsonObject = {
    message: { ...message, ...(calls.length > 0 && { tool_calls: calls }) },
    finish_reason: finish ?? null,
    ...(logprobs.length > 0 && { logprobs: { content: logprobs } }),
  };
  const warnings = hasOthers ? ["the answer has several choices, of which only the first is read"] : [];
  return { body: { ...body, choices: [choice] }, ended: done || finish !== undefined, warnings };
}

/**
 * Parts of a call belong together by index. If a server sends no index, an id starts a new call. Some servers give all
 * calls of an answer the same index; there a new id with a name starts one. Others give each part a new id, without a name.
 */
export function addToCalls(calls: JsonObject[], part: JsonObject): void {
  const id = textIn(part, "id");
  const isNamed = Boolean(textIn(objectIn(part, "function") ?? objectIn(part, "custom"), "name"));
  const isNew = (call: JsonObject) => isNamed && Boolean(id) && Boolean(call.id) && call.id !== id;
  const same = (call: JsonObject) =>
    typeof part.index === "number" ? call.index === part.index && !isNew(call) : id !== undefined && call.id === id;
  let call = calls.findLast(same);
  if (!call && part.index === undefined && !id) call = calls.at(-1);
  if (!call) {
    call = { index: part.index ?? null };
    calls.push(call);
  }
  if (id) call.id = id;
  for (const kind of ["function", "custom"]) {
    const more = objectIn(part, kind);
    if (more) call[kind] = joinedCall(objectIn(call, kind) ?? {}, more);
  }
}

/** The name comes once, the arguments in pieces. */
function joinedCall(call: JsonObject, more: JsonObject): JsonObject {
  const joined: JsonObject = { ...call };
  const name = textIn(more, "name");
  if (name) joined.name = name;
  for (const field of ["arguments", "input"]) {
    const written = more[field] ?? null;
    if (typeof written === "string") joined[field] = `${call[field] ?? ""}${written}`;
    // Some servers send the arguments as an object, whole.
    else if (written !== null) joined[field] = written;
  }
  return joined;
}
