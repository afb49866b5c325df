import { AsyncLocalStorage } from "node:async_hooks";
import { type JsonValue, messageOf, sentencesOf, toJsonValue } from "../../base/index.ts";
import { ReportedWorld } from "../../world/index.ts";
import { type AgentContext, type AgentEvent, AgentFailure, type Session } from "../types.ts";
import { type AnswerSettings, answerTo } from "./answer-to.ts";
import type { ChildEnd, CommandConnection, Hearing } from "./child.ts";
import { type CommandText, crashed, notOpened, protocolFailure, Silence, silent, type Wait } from "./failures.ts";
import type { LineFault } from "./json-lines.ts";
import type { CommandQuestion, FromCommand, ToCommand } from "./protocol.ts";
import { StderrTail } from "./stderr-tail.ts";

interface SessionSettings extends AnswerSettings {
  words: CommandText;
  startMs: number;
  firstMs: number;
  idleMs: number;
}

type Opening = Omit<Extract<ToCommand, { type: "open" }>, "id">;
type Asking = { type: "say"; text: string; bargeIn?: true; heard?: string } | { type: "silence"; ms: number };

/** What a command may send before its handshake: how its world stands, and questions. */
const beforeOpened = new Set(["opened", "world", "note", "approve", "tool", "ask", "model"]);

/** One conversation with a command. */
export class CommandSession implements Session, Hearing {
  readonly #context: AgentContext;
  readonly #settings: SessionSettings;
  readonly #stderr = new StderrTail();
  /** What the process says belongs to this trial, whoever started it. */
  readonly #within = AsyncLocalStorage.snapshot();
  readonly #opened = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #connection: CommandConnection | undefined;
  #ids = 0;
  #greeting: string | undefined;
  #isOpen = false;
  #closeId: number | undefined;
  #waiting: { id: number; done: PromiseWithResolvers<void>; reported: boolean } | undefined;
  #silence: Silence | undefined;
  #answering = 0;
  #last = "";
  /** The first failure; nothing after it can be trusted. */
  #failure: Error | undefined;
  #isTold = false;

  constructor(context: AgentContext, settings: SessionSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#opened.promise.catch(() => {});
  }

  /** Greets the command, and waits until it greets back. */
  async open(connection: CommandConnection, opening: Opening): Promise<void> {
    const { startMs, words } = this.#settings;
    const { signal } = this.#context;
    this.#connection = connection;
    const stopped = () => this.#fail(signal.reason);
    if (signal.aborted) stopped();
    else connection.send({ ...opening, id: ++this.#ids });
    const late = () => this.#fail(notOpened(words, { kind: "late", startMs, stderr: this.#errors() }));
    await this.#until(this.#opened.promise, { first: startMs, idle: startMs }, late, signal, stopped).catch((error) => {
      connection.abandon();
      throw error;
    });
  }

  async reply(message: string, signal: AbortSignal): Promise<void> {
    await this.#ask({ type: "say", text: message }, signal);
  }

  async interrupt(message: string, heard: string, signal: AbortSignal): Promise<void> {
    await this.#ask({ type: "say", text: message, bargeIn: true, heard }, signal);
  }

  async silence(ms: number, signal: AbortSignal): Promise<void> {
    await this.#ask({ type: "silence", ms }, signal);
  }

