import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { FailedCall } from "../model-error.ts";
import type { ModelAnswer, ModelRequest, ModelTool } from "../types.ts";
import type { Fields } from "./fitting.ts";

/** The APIs that Viva reads; anything else that it forwards is `unread`. */
type DialectName = "openai-chat" | "openai-responses" | "anthropic-messages";

/** A request as an agent's own client sent it. */
export interface WireRequest {
  dialect: DialectName | "unread";
  /** The path from the API's root, with its query: "/v1/chat/completions". */
  path: string;
  body: JsonValue;
  /** The headers without keys, cookies and those of the connection. */
  headers: Readonly<Record<string, string>>;
  /** Where the client was going, such as "https://api.openai.com"; left out if it was sent to the gateway itself. */
  origin?: string | undefined;
  /** A key of the client that is not one of Viva's. */
  key?: Readonly<Record<string, string>> | undefined;
}

/** An answer as it came over the wire: whole, or as the events of a stream with the milliseconds since the request. */
export interface WireAnswer {
  status: number;
  /** Only those that a client reads: content-type, retry-after. */
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  events?: readonly (readonly [ms: number, text: string])[] | undefined;
  /** Why the stream ended in the middle. */
  brokenOff?: string | undefined;
  /** What it says. */
  answer?: ModelAnswer | undefined;
  /** Why the answer says nothing: an error status, or something that cannot be read. */
  failure?: FailedCall["missing"] | undefined;
}

export type WireHead = Pick<WireAnswer, "status" | "headers">;

/** The result of a tool as the next request gives it back. */
export interface ToolResult {
  /** The call's. */
  id: string;
  content: JsonValue;
  isError?: boolean | undefined;
}

/** The parts of a request that Viva needs. */
export interface RequestReading {
  /** As the client names it: "gpt-5-mini". */
  model: string;
  streamed: boolean;
  /** The conversation so far, as the client wrote it. */
  messages: JsonValue[];
  /** What the user said last, in words. */
  lastLine?: string | undefined;
  tools: ModelTool[];
  /** How many answers the client asks for, if more than one. */
  answers?: number | undefined;
  /** The results of all tool calls in the conversation so far. */
  results: ToolResult[];
}

/** An answer to be written in a dialect, and the request that it answers. */
export interface Served {
  answer: ModelAnswer;
  request: JsonObject;
  /** The source of ids: the same if the same request gets the same answer. */
  digest: string;
  model: string;
}

/** One API for asking a model over HTTP: what is particular to it. Nothing is translated: it only reads, or writes an answer. */
export interface Api {
  name: DialectName;
  /** What it is usually called. */
  title: string;
  /** How its paths end. */
  path: RegExp;
  /** The fields of a request that only say how it is sent. */
  transport: readonly string[];
  /** Never throws: unknown parts are left out. */
  readRequest(body: JsonValue): Omit<RequestReading, "model" | "streamed" | "lastLine">;
  /**
   * What a whole answer says. Never throws: unknown items are named in `warnings`. With the tools that the request offered,
   * it also warns about a call that the model wrote as text.
   */
  readAnswer(body: JsonValue, tools?: readonly ModelTool[]): ModelAnswer;
  /** The answer that the events of a stream add up to, and whether the model said why it ended. */
  joined(events: readonly JsonObject[], done: boolean): { body: JsonObject; ended: boolean; warnings?: string[] };
  /** An answer in this dialect. */
  encode(served: Served): JsonObject;
  /** The same as the events of a stream. */
  events(served: Served): (JsonObject | string)[];
  /** The request for a model that is not asked over HTTP. */
  decode(asked: Fields): ModelRequest;
  /** An error as this dialect's clients expect it in the body. */
  error(message: string): JsonObject;
  /** The same in the middle of a stream, if it has another form there. */
  errorEvent?(message: string): JsonObject;
}

/** An API with what all of them have in common. */
export interface Dialect extends Pick<Api, "name" | "path" | "readAnswer" | "error"> {
  readRequest(body: JsonValue): RequestReading;
  /** The request for a model that is not asked over HTTP. Throws an InputError that names each field that does not fit. */
  decode(body: JsonValue): ModelRequest;
  /** The request without its transport. This is what is hashed. */
  hashed(body: JsonValue): JsonValue;
  /** What the text of a stream says, in whatever pieces it came, "event:" and "data:" lines included. */
  readEvents(pieces: readonly string[], tools?: readonly ModelTool[]): ModelAnswer;
  /** An answer in this dialect, to the request that it answers. */
  encode(answer: ModelAnswer, request: JsonObject): JsonObject;
  /** The same as the events of a stream, ready to be sent. */
  encodeEvents(answer: ModelAnswer, request: JsonObject): string[];
  /** An error in the middle of a stream, ready to be sent. */
  errorEvent(message: string): string;
}
