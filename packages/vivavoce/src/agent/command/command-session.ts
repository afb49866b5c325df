import { AsyncLocalStorage } from "node:async_hooks";
import { type JsonValue, messageOf } from "../../base/index.ts";
import { ReportedWorld } from "../../world/index.ts";
import { type AgentContext, type AgentEvent, AgentFailure, type Session } from "../types.ts";
import { type AnswerSettings, commandAnswers } from "./answer-to.ts";
import type { ChildEnd, ChildListener, CommandConnection } from "./child.ts";
import { type CommandText, type Wait, watchSilence } from "./failures.ts";
import { type Asking, type CommandQuestion, type FromCommand, readMessage, type ToCommand } from "./protocol.ts";
import { StderrTail } from "./stderr-tail.ts";

interface SessionSettings extends AnswerSettings, Record<"startMs" | "firstMs" | "idleMs", number> {
  words: CommandText;
}

/** Why a wait was given up. */
type Why = Wait | "stopped";

/** What a command may send before its handshake: how its world stands, and questions. */
const beforeOpened = new Set(["opened", "world", "note", "approve", "tool", "ask", "model"]);

/** One conversation with a command. */
export class CommandSession implements Session, ChildListener {
  readonly #context: AgentContext;
  readonly #settings: SessionSettings;
  readonly #words: CommandText;
  readonly #answers: ReturnType<typeof commandAnswers>;
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
  #silence: ReturnType<typeof watchSilence> | undefined;
  #last = "";
  /** The first failure; nothing after it can be trusted. */
  #failure: Error | undefined;
  #isTold = false;

  constructor(context: AgentContext, settings: SessionSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#words = settings.words;
    this.#answers = commandAnswers(context, settings);
    this.#opened.promise.catch(() => {});
  }

  /** Greets the command, and waits until it greets back. */
  async open(connection: CommandConnection, opening: Omit<Extract<ToCommand, { type: "open" }>, "id">): Promise<void> {
    const { startMs } = this.#settings;
    const { signal } = this.#context;
    this.#connection = connection;
    if (signal.aborted) this.#fail(signal.reason);
    else connection.send({ ...opening, id: ++this.#ids });
    const failure = (why: Why) => (why === "stopped" ? signal.reason : this.#words.late(startMs, this.#errors()));
    await this.#until(this.#opened.promise, { first: startMs, idle: startMs }, signal, failure).catch((error) => {
      connection.kill();
      throw error;
    });
  }

  reply = (text: string, signal: AbortSignal) => this.#ask({ type: "say", text }, signal);

  interrupt = (text: string, heard: string, signal: AbortSignal) =>
    this.#ask({ type: "say", text, bargeIn: true, heard }, signal);

  silence = (ms: number, signal: AbortSignal) => this.#ask({ type: "silence", ms }, signal);

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
    await this.#connection?.stop(this.#closed.promise);
    this.#noteErrors();
  }

  onLine(line: string, message: FromCommand | { fault: string } = readMessage(line)): void {
    this.#within(() => {
      if (this.#failure) return;
      if (!this.#isOpen && !("type" in message && beforeOpened.has(message.type))) {
        return this.#fail(this.#words.withoutHandshake(line));
      }
      this.#last = line.slice(0, 2_000);
      this.#silence?.broken();
      if ("fault" in message) return this.#fail(this.#words.brokeProtocol(message.fault, line));
      try {
        this.#take(message);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  onStderr = (piece: Buffer) => this.#stderr.push(piece);

  onEnd(end: ChildEnd): void {
    const stderr = this.#errors();
    this.#within(() => {
      if (this.#isOpen && end.kind === "ended") this.#fail(this.#words.crashed(end.how, this.#last, stderr));
      else this.#fail(this.#words.endedEarly(end, stderr));
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
    if (this.#isOpen) throw this.#words.brokeProtocol("a second handshake", this.#last);
    const { world } = this.#context;
    if (world instanceof ReportedWorld && !world.isReported) throw this.#words.withoutWorld();
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
    const { id, done, reported } = this.#waiting ?? {};
    if (id === undefined) throw this.#words.brokeProtocol('a "done" when nothing was asked of it', this.#last);
    if (String(re) !== String(id))
      throw this.#words.brokeProtocol(`a "done" that does not say "re": ${id}`, this.#last);
    if (this.#context.world instanceof ReportedWorld && !reported) {
      throw this.#words.brokeProtocol('a "done" without a "world" before it, which this suite reads', this.#last);
    }
    this.#waiting = undefined;
    done?.resolve();
  }

  async #ask(asking: Asking, signal: AbortSignal): Promise<void> {
    this.#throwFailure();
    signal.throwIfAborted();
    const limits = { first: this.#settings.firstMs, idle: this.#settings.idleMs };
    const done = Promise.withResolvers<void>();
    const id = ++this.#ids;
    this.#waiting = { id, done, reported: false };
    const failure = (why: Why) => {
      if (why !== "stopped") return this.#words.silent(why, limits[why], this.#last);
      // The caller knows why it was stopped, but not what it last said.
      return new AgentFailure(this.#words.lastMessage(this.#last), "time-limit");
    };
    this.#connection?.send({ ...asking, id });
    try {
      await this.#until(done.promise, limits, signal, failure);
    } finally {
      this.#waiting = undefined;
      this.#noteErrors();
    }
  }

  async #answer(question: CommandQuestion): Promise<void> {
    this.#connection?.send(await this.#answers.to(question));
    this.#silence?.broken();
  }

  /** Waits for the command. While Viva answers it, or asks a model for it, the clock stops. */
  async #until(
    done: Promise<void>,
    limits: Record<Wait, number>,
    signal: AbortSignal,
    failure: (why: Why) => unknown,
  ): Promise<void> {
    const isAnswering = () => this.#answers.isBusy() || this.#context.asking();
    const silence = watchSilence(limits, isAnswering, (wait) => this.#fail(failure(wait)));
    const stopped = () => this.#fail(failure("stopped"));
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
    return this.#words.redact(this.#stderr.text);
  }

  /** Keeps what the command printed to stderr with the exchange. */
  #noteErrors(): void {
    const text = this.#words.redact(this.#stderr.take());
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
