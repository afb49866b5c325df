import { isJsonObject, type JsonObject, type JsonValue, jsonIn, safeLine, valueAt } from "../../base/index.ts";
import { addToCalls, objectIn, textIn } from "../../model/index.ts";
import { isEmpty } from "../../shape/index.ts";
import type { Piece } from "../dialogue.ts";
import { type AgentEvent, AgentFailure } from "../types.ts";
import { agUiProtocol } from "./ag-ui-protocol.ts";
import type { HttpAgentOptions, HttpReply, HttpTurn } from "./options.ts";
import { jsonOf, objectOf, type Protocol } from "./protocol.ts";
import type { ServerSession } from "./server-session.ts";

/** The protocol that an agent's options name, or its server's own shape. */
export function protocolOf(options: HttpAgentOptions, session: ServerSession): Protocol {
  switch (options.protocol) {
    case "viva":
      return vivaProtocol();
    case "openai":
      return openAiProtocol(options.name);
    case "ag-ui":
      return agUiProtocol();
    default:
      return mappedProtocol(options, session);
  }
}

/**
 * Viva's own protocol: the message is `{ type: "say", conversation, text, history }`, and the answer is the agent's
 * events, one line of JSON each. The reply ends with the answer.
 */
function vivaProtocol(): Protocol {
  const read = (line: string): readonly Piece[] => {
    if (line.trim() === "") return [];
    const event = objectOf(line);
    if (event.type === "fail") throw new AgentFailure(String(event.message ?? "the server says that it has failed"));
    return [event as unknown as AgentEvent];
  };
  return {
    body: ({ message, conversation, history, heard }) => ({ type: "say", conversation, text: message, history, heard }),
    stream: "ndjson",
    whole: (text) => text.split("\n").flatMap(read),
    part: read,
  };
}

/** A server's own shape of requests and answers, as its owner describes it. */
function mappedProtocol(options: HttpAgentOptions, session: ServerSession): Protocol {
  const { request = options.session === undefined ? withHistory : withSession, reply, stream, events } = options;
  const read = (text: string) => {
    const body = jsonOf(text);
    session.readBody(body);
    return body;
  };
  return {
    body: request,
    stream,
    whole(text) {
      // Nobody reads a page aloud: it is that of an error, or of a login.
      if (reply === undefined && isPage.test(text)) throw failing("answer is a web page", text);
      if (reply === undefined) return plainText(text, session);
      const body = read(text);
      return typeof reply === "string" ? textAt(body, reply, text) : piecesOf(reply(body));
    },
    part(data, event) {
      if (data === "[DONE]") return [];
      if (events) return piecesOf(events(leniently(data, session), event));
      if (/^(?:error|failed|failure|exception)$/i.test(event ?? "")) throw failing("stream holds an error", data);
      if (reply === undefined) return plainText(data, session);
      // A sign of life.
      if (data.trim() === "") return [];
      const body = read(data);
      if (typeof reply === "function") return piecesOf(reply(body));
      if (holdsError(body, reply)) throw failing("stream holds an error", data);
      const text = valueAt(body, reply);
      return typeof text === "string" ? [text] : [];
    },
  };
}

const withSession = ({ message, session }: HttpTurn) => ({ message, session });
const withHistory = ({ message, history }: HttpTurn) => ({ message, history });

const isPage = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b/i;

function plainText(text: string, session: ServerSession): readonly Piece[] {
  const body = leniently(text, session);
  if (typeof body === "string") return [body];
  throw new AgentFailure(
    `the server's answer is JSON, but httpAgent does not know where the agent's words are; give it reply: "/…": ${safeLine(text, 200)}`,
  );
}

/** Parses JSON; anything else is text. */
function leniently(text: string, session: ServerSession): JsonValue {
  const body = jsonIn(text);
  if (body !== undefined) session.readBody(body);
  // A number or "true" on its own is text of the agent.
  return (typeof body === "object" && body !== null) || typeof body === "string" ? body : text;
}

const failing = (what: string, text: string) => new AgentFailure(`the server's ${what}: ${safeLine(text, 200)}`);
/** Words beside an error are an apology, not a reply, unless the error itself is what `reply` points at. */
function holdsError(body: JsonValue, reply: string): boolean {
  const names = reply.split("/");
  return names.slice(1).some((_, depth) => {
    const at = names.slice(0, depth + 1).join("/");
    const beside = valueAt(body, at);
    return (
      isJsonObject(beside) &&
      Object.entries(beside).some(([name, field]) => name !== names[depth + 1] && saysFailure(name, field))
    );
  });
}

