import { isJsonObject, type JsonObject, type JsonValue, safeLine } from "../../base/index.ts";
import { textIn } from "../read-json.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import { brokenOff, textOf, without } from "./reading.ts";
import { eventText, serverEvents } from "./sse.ts";
import type { Api, Dialect, RequestReading, WireRequest } from "./types.ts";

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
      const { body, ended, warnings } = api.joined(stream.events, stream.done);
      const answer = api.readAnswer(body, tools);
      const all = [...stream.warnings, ...warnings, ...(answer.warnings ?? [])];
      // The model has not said why it ended.
      if (!ended) return { ...answer, finish: "other", warnings: [...all, brokenOff] };
      return all.length > 0 ? { ...answer, warnings: all } : answer;
    },
    encodeEvents: (answer, request) => api.events(answer, request).map(eventText),
    errorEvent: (message) => eventText(api.errorEvent?.(message) ?? api.error(message)),
  };
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
    const event = data.trim() === "[DONE]" ? undefined : eventData(data);
    if (event) reading.events.push(event);
    else if (data.trim() === "[DONE]") reading.done = true;
    else reading.warnings.push(`an event of the stream is not a JSON object: ${safeLine(data, 100)}`);
  }
  return reading;
}

function eventData(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
