import {
  hashOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonIn,
  safeLine,
  toJsonValue,
} from "../../base/index.ts";
import { textIn } from "../read-json.ts";
import type { ModelAnswer } from "../types.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { fitted } from "./fitting.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { brokenOff, errorsIn, textOf } from "./reading.ts";
import { eventText, serverEvents } from "./sse.ts";
import type { Api, Dialect, RequestReading, Served, WireRequest } from "./types.ts";

const dialects: readonly Dialect[] = [openaiChat, openaiResponses, anthropicMessages].map(dialect);

/** The dialect that a path belongs to, by how it ends: "/v1/chat/completions?api-version=1". */
export function dialectOf(path: string): Dialect | undefined {
  const bare = path.replace(/\?.*$/s, "").replace(/\/$/, "");
  return dialects.find((dialect) => dialect.path.test(bare));
}

/** Undefined for requests that are forwarded without being read. */
export function dialectNamed(name: WireRequest["dialect"]): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name);
}

/** What all APIs have in common. A request is read once, however many ask. */
function dialect(api: Api): Dialect {
  const readings = new WeakMap<object, RequestReading>();
  const readRequest = (body: JsonValue): RequestReading => {
    const known = isJsonObject(body) ? readings.get(body) : undefined;
    if (known) return known;
    const read = api.readRequest(body);
    const reading = {
      ...read,
      model: textIn(body, "model") ?? "",
      streamed: isJsonObject(body) && body.stream === true,
      lastLine: lastWords(read.messages),
    };
    if (isJsonObject(body)) readings.set(body, reading);
    return reading;
  };
  return {
    ...api,
    readRequest,
    hashed: (body) => without(body, ...api.transport),
    readEvents(pieces, tools) {
      const stream = streamReading(pieces);
      const { body, ended, warnings = [] } = api.joined(stream.events, stream.done);
      const answer = api.readAnswer(body, tools);
      const errors = new Set(stream.events.flatMap(errorsIn));
      const all = [...stream.warnings, ...errors, ...warnings, ...(answer.warnings ?? [])];
      // The model has not said why it ended.
      if (!ended) return { ...answer, finish: "other", warnings: [...all, brokenOff] };
      return all.length > 0 ? { ...answer, warnings: all } : answer;
    },
    decode: (body) => fitted(api.title, body, api.decode),
    encode: (answer, request) => api.encode(served(answer, request)),
    encodeEvents: (answer, request) => api.events(served(answer, request)).map(eventText),
    errorEvent: (message) => eventText(api.errorEvent?.(message) ?? api.error(message)),
  };
}

/** A request without some of its fields. */
function without(body: JsonValue, ...fields: readonly string[]): JsonValue {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
}

function served(answer: ModelAnswer, request: JsonObject): Served {
  const { text, toolCalls, servedModel } = answer;
  const told = { text, toolCalls: toJsonValue(toolCalls), request: without(request, "stream", "stream_options") };
  return { answer, request, digest: hashOf(told).slice(0, 24), model: servedModel ?? textIn(request, "model") ?? "" };
}

/** What the user said last; messages with only tool results or pictures have no words. */
function lastWords(messages: readonly JsonValue[]): string | undefined {
  for (const message of messages.toReversed()) {
    if (textIn(message, "role") !== "user") continue;
    const words = textOf((message as JsonObject).content);
    if (words.trim() !== "") return words;
  }
  return undefined;
}

/** The data of a stream's events; `done`: the stream said `[DONE]`. */
function streamReading(pieces: readonly string[]): { events: JsonObject[]; warnings: string[]; done: boolean } {
  const reading = { events: [] as JsonObject[], warnings: [] as string[], done: false };
  for (const { data } of serverEvents(pieces)) {
    const event = jsonIn(data);
    if (isJsonObject(event)) reading.events.push(event);
    else if (data.trim() === "[DONE]") reading.done = true;
    else reading.warnings.push(`an event of the stream is not a JSON object: ${safeLine(data, 100)}`);
  }
  return reading;
}