/** Whether a field beside the words says that the server could not do its work. */
function saysFailure(name: string, field: JsonValue): boolean {
  if (/^(?:errors?|exception|error_?(?:message|code|type))$/i.test(name)) return tellsOfError(field);
  if (/^(?:ok|success)$/i.test(name)) return field === false || field === "false";
  return /^(?:status(?:_?code)?|type)$/i.test(name) && /^(?:error|failed|failure|[45]\d\d)$/i.test(String(field));
}

/** Some servers send an error with each answer, mostly an empty one. */
function tellsOfError(error: JsonValue | undefined): boolean {
  return error !== undefined && !isEmpty(error);
}

function textAt(body: JsonValue, pointer: string, text: string): readonly Piece[] {
  if (holdsError(body, pointer)) throw failing("answer holds an error", text);
  const found = valueAt(body, pointer);
  if (typeof found === "string") return [found];
  if (Array.isArray(found) && found.every((one) => typeof one === "string"))
    return found.map((one) => ({ type: "text", text: one, continues: false }));
  throw failing(`answer has no text at ${pointer || "its root"}`, text);
}

function piecesOf(mapped: HttpReply): readonly Piece[] {
  if (mapped === undefined || mapped === null) return [];
  return Array.isArray(mapped) ? mapped : [mapped as Piece];
}

/** An agent that is asked like a model, at /chat/completions. It gets the whole conversation each time. */
function openAiProtocol(model: string): Protocol {
  /** The calls of an answer. In a stream, their arguments come in pieces. */
  let calls: JsonObject[] = [];
  let isFinished = false;

  function finished(): readonly Piece[] {
    isFinished = true;
    const made = calls;
    calls = [];
    return made.map(callOf);
  }

  return {
    body({ message, history }) {
      calls = [];
      isFinished = false;
      return { model, messages: [...history, { role: "user", content: message }], stream: true };
    },
    whole(text) {
      const said = valueAt(completionIn(text), "/choices/0/message");
      if (!isJsonObject(said)) throw failing("answer is not a chat completion", text);
      for (const [index, call] of callsIn(said).entries()) addToCalls(calls, { ...call, index });
      return [...wordsIn(said), ...finished()];
    },
    part(data) {
      if (data === "[DONE]") return isFinished ? [] : finished();
      const body = completionIn(data);
      const delta = valueAt(body, "/choices/0/delta");
      const words = isJsonObject(delta) ? wordsIn(delta) : [];
      for (const part of isJsonObject(delta) ? callsIn(delta) : []) addToCalls(calls, part);
      return typeof valueAt(body, "/choices/0/finish_reason") === "string" ? [...words, ...finished()] : words;
    },
    unfinished: () => (isFinished ? undefined : "without a finish_reason or [DONE]"),
  };
}

function callOf(call: JsonObject): Piece {
  const made = objectIn(call, "function") ?? objectIn(call, "custom");
  const id = textIn(call, "id") || undefined;
  return { type: "call", id, name: textIn(made, "name") ?? "", arguments: made?.arguments ?? made?.input };
}

/** Some servers send the text in parts. */
function wordsIn({ content, refusal }: JsonObject): Piece[] {
  const parts = Array.isArray(content) ? content.map((part) => valueAt(part, "/text")) : [content];
  const words = parts.filter((part) => typeof part === "string").join("");
  const said = words === "" && typeof refusal === "string" ? refusal : words;
  return said === "" ? [] : [said];
}

/** Old servers send one call in a field of its own. */
function callsIn({ tool_calls, function_call }: JsonObject): JsonObject[] {
  if (isJsonObject(function_call)) return [{ index: 0, function: function_call }];
  return Array.isArray(tool_calls) ? tool_calls.filter(isJsonObject) : [];
}

/** An answer, or a part of one. Some servers send an error with status 200, or in the middle of a stream. */
function completionIn(text: string): JsonValue {
  const body = jsonOf(text);
  const choices = valueAt(body, "/choices");
  const ended = valueAt(choices, "/0/finish_reason") === "error" ? "finish_reason: error" : undefined;
  const error = [valueAt(body, "/error"), valueAt(choices, "/0/error"), ended].find(tellsOfError);
  if (error !== undefined)
    throw failing("answer is an error", String((isJsonObject(error) ? error.message : error) ?? JSON.stringify(error)));
  // Of several choices a user gets one, and the answer does not say which.
  if (!Array.isArray(choices) || (choices.length <= 1 && !valueAt(choices, "/0/index"))) return body;
  throw new AgentFailure(
    "the server's answer has several choices, and Viva cannot tell which one the user gets: ask for one (n: 1)",
  );
}
