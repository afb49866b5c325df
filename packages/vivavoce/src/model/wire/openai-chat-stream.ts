import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { listIn, objectIn, textIn } from "../read-json.ts";
import { errorIn, errorWarning, textOf } from "./reading.ts";

const spoken = ["refusal", "reasoning_content", "reasoning"] as const;

interface Told {
  body: JsonObject;
  /** Whether the model said why it ended. */
  ended: boolean;
  warnings: string[];
}

/** The completion that the chunks of a stream add up to. */
export function completionFromChunks(chunks: readonly JsonObject[]): Told {
  const body: JsonObject = {};
  const message: JsonObject = { content: "" };
  const calls: JsonObject[] = [];
  const logprobs: JsonValue[] = [];
  const warnings = new Set<string>();
  let finish: string | undefined;

  for (const chunk of chunks) {
    const error = errorIn(chunk);
    if (error) warnings.add(errorWarning(error));
    for (const field of ["model", "usage"]) {
      const value = chunk[field] ?? null;
      if (value !== null) body[field] = value;
    }
    for (const choice of listIn(chunk, "choices") ?? []) {
      if (isJsonObject(choice) && (choice.index ?? 0) !== 0) {
        warnings.add("the answer has several choices, of which only the first is read");
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
  return { body: { ...body, choices: [choice] }, ended: finish !== undefined, warnings: [...warnings] };
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
