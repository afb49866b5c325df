import { z } from "zod";
import { InputError, type JsonValue } from "../../base/index.ts";
import type { Case, Message, Variant } from "../../shape/index.ts";
import type { Piece } from "../dialogue.ts";
import type { ToolSpec } from "../types.ts";

/** One message of the user, on its way to an agent's server. */
export interface HttpTurn {
  /** What the user says. */
  message: string;
  /** The server's name for the session; undefined in the first request, and if `session` is left out. */
  session: JsonValue | undefined;
  /** All that was said before this message, the case's history first. */
  history: Message[];
  /** The same in every request of this conversation and in no other: for servers that let the client name the session. */
  conversation: string;
  /** The case that is played. */
  case: Case;
  /** The choice under examination. */
  variant: Variant;
  /** What the user heard of the last reply, if this message interrupts it. */
  heard?: string | undefined;
}

/** What a mapping returns for an answer or a part of one. */
export type HttpReply = Piece | readonly Piece[] | undefined;

/** A server that Viva starts. */
export interface ServerStart {
  /** A program, by its path or its name in PATH. */
  command: string;
  /** "{port}" stands for the port. */
  args?: readonly string[];
  /** Where the server is started, from the suite's folder. */
  cwd?: string;
  /** Added to the environment, which has no other secrets. */
  env?: Readonly<Record<string, string>>;
  /** How long it may take until it is ready; 30 seconds by default. */
  readyMs?: number;
  /** A path that answers with 2xx when the server is ready, such as "/health". By default it is ready when it listens. */
  ready?: string;
}

/** Options of `httpAgent`. */
export interface HttpAgentOptions {
  /** What the agent is called in reports. */
  name: string;
  /** Where messages are sent by POST. "{port}" stands for a free port; each trial then starts its own server. */
  url: string;
  /** Part of the agent's identity; "1" if left out. */
  version?: string;
  /** The server's own files, relative to the suite: part of the agent's identity. */
  files?: readonly string[];
  /** The agent's tools; its calls are checked against them. */
  tools?: ToolSpec[];
  /** Left out if the server is running already. */
  start?: ServerStart;
  /** Sent with every message, such as a key. */
  headers?: Readonly<Record<string, string>>;
  /** The request's body, sent as JSON. By default { message, session }, or { message, history } without a session. */
  request?: (turn: HttpTurn) => unknown;
  /** Where the server gives its session: a JSON pointer into its answer, "header:x-session" or "cookie". */
  session?: string;
  /** The agent's words in an answer: a JSON pointer, or a function. By default the body is the text. */
  reply?: string | ((body: JsonValue) => HttpReply);
  /** How the server streams its answers. */
  stream?: "sse" | "ndjson";
  /** Reads a part of the stream; `data` is parsed if it is JSON. By default, `reply` is read from it. */
  events?: (data: JsonValue, event: string | undefined) => HttpReply;
  /** A known protocol, instead of session, reply, stream and events. `request` may still give the body. */
  protocol?: "viva" | "openai" | "ag-ui";
  /** The most conversations at the same time. With 1, `start` restarts the server for each of them. */
  concurrency?: number;
}

const pointer = /^(?:\/.*)?$/s;
const replyForm = 'a JSON pointer such as "/answer", or a function';
const texts = z.record(z.string(), z.string());
const shape = z.strictObject({
  name: z.string().min(1),
  url: z
    .string()
    .refine((url) => URL.canParse(withPort(url, 1)) && /^https?:$/.test(new URL(withPort(url, 1)).protocol), {
      error: 'an address such as "http://localhost:3000/chat"',
    }),
  version: z.string().optional(),
  files: z.array(z.string()).optional(),
  tools: z.array(z.unknown()).optional(),
  start: z
    .strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).optional(),
      cwd: z.string().optional(),
      env: texts.optional(),
      readyMs: z.number().positive().optional(),
      ready: z.string().startsWith("/").optional(),
    })
    .optional(),
  headers: texts.optional(),
  request: z.function().optional(),
  session: z
    .string()
    .regex(/^(?:\/.*|header:[\w-]+|cookie)$/s, 'a JSON pointer such as "/sessionId", "header:x-session" or "cookie"')
    .optional(),
  reply: z.union([z.string().regex(pointer, replyForm), z.function()], { error: replyForm }).optional(),
  stream: z.enum(["sse", "ndjson"]).optional(),
  events: z.function().optional(),
  protocol: z.enum(["viva", "openai", "ag-ui"]).optional(),
  concurrency: z.int().positive().optional(),
});

/** Refuses senseless options. */
export function checkOptions(options: HttpAgentOptions): void {
  const { success, error } = shape.safeParse(options);
  const wrong = success
    ? contradictions(options)
    : error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const who = typeof options?.name === "string" ? `httpAgent ${options.name}` : "httpAgent()";
  if (wrong.length > 0) throw new InputError(wrong.map((what) => ({ message: `${who}: ${what}` })));
}

function contradictions({ protocol, url, start, stream, events, ...options }: HttpAgentOptions): string[] {
  const mapping = ["session", "reply"].filter((name) => name in options);
  const mapped = [...mapping, ...(stream ? ["stream"] : []), ...(events ? ["events"] : [])];
  return [
    ...(protocol && mapped.length > 0
      ? [`protocol: "${protocol}" says how answers are read; leave out ${mapped.join(", ")}`]
      : []),
    ...(events && !stream ? ['events: maps the parts of a stream, so say stream: "sse" or "ndjson" as well'] : []),
    ...(url.includes("{port}") && !start ? ["url: {port} is for a server that Viva starts, so give start too"] : []),
  ];
}

export function withPort(text: string, port: number | string): string {
  return text.replaceAll("{port}", String(port));
}
