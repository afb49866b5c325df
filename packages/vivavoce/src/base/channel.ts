import type { Duplex } from "node:stream";
import { InputError, messageOf, type Problem, VivaError } from "./errors.ts";

// Taken before any code of a suite is loaded, which may replace them.
const { parse, stringify } = JSON;

/** The longest message that is read. A longer one cannot come from Viva's own code. */
const longestMessage = 256 * 1024 * 1024;

/** The handler of each kind of question. The signal is aborted when the asker no longer waits. */
export type Answers = Readonly<Record<string, (value: never, signal: AbortSignal) => unknown>>;

/** Two processes that ask each other questions over one stream. */
export interface Channel {
  /** Rejects with what the other side threw, or when the channel closes before there is an answer. */
  ask<T>(kind: string, value: unknown, signal?: AbortSignal): Promise<T>;
  /** Sends a message that needs no answer, to the same handlers. */
  tell(kind: string, value?: unknown): void;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
  close(): void;
}

interface Message {
  /** The number of a question, if it needs an answer. */
  ask?: number;
  kind?: string;
  /** The number of the question that this answers. */
  re?: number;
  error?: PlainError;
  /** The number of a question whose answer nobody waits for any more. */
  drop?: number;
  value?: unknown;
}

/**
 * Opens a channel of JSON lines over a stream that goes both ways: a pipe, a socket.
 *
 * @example
 * const channel = openChannel(socket, { double: (n: number) => 2 * n });
 * await channel.ask("double", 21);
 */
export function openChannel(stream: Duplex, answers: Answers, heard: () => void = () => {}): Channel {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const answering = new Map<number, AbortController>();
  const { promise: closed, resolve: over } = Promise.withResolvers<void>();
  let last = 0;
  let isClosed = false;

  const send = (message: Message) => {
    if (!isClosed) stream.write(`${stringify(message)}\n`);
  };
  const end = () => {
    if (isClosed) return;
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new ChannelClosed());
    for (const controller of answering.values()) controller.abort();
    over();
    stream.destroy();
  };
  const answer = async ({ ask, kind = "", value }: Message) => {
    const controller = new AbortController();
    if (ask !== undefined) answering.set(ask, controller);
    try {
      if (!Object.hasOwn(answers, kind)) throw new Error(`there is no handler for "${kind}"`);
      const given = await answers[kind]?.(value as never, controller.signal);
      if (ask !== undefined) send({ re: ask, value: given });
    } catch (error) {
      if (ask !== undefined) send({ re: ask, error: plainError(error) });
    } finally {
      if (ask !== undefined) answering.delete(ask);
    }
  };
  const take = (message: Message) => {
    heard();
    if (message.drop !== undefined) answering.get(message.drop)?.abort();
    else if (message.re === undefined) void answer(message);
    else {
      const { resolve, reject } = waiting.get(message.re) ?? {};
      waiting.delete(message.re);
      if (message.error) reject?.(revivedError(message.error));
      else resolve?.(message.value);
    }
  };
  readLines(stream, (line) => take(parse(line) as Message), end);
  return {
    async ask<T>(kind: string, value: unknown, signal?: AbortSignal) {
      signal?.throwIfAborted();
      if (isClosed) throw new ChannelClosed();
      const number = ++last;
      const drop = () => {
        send({ drop: number });
        waiting.get(number)?.reject(signal?.reason);
        waiting.delete(number);
      };
      signal?.addEventListener("abort", drop, { once: true });
      try {
        const answer = Promise.withResolvers<unknown>();
        waiting.set(number, answer);
        send({ ask: number, kind, value });
        return (await answer.promise) as T;
      } finally {
        waiting.delete(number);
        signal?.removeEventListener("abort", drop);
      }
    },
    tell: (kind, value) => send({ kind, value }),
    closed,
    close: end,
  };
}

/** The other side has ended, so its answer will not come. */
export class ChannelClosed extends Error {
  override readonly name = "ChannelClosed";

  constructor() {
    super("the other process has ended");
  }
}

/** Calls `take` for each line and `end` once, also if a line is not Viva's. Uses nothing that an agent may patch. */
function readLines(stream: Duplex, take: (line: string) => void, end: () => void): void {
  let held = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    let from = 0;
    try {
      for (let to = chunk.indexOf("\n"); to >= 0; to = chunk.indexOf("\n", from)) {
        const line = held + chunk.slice(from, to);
        held = "";
        from = to + 1;
        take(line);
      }
    } catch {
      end();
    }
    held += chunk.slice(from);
    if (held.length > longestMessage) end();
  });
  stream.on("error", end);
  stream.on("close", end);
  stream.on("end", end);
}

/** An error as it is sent: what the other side needs to tell an outage from a failure and to report it. */
interface PlainError {
  name: string;
  message: string;
  problems?: readonly Problem[];
  /** Left out if Viva did not throw it on purpose. */
  own?: Pick<Problem, "place" | "remedy"> & Record<string, unknown>;
}

function plainError(error: unknown): PlainError {
  const message = messageOf(error);
  if (!VivaError.isInstance(error)) return { name: error instanceof Error ? error.name : "Error", message };
  if (error instanceof InputError) return { name: error.name, message, problems: error.problems };
  const { cause: _cause, ...facts } = error;
  return { name: error.name, message, own: facts };
}

function revivedError({ name, message, problems, own }: PlainError): Error {
  if (problems) return new InputError(problems);
  const error = own ? new VivaError({ message, place: own.place, remedy: own.remedy }) : new Error(message);
  return Object.assign(error, own, { name });
}
