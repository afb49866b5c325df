import { isJsonObject, type JsonObject, type JsonValue, jsonIn, safeLine, showValue } from "../../base/index.ts";
import { isEmpty, type LooseToolCall } from "../../shape/index.ts";
import { textOf, unpacked } from "../import/safe-json.ts";

/** What a tool returned, by the id of its call or by its name. */
interface LooseToolResult {
  id?: string | undefined;
  name?: string | undefined;
  value: JsonValue;
  failed: boolean;
}

/** One message of a conversation, whoever wrote it down. */
export interface LooseMessage {
  role: "system" | "user" | "assistant" | "tool";
  text: string;
  calls: LooseToolCall[];
  results: LooseToolResult[];
  /** The same in the order in which it stands. */
  parts: (string | { call: LooseToolCall } | { result: LooseToolResult })[];
  /** Kinds of parts that are not text, such as images: a mark stands in their place. */
  media: string[];
  /** What in it cannot be read. */
  flaws: string[];
  /** What says that the answer itself came to nothing, whatever its text: "finish_reason: error". */
  broken?: string | undefined;
}

/** By the names of roles, and of items that have a type in place of a role. */
const roles = new Map<string, LooseMessage["role"]>([
  ["system", "system"],
  ["developer", "system"],
  ["reasoning", "system"],
  ["user", "user"],
  ["human", "user"],
  ["assistant", "assistant"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["function_call", "assistant"],
  ["tool", "tool"],
  ["function", "tool"],
  ["function_call_output", "tool"],
]);

/**
 * A message in any of the usual forms: OpenAI's chat and items, the `parts` of OpenTelemetry, Gemini and the AI SDK's
 * user interface, the content blocks of Anthropic, Bedrock and the AI SDK, LangChain's, the channels of gpt-oss. A text
 * says why it is not a message.
 */
export function readMessage(given: unknown): LooseMessage | string {
  if (!isJsonObject(given)) return "it is not a message with a role";
  // LangChain writes { type, data }.
  const isWrapped = given.role === undefined && isJsonObject(given.data);
  const value: JsonObject = isWrapped ? { ...(given.data as JsonObject), type: given.type ?? null } : given;
  const name = value.role ?? value.type;
  if (typeof name !== "string") return "it is not a message with a role";
  const role = roles.get(name.toLowerCase());
  if (!role) return `its role ${showValue(name)} is not system, user, assistant or tool`;
  const message: LooseMessage = { role, text: "", calls: [], results: [], parts: [], media: [], flaws: [] };
  const isItem = value.role === undefined && name.startsWith("function_call");
  // Where there are both, the content is the text alone.
  const content = isItem ? [value] : [value.parts ?? []].flat().length > 0 ? value.parts : value.content;
  if (isJsonObject(content) || typeof content === "number" || typeof content === "boolean")
    message.flaws.push("its content is neither a text nor a list of parts");
  else for (const part of [content ?? []].flat()) readPart(part, message);
  if (role === "assistant") readChannel(value, message);
  readCallsBeside(value, message);
  if (typeof value.refusal === "string") message.parts.push(value.refusal);
  message.text = message.parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");
  if (role === "tool" && message.results.length === 0) {
    const result = { id: idIn(value), name: ownTool(stringIn(value, "name")), value: unpacked(message.text) };
    const failed = value.status === "error" || value.is_error === true || value.isError === true || hasError(value);
    if (message.text === "" && hasError(value)) result.value = value.error ?? null;
    message.results = [{ ...result, failed }];
    message.parts = [{ result: message.results[0] as LooseToolResult }];
    message.text = "";
  }
  if (role === "assistant") message.broken = brokenBy(value);
  return message;
}

/**
 * Why an answer, or a whole conversation, came to nothing. A text beside an error is an apology, or what was there until
 * then; an agent that Viva asks fails by it, too.
 */
export function brokenBy(value: JsonObject): string | undefined {
  if (hasError(value)) return `error: ${safeLine(textOf(value.error ?? null), 200)}`;
  const ends = {
    status: /^(?:failed|error)$/,
    finish_reason: /^error$/,
    finishReason: /^error$/,
    stop_reason: /^error$/,
  };
  const [field] = Object.entries(ends).find(([name, bad]) => bad.test(stringIn(value, name) ?? "")) ?? [];
  return field && `${field}: ${stringIn(value, field)}`;
}

function hasError({ error }: JsonObject): boolean {
  return error !== undefined && !isEmpty(error);
}

/** In the messages of gpt-oss, a recipient is the tool that gets the text as its arguments, and `analysis` holds thoughts. */
function readChannel(value: JsonObject, message: LooseMessage): void {
  const recipient = stringIn(value, "recipient");
  // Elsewhere, a recipient may be a person.
  if (stringIn(value, "channel") === undefined && !recipient?.startsWith("functions.")) return;
  const isCall = recipient !== undefined && !/^(?:all|user|assistant)$/.test(recipient);
  if (!isCall && value.channel !== "analysis") return;
  const texts = message.parts.filter((part) => typeof part === "string");
  message.parts = message.parts.filter((part) => typeof part !== "string");
  if (isCall) addCall({ name: ownTool(recipient) ?? "", arguments: texts.join("") }, message);
}

/** gpt-oss has the tools that it is offered under `functions`. */
function ownTool(name: string | undefined): string | undefined {
  return name?.replace(/^functions\./, "");
}

/** The fields of a message that list tool calls. LangChain keeps those apart whose arguments are not JSON. */
const callLists = ["tool_calls", "toolCalls", "invalid_tool_calls", "toolInvocations"];
/** The fields that hold one call, or none. */
const singleCalls = ["function_call", "functionCall", "tool_call", "toolCall"];

/** The calls beside a message's content. One that is passed over would make the agent look better than it is. */
function readCallsBeside(value: JsonObject, message: LooseMessage): void {
  // LangChain's older messages have the calls only here, as the model gave them; newer ones have them twice.
  const given = isJsonObject(value.additional_kwargs) ? { ...value.additional_kwargs, ...value } : value;
  const twice = isJsonObject(value.additional_kwargs) ? value.additional_kwargs.tool_calls : undefined;
  for (const calls of [...callLists.map((name) => given[name]), twice]) {
    if (Array.isArray(calls))
      for (const call of calls) isJsonObject(call) ? addBoth(call, undefined, message) : addCall(call, message);
    else if ((calls ?? null) !== null) message.flaws.push("its tool calls are not a list");
  }
  if (message.role !== "assistant") return;
  for (const name of singleCalls) if ((given[name] ?? null) !== null) addCall(given[name] ?? null, message);
  const known = [...callLists, ...singleCalls];
  for (const [name, field] of Object.entries(value)) {
    const isEmpty = typeof field !== "object" || field === null || Object.keys(field).length === 0;
    const mayHoldCalls = /tool|function|call/i.test(name) && !/result|output|response/i.test(name);
    if (!isEmpty && mayHoldCalls && !known.includes(name))
      message.flaws.push(`its field “${safeLine(name, 60)}” cannot be read`);
  }
}

/** The messages of a list, or of its JSON text; undefined where it is not such a list. */
export function readMessages(value: unknown): LooseMessage[] | undefined {
  const list = typeof value === "string" ? jsonIn(value) : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const messages = list.map(readMessage);
  return messages.every((message) => typeof message !== "string") ? messages : undefined;
}

/** What the agent thought, and what only accompanies a message. A picture or a sound is named where it stood. */
const unspoken = /^(?:reasoning|(?:redacted_)?thinking|step-start|source-\w+|tool-approval-\w+)$/;

function readPart(part: JsonValue, message: LooseMessage): void {
  if (part === null) return;
  if (typeof part === "string") return void message.parts.push(part);
  if (!isJsonObject(part)) return void message.flaws.push(`${showValue(part)} is not a part of a message`);
  const type = stringIn(part, "type") ?? (typeof part.text === "string" ? "text" : "part");
  if (part.thought === true || part.reasoningContent !== undefined || unspoken.test(type)) return;
  if (/^(?:input_|output_)?text$/.test(type)) return void message.parts.push(textOf(part.text ?? part.content ?? ""));
  if (type === "refusal") return void message.parts.push(textOf(part.refusal ?? part.text ?? ""));
  if (/^(?:tool[_-]call|(?:server_|mcp_)?tool_use|function_call)$/.test(type)) return void addCall(part, message);
  if (isJsonObject(part.functionCall)) return void addCall(part.functionCall, message);
  if (/^(?:tool[_-](?:call_response|result)|\w+_tool_result|function_call_output|tool-error)$/.test(type))
    return void addResult(part, message);
  if (isJsonObject(part.functionResponse)) return void addResult(part.functionResponse, message);
  // Bedrock names a part by its only field.
  if (isJsonObject(part.toolUse)) return void addCall(part.toolUse, message);
  if (isJsonObject(part.toolResult))
    return void addResult({ ...part.toolResult, isError: part.toolResult.status === "error" }, message);
  // A message of the AI SDK's user interface holds a call and its result in one part, under the tool's name.
  if (isJsonObject(part.toolInvocation)) return void addBoth(part.toolInvocation, undefined, message);
  if (/^(?:tool-.|dynamic-tool$)/.test(type) && idIn(part) !== undefined)
    return void addBoth(part, type.slice(5), message);
  const named = type === "part" ? Object.keys(part).join(" ") : type;
  if (/tool|function|call/i.test(named))
    return void message.flaws.push(`its part “${safeLine(named, 60)}” cannot be read`);
  message.media.push(type);
  message.parts.push(`[${type}]`);
}

function addCall(value: JsonValue, message: LooseMessage): void {
  const inner = isJsonObject(value) ? ([value.function, value.custom].find(isJsonObject) ?? value) : value;
  const name = isJsonObject(inner) ? nameIn(inner) : undefined;
  if (!isJsonObject(value) || !isJsonObject(inner) || name === undefined)
    return void message.flaws.push("a tool call in it has no name");
  const id = idIn(value);
  const isWrittenTwice = message.parts.some(
    (part) =>
      id !== undefined && typeof part === "object" && "call" in part && part.call.id === id && part.call.name === name,
  );
  if (isWrittenTwice) return;
  const call = { id, name, arguments: inner.arguments ?? inner.args ?? inner.input ?? inner.parameters };
  message.calls.push(call);
  message.parts.push({ call });
}

function addResult(part: JsonObject, message: LooseMessage, name = nameIn(part)): void {
  const given =
    (hasError(part) ? part.error : undefined) ?? part.output ?? part.result ?? part.response ?? part.content ?? null;
  // The AI SDK wraps a tool's output in its type.
  const wrapped = isJsonObject(given) && typeof given.type === "string" ? given : undefined;
  const denied = wrapped?.type === "execution-denied";
  const value = denied ? (wrapped.reason ?? "denied") : (wrapped?.value ?? given);
  const failed =
    part.is_error === true ||
    part.isError === true ||
    hasError(part) ||
    denied ||
    /^error-/.test(String(wrapped?.type));
  const result = { id: idIn(part), name, value: resultValue(value), failed };
  message.results.push(result);
  message.parts.push({ result });
}

function addBoth(part: JsonObject, tool: string | undefined, message: LooseMessage): void {
  const name = nameIn(part) ?? tool;
  addCall({ ...part, ...(name === undefined ? {} : { name }) }, message);
  const failed = typeof part.errorText === "string";
  const value = failed ? part.errorText : (part.output ?? part.result);
  if (value !== undefined) addResult({ id: idIn(part) ?? "", output: value, isError: failed }, message, name);
}

/** Anthropic wraps a result in a list of texts, Bedrock also in a list of JSON. Tools answer in text; JSON objects and lists among them are read as such. */
function resultValue(value: JsonValue): JsonValue {
  const texts = Array.isArray(value) ? value.map((part) => (isJsonObject(part) ? part.text : undefined)) : [];
  if (texts.length > 0 && texts.every((text) => typeof text === "string")) return unpacked(texts.join("\n\n"));
  const [only, ...others] = Array.isArray(value) ? value : [];
  return unpacked(others.length === 0 && isJsonObject(only) && only.json !== undefined ? only.json : value);
}

function nameIn(value: JsonObject): string | undefined {
  return stringIn(value, "name") ?? stringIn(value, "toolName") ?? stringIn(value, "tool_name");
}

function idIn(value: JsonObject): string | undefined {
  const names = ["tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "id"];
  return names.map((name) => stringIn(value, name)).find((id) => id !== undefined);
}

function stringIn(value: JsonObject, name: string): string | undefined {
  const found = value[name];
  return typeof found === "string" && found !== "" ? found : undefined;
}
