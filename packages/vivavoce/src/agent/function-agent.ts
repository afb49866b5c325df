import { randomUUID } from "node:crypto";
import { isJsonObject, showValue } from "../base/index.ts";
import type { Message, World } from "../shape/index.ts";
import { dialogue, type Piece, recordPieces } from "./dialogue.ts";
import { type Agent, type AgentContext, type AgentEvent, AgentFailure, type Session, type ToolSpec } from "./types.ts";

/** What a reply function may use: the trial's context, and the conversation so far. */
export interface ReplyContext<W extends World = World> extends AgentContext<W> {
  /** All that was said, the case's history first; the user's message is the last one. */
  messages: Message[];
  /** The same in every exchange of this conversation and in no other: a thread id for frameworks that keep threads. */
  conversation: string;
  /** Aborted when the exchange is over. */
  signal: AbortSignal;
}

/** What a reply function may return. Nothing, if it has given everything to `context.record`. */
export type Reply =
  | string
  | AgentEvent
  | readonly Piece[]
  | AsyncIterable<Piece>
  | ReadableStream<Piece | Uint8Array>
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has this type
  | void;

/** A function that gets what the user says and returns what the agent says. */
export type ReplyFunction<W extends World = World> = (
  message: string,
  context: ReplyContext<W>,
) => Reply | Promise<Reply>;

/** What an agent has besides its function. */
export interface FunctionAgentOptions {
  /** By default the function's own name. */
  name?: string;
  /** Part of the agent's identity; "1" by default. */
  version?: string;
  /** The agent's tools; its calls are checked against them. */
  tools?: ToolSpec[];
}

/**
 * An agent made of one function, called once for each message of the user. It returns what the agent says: a text, a list
 * of texts and events, or a stream of them.
 *
 * @example
 * functionAgent(async (message, { messages }) => {
 *   const answer = await client.chat.completions.create({ model: "gpt-5-mini", messages });
 *   return answer.choices[0].message.content;
 * });
 */
export function functionAgent<W extends World = World>(
  reply: ReplyFunction<W>,
  { name = reply.name || "agent", version = "1", tools }: FunctionAgentOptions = {},
): Agent<W> {
  return { name, version, ...(tools ? { tools } : {}), open: (context) => sessionOf(reply, context) };
}

function sessionOf<W extends World>(reply: ReplyFunction<W>, context: AgentContext<W>): Session {
  const conversation = randomUUID();
  return dialogue(context, async ({ message, history, record, signal }) => {
    const messages: Message[] = [...history, { role: "user", content: message }];
    const returned = await reply(message, { ...context, record, messages, conversation, signal });
    await recordReply(returned, record, signal);
  });
}

async function recordReply(returned: unknown, record: (event: AgentEvent) => void, signal: AbortSignal): Promise<void> {
  if (returned === undefined || returned === null) return;
  if (typeof returned === "string") record({ type: "text", text: returned });
  // A list holds whole texts, a stream the pieces of some.
  else if (Array.isArray(returned)) for (const piece of returned) record(asEvent(piece));
  else if (isStream(returned)) await recordPieces(words(returned), record, signal);
  else record(asEvent(returned));
}

function asEvent(piece: unknown): AgentEvent {
  if (typeof piece === "string") return { type: "text", text: piece };
  if (isEventLike(piece)) return piece;
  const hint = isAgent(piece)
    ? ", which is an agent: a function that makes agents takes one parameter, the variant"
    : "";
  throw new AgentFailure(
    `the reply function returned ${showValue(piece)}${hint}; it must return text, events such as { type: "text", text }, or a stream of them`,
  );
}

/** `record` reports what is wrong inside an event. */
function isEventLike(piece: unknown): piece is AgentEvent {
  return isJsonObject(piece) && typeof piece.type === "string";
}

function isAgent(value: unknown): boolean {
  return typeof (value as { open?: unknown } | null)?.open === "function";
}

function isStream(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** Decodes bytes, such as those of an HTTP body, to text. */
async function* words(stream: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Piece> {
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    if (typeof piece === "string") yield piece;
    else yield piece instanceof Uint8Array ? decoder.decode(piece, { stream: true }) : asEvent(piece);
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** A plain function that replies is an agent too. `name` is for a function without a name of its own. */
export function asAgent<W extends World>(given: Agent<W> | ReplyFunction<W>, name: string): Agent<W> {
  if (typeof given !== "function") return given;
  const isNamed = given.name !== "" && given.name !== "agent";
  return functionAgent(given, { name: isNamed ? given.name : name });
}
