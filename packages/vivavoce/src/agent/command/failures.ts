import { InfrastructureError, safeLine, stopwatch } from "../../base/index.ts";
import { AgentFailure } from "../types.ts";
import type { ChildEnd } from "./child.ts";

/** Which wait is over: for the first event of an exchange, or for the next. */
export type Wait = "first" | "idle";

/**
 * Fires if a command is silent for too long. Time in which Viva itself was blocked, or was answering the command, does not
 * count.
 */
export class Silence {
  readonly #limits: Readonly<Record<Wait, number>>;
  readonly #isAnswering: () => boolean;
  readonly #strike: (wait: Wait) => void;
  readonly #watch = stopwatch();
  #wait: Wait = "first";
  #since = 0;
  #timer: NodeJS.Timeout;

  constructor(limits: Readonly<Record<Wait, number>>, isAnswering: () => boolean, strike: (wait: Wait) => void) {
    this.#limits = limits;
    this.#isAnswering = isAnswering;
    this.#strike = strike;
    this.#timer = setTimeout(this.#look, limits.first);
  }

  /** The command has sent something, or was sent an answer. */
  broken(): void {
    this.#since = this.#watch.usedMs();
    if (this.#wait === "idle") return;
    this.#wait = "idle";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#look, this.#limits.idle);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#watch.stop();
  }

  readonly #look = (): void => {
    if (this.#isAnswering()) this.#since = this.#watch.usedMs();
    const left = this.#limits[this.#wait] - (this.#watch.usedMs() - this.#since);
    if (left < 1) this.#strike(this.#wait);
    else this.#timer = setTimeout(this.#look, left);
  };
}

const longestQuote = 200;

/** A command in messages: how it is named, and how its output is quoted without its secrets. */
export class CommandText {
  readonly redact: (text: string) => string;
  /** "the command python3 desk.py" */
  readonly name: string;
  readonly #path: string;

  constructor(program: { command: string; args: readonly string[] }, path: string, redact: (text: string) => string) {
    this.redact = redact;
    this.name = `the command ${safeLine(redact([program.command, ...program.args].join(" ")), 120)}`;
    this.#path = path;
  }

  quote(text: string): string {
    return `“${safeLine(this.redact(text), longestQuote)}”`;
  }

  lastMessage(line: string): string {
    return line === "" ? "it has sent nothing" : `its last message was ${this.quote(line)}`;
  }

  /** Quotes the end, which says most. `text` is already redacted. */
  stderr(text: string): string {
    if (text === "") return "it printed nothing to stderr";
    const end = text.length > longestQuote ? `…${text.slice(1 - longestQuote)}` : text;
    return `stderr: “${safeLine(end, longestQuote)}”`;
  }

  get path(): string {
    return `PATH is ${this.quote(this.#path)}`;
  }
}

/** Why a conversation with a command never began. */
type NotOpened =
  | { kind: "late"; startMs: number; stderr: string }
  | { kind: "other"; line: string }
  | { kind: "without-world" }
  | (ChildEnd & { stderr: string });

const handshake = '{"type":"opened","viva":1,"name":"…","version":"…"}';

/** An outage: it says nothing about the agent. */
export function notOpened(words: CommandText, why: NotOpened): InfrastructureError {
  const failed = (message: string, remedy: string) =>
    new InfrastructureError({ message: `${words.name} ${message}`, remedy });
  switch (why.kind) {
    case "not-started":
      if (why.error.code === "ENOENT") return failed(`was not found; ${words.path}`, "Fix the command, or its PATH.");
      if (why.error.code === "EACCES") return failed(`is not executable; ${words.path}`, "Run chmod +x on it.");
      return failed(`could not be started: ${why.error.message}; ${words.path}`, "Fix the command.");
    case "ended":
      return failed(`${why.how} before its handshake; ${words.stderr(why.stderr)}`, "Run it by hand to see why.");
    case "late":
      return failed(
        `sent no handshake within ${why.startMs} ms (startMs); ${words.stderr(why.stderr)}`,
        `When the command gets "open", it must answer ${handshake} and flush its output.`,
      );
    case "other":
      return failed(
        `sent ${words.quote(why.line)}, which is not the handshake of version 1 of the protocol`,
        `Its first line must be ${handshake}; print everything else to stderr.`,
      );
    case "without-world":
      return failed('sent no "world" before "opened", and the suite\'s world is reportedWorld()', "Send one first.");
  }
}

export function protocolFailure(words: CommandText, fault: string, line: string): AgentFailure {
  return new AgentFailure(
    `${words.name} sent ${fault}: ${words.quote(line)}. Print only messages to stdout, and everything else to stderr`,
    "protocol",
  );
}

export function crashed(words: CommandText, how: string, facts: { last: string; stderr: string }): AgentFailure {
  const { last, stderr } = facts;
  return new AgentFailure(`${words.name} ${how}; ${words.lastMessage(last)}; ${words.stderr(stderr)}`, "crashed");
}

export function silent(
  words: CommandText,
  wait: Wait,
  limits: Readonly<Record<Wait, number>>,
  last: string,
): AgentFailure {
  const what = wait === "first" ? "sent no first event" : "sent nothing more";
  return new AgentFailure(
    `${words.name} ${what} within ${limits[wait]} ms; ${words.lastMessage(last)}. Raise ${wait}Ms if the command needs more time`,
    "time-limit",
  );
}