  async greet(): Promise<void> {
    this.#throwFailure();
    if (this.#greeting !== undefined) return this.#context.record({ type: "text", text: this.#greeting });
    const message = 'the agent speaks first in this case, but the command\'s "opened" has no "greeting"';
    throw new AgentFailure(message, "empty-reply");
  }

  async close(): Promise<void> {
    this.#closeId = ++this.#ids;
    const reason = this.#context.signal.aborted ? "stopped" : "finished";
    // It failed after the last reply, and no later line reported that.
    if (this.#failure && !this.#isTold) this.#note("failure", messageOf(this.#failure));
    this.#connection?.send({ type: "close", id: this.#closeId, reason });
    await this.#connection?.close(this.#closed.promise);
    this.#noteErrors();
  }

  hear(line: string, message: FromCommand | { fault: string }): void {
    this.#within(() => {
      if (this.#failure) return;
      if (!this.#isOpen && !("type" in message && beforeOpened.has(message.type))) {
        return this.#fail(notOpened(this.#settings.words, { kind: "other", line }));
      }
      this.#last = line.slice(0, 2_000);
      this.#silence?.broken();
      if ("fault" in message) return this.#fail(protocolFailure(this.#settings.words, message.fault, line));
      try {
        this.#take(message);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  cannotRead({ message, line }: LineFault): void {
    const { words } = this.#settings;
    const fault = this.#isOpen ? protocolFailure(words, message, line) : notOpened(words, { kind: "other", line });
    this.#within(() => this.#fail(fault));
  }

  stderr(piece: Buffer): void {
    this.#stderr.push(piece);
  }

  ended(end: ChildEnd): void {
    const { words } = this.#settings;
    const facts = { last: this.#last, stderr: this.#errors() };
    this.#within(() => {
      if (this.#isOpen && end.kind === "ended") this.#fail(crashed(words, end.how, facts));
      else this.#fail(notOpened(words, { ...end, stderr: facts.stderr }));
    });
  }

  #take(message: FromCommand): void {
    switch (message.type) {
      case "opened":
        this.#handshake(message);
        return;
      case "world":
        this.#world(message.snapshot);
        return;
      case "done":
        if (String(message.re) === String(this.#closeId)) this.#closed.resolve();
        else this.#done(message.re);
        return;
      case "approve":
      case "tool":
      case "ask":
      case "model":
        void this.#answer(message);
        return;
      default: {
        const { conversation: _conversation, ...event } = message;
        this.#context.record(event as AgentEvent);
      }
    }
  }

  #handshake({ greeting }: Extract<FromCommand, { type: "opened" }>): void {
    const { words } = this.#settings;
    if (this.#isOpen) throw protocolFailure(words, "a second handshake", this.#last);
    const { world } = this.#context;
    if (world instanceof ReportedWorld && !world.isReported) throw notOpened(words, { kind: "without-world" });
    this.#greeting = greeting;
    this.#isOpen = true;
    this.#opened.resolve();
  }

  #world(snapshot: JsonValue): void {
    const { world } = this.#context;
    // If the suite has its own world, that one is scored; what the agent reports about its world is only kept for readers.
    if (world instanceof ReportedWorld) world.report(snapshot);
    else if (this.#isOpen) this.#context.record({ type: "note", name: "world", value: snapshot });
    if (this.#waiting) this.#waiting.reported = true;
  }

  #done(re: string | number): void {
    const { words } = this.#settings;
    const { id, done, reported } = this.#waiting ?? {};
    if (id === undefined) throw protocolFailure(words, 'a "done" when nothing was asked of it', this.#last);
    if (String(re) !== String(id)) throw protocolFailure(words, `a "done" that does not say "re": ${id}`, this.#last);
    if (this.#context.world instanceof ReportedWorld && !reported) {
      throw protocolFailure(words, 'a "done" without a "world" before it, which this suite reads', this.#last);
    }
    this.#waiting = undefined;
    done?.resolve();
  }

  async #ask(asking: Asking, signal: AbortSignal): Promise<void> {
    this.#throwFailure();
    signal.throwIfAborted();
    const { words, firstMs: first, idleMs: idle } = this.#settings;
    const limits = { first, idle };
    const late = (wait: Wait) => this.#fail(silent(words, wait, limits, this.#last));
    const done = Promise.withResolvers<void>();
    const id = ++this.#ids;
    this.#waiting = { id, done, reported: false };
    // The caller knows why it was stopped, but not what it last said.
    const stop = () => this.#fail(new AgentFailure(words.lastMessage(this.#last), "time-limit"));
    this.#connection?.send({ ...asking, id });
    try {
      await this.#until(done.promise, limits, late, signal, stop);
    } finally {
      this.#waiting = undefined;
      this.#noteErrors();
    }
  }

  async #answer(question: CommandQuestion): Promise<void> {
    this.#answering += 1;
    const { id: re } = question;
    try {
      const value = toJsonValue(await answerTo(question, this.#context, this.#settings));
      this.#connection?.send({ type: "answer", re, value });
    } catch (error) {
      this.#connection?.send({ type: "answer", re, error: sentencesOf(error) });
    } finally {
      this.#answering -= 1;
      this.#silence?.broken();
    }
  }

  /** Waits for the command. While Viva answers it, or asks a model for it, the clock stops. */
  async #until(
    done: Promise<void>,
    limits: Record<Wait, number>,
    late: (wait: Wait) => void,
    signal: AbortSignal,
    stopped: () => void,
  ): Promise<void> {
    const silence = new Silence(limits, () => this.#answering > 0 || this.#context.asking(), late);
    this.#silence = silence;
    signal.addEventListener("abort", stopped, { once: true });
    await done.finally(() => {
      silence.end();
      this.#silence = undefined;
      signal.removeEventListener("abort", stopped);
    });
  }

  /** Fails the current request, or else the next one. */
  #fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = error instanceof Error ? error : new AgentFailure(messageOf(error));
    this.#isTold = !this.#isOpen || this.#waiting !== undefined;
    this.#connection?.mute();
    this.#opened.reject(this.#failure);
    this.#waiting?.done.reject(this.#failure);
  }

  #throwFailure(): void {
    if (!this.#failure) return;
    this.#isTold = true;
    throw this.#failure;
  }

  #errors(): string {
    return this.#settings.words.redact(this.#stderr.text);
  }

  /** Keeps what the command printed to stderr with the exchange. */
  #noteErrors(): void {
    const text = this.#settings.words.redact(this.#stderr.take());
    if (text !== "") this.#note("stderr", text);
  }

  #note(name: string, value: string): void {
    try {
      this.#context.record({ type: "note", name, value });
    } catch {
      // After the end of the conversation this belongs to no exchange.
    }
  }
}
