import { InfrastructureError, safeLine, timeLimit } from "../../base/index.ts";
import { AgentFailure } from "../types.ts";
import type { ChildEnd } from "./child.ts";

/** Which wait is over: for the first event of an exchange, or for the next. */
export type Wait = "first" | "idle";

/**
 * Fires if a command is silent for too long. Time in which Viva itself was blocked, or was answering the command, does not
 * count. `broken` is called when the command has sent something, or was sent an answer.
 */
export function watchSilence(
  limits: Readonly<Record<Wait, number>>,
  isAnswering: () => boolean,
  strike: (wait: Wait) => void,
): { broken(): void; end(): void } {
  let wait: Wait = "first";
  const watch = () =>
    timeLimit(limits[wait], () => {
      if (isAnswering()) limit = watch();
      else strike(wait);
    });
  let limit = watch();
  const end = () => limit.stop();
  const broken = () => {
    end();
    wait = "idle";
    limit = watch();
  };
  return { broken, end };
}

const longestQuote = 200;

const handshake = '{"type":"opened","viva":1,"name":"…","version":"…"}';

/** A command in messages: how it is named, how its output is quoted without its secrets, and how it failed. */
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

  /** Why a conversation with it never began: an outage, which says nothing about the agent. */
  #notOpened(message: string, remedy: string): InfrastructureError {
    return new InfrastructureError({ message: `${this.name} ${message}`, remedy });
  }

  endedEarly(end: ChildEnd, stderr: string): InfrastructureError {
    if (end.kind === "ended") {
      return this.#notOpened(`${end.how} before its handshake; ${this.stderr(stderr)}`, "Run it by hand to see why.");
    }
    const path = `PATH is ${this.quote(this.#path)}`;
    const { code, message } = end.error;
    if (code === "ENOENT") return this.#notOpened(`was not found; ${path}`, "Fix the command, or its PATH.");
    if (code === "EACCES") return this.#notOpened(`is not executable; ${path}`, "Run chmod +x on it.");
    return this.#notOpened(`could not be started: ${message}; ${path}`, "Fix the command.");
  }

  late(startMs: number, stderr: string): InfrastructureError {
    return this.#notOpened(
      `sent no handshake within ${startMs} ms (startMs); ${this.stderr(stderr)}`,
      `When the command gets "open", it must answer ${handshake} and flush its output.`,
    );
  }

  withoutHandshake(line: string): InfrastructureError {
    return this.#notOpened(
      `sent ${this.quote(line)}, which is not the handshake of version 1 of the protocol`,
      `Its first line must be ${handshake}; print everything else to stderr.`,
    );
  }

  withoutWorld(): InfrastructureError {
    const message = 'sent no "world" before "opened", and the suite\'s world is reportedWorld()';
    return this.#notOpened(message, "Send one first.");
  }

  brokeProtocol(fault: string, line: string): AgentFailure {
    return new AgentFailure(
      `${this.name} sent ${fault}: ${this.quote(line)}. Print only messages to stdout, and everything else to stderr`,
      "protocol",
    );
  }

  crashed(how: string, last: string, stderr: string): AgentFailure {
    return new AgentFailure(`${this.name} ${how}; ${this.lastMessage(last)}; ${this.stderr(stderr)}`, "crashed");
  }

  silent(wait: Wait, limitMs: number, last: string): AgentFailure {
    const what = wait === "first" ? "sent no first event" : "sent nothing more";
    return new AgentFailure(
      `${this.name} ${what} within ${limitMs} ms; ${this.lastMessage(last)}. Raise ${wait}Ms if the command needs more time`,
      "time-limit",
    );
  }
}
