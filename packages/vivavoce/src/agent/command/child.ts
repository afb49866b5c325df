import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithViva, signalGroup, unguarded } from "../../network/index.ts";
import { LineFault, LineReader } from "./json-lines.ts";
import type { ToCommand } from "./protocol.ts";

/** How long a command may take to end by itself, and again after SIGTERM. */
const graceMs = 2_000;
/** How long Viva waits for the output of an ended process; something that it started may keep the pipe open. */
const lastWordsMs = 200;

export interface Program {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
}

/** What a process tells whoever listens. */
export interface ChildListener {
  /** With a fault, the line could not be read, and nothing more is read from this child. */
  onLine(line: string, unreadable?: { fault: string }): void;
  onStderr(piece: Buffer): void;
  /** The process has ended, or could not be started. Called once. */
  onEnd(end: ChildEnd): void;
}
export type ChildEnd = { kind: "not-started"; error: Error & { code?: string } } | { kind: "ended"; how: string };

/** A program in its own process group. The whole group ends with it, including everything that it starts there. */
export class Child {
  readonly #process: ChildProcessWithoutNullStreams | undefined;
  readonly #listener: ChildListener;
  readonly #reader = new LineReader();
  readonly #gone = Promise.withResolvers<void>();
  #release: () => void = () => {};
  #isOver = false;
  #isMuted = false;
  #stopping: Promise<void> | undefined;

  constructor({ command, args, cwd, env }: Program, listener: ChildListener) {
    this.#listener = listener;
    const detached = process.platform !== "win32";
    try {
      this.#process = spawn(command, args, { cwd, env, detached, windowsHide: true, stdio: "pipe" });
    } catch (error) {
      queueMicrotask(() => this.#end({ kind: "not-started", error: error as Error }));
      return;
    }
    const { pid, stdin, stdout, stderr } = this.#process;
    this.#process.on("error", (error) => {
      if (pid === undefined) this.#end({ kind: "not-started", error });
    });
    // It may end before it has read everything.
    stdin.on("error", () => {});
    stdout.on("data", (piece: Buffer) => this.#heard(() => this.#reader.push(piece)));
    stdout.on("error", () => {});
    stderr.on("data", (piece: Buffer) => listener.onStderr(piece));
    stderr.on("error", () => {});
    if (pid === undefined) return;
    const unleash = detached ? leash(pid) : () => {};
    const forget = endWithViva(() => this.kill());
    this.#release = () => {
      unleash();
      forget();
    };
    // Not "close", because a process that has left the group may keep the pipes open for ever.
    this.#process.on("exit", (code, signal) => void this.#exited(code, signal));
  }

  send(message: unknown): void {
    if (this.#process?.stdin.writable) this.#process.stdin.write(`${oneLine(message)}\n`);
  }

  /** Stops reading its output, which then takes no time and no memory. */
  mute(): void {
    this.#isMuted = true;
    this.#process?.stdout.destroy();
  }

  /** Lets Viva end without waiting for it. */
  unref(): void {
    this.#process?.unref();
    for (const stream of [this.#process?.stdin, this.#process?.stdout, this.#process?.stderr]) {
      (stream as unknown as { unref?(): void } | undefined)?.unref?.();
    }
  }

  /** Tells the program to end, ever more firmly, and waits until it has. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  kill(): void {
    this.#signal("SIGKILL");
  }

  async #stop(): Promise<void> {
    this.#process?.stdin.end();
    if (await comesWithin(graceMs, this.#gone.promise)) return;
    this.#signal("SIGTERM");
    if (await comesWithin(graceMs, this.#gone.promise)) return;
    this.kill();
    await this.#gone.promise;
  }

  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    if (this.#process) signalGroup(this.#process, signal);
  }

  #heard(lines: () => Iterable<string>): void {
    if (this.#isOver || this.#isMuted) return;
    try {
      for (const line of lines()) {
        this.#listener.onLine(line);
        if (this.#isMuted) return;
      }
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      // What follows would be the rest of a broken line.
      this.mute();
      this.#listener.onLine(error.line, { fault: error.message });
    }
  }

  async #exited(code: number | null, signal: string | null): Promise<void> {
    // What it has started keeps the pipes open, and must not outlive it.
    this.kill();
    const { promise: silent, resolve } = Promise.withResolvers<void>();
    this.#process?.once("close", resolve);
    await comesWithin(lastWordsMs, silent);
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    this.#heard(() => this.#reader.end(how));
    this.#end({ kind: "ended", how });
  }

  #end(end: ChildEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    for (const stream of [this.#process?.stdin, this.#process?.stdout, this.#process?.stderr]) stream?.destroy();
    this.#gone.resolve();
    this.#listener.onEnd(end);
  }
}

/** Waits for something, up to a limit, and returns whether it came. The timer keeps Viva running; a process alone does not. */
export async function comesWithin(milliseconds: number, something: Promise<unknown>): Promise<boolean> {
  const enough = new AbortController();
  const late = sleep(milliseconds, false, { signal: enough.signal }).catch(() => false);
  const came = await Promise.race([something.then(() => true), late]);
  enough.abort();
  return came;
}

/** A conversation's connection to its process, which may be shared. */
export interface CommandConnection extends Pick<Child, "mute" | "kill"> {
  send(message: ToCommand): void;
  /** Releases the process; `answered` resolves when the command has answered `close`. */
  stop(answered: Promise<void>): Promise<void>;
}

/** JSON without the two characters at which Node's readline, and others, would end the line inside of a text. */
function oneLine(message: unknown): string {
  return JSON.stringify(message).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/**
 * Makes sure that a process group does not outlive Viva, even if Viva is killed. A shell waits at a pipe that nobody writes
 * to; the pipe closes when Viva ends, and then the shell ends the group. Returns a function that releases the group.
 */
function leash(group: number): () => void {
  const script = 'read -r _; kill -9 "-$1" 2>/dev/null';
  const start = () =>
    spawn("/bin/sh", ["-c", script, "viva-leash", String(group)], {
      stdio: ["pipe", "ignore", "ignore"],
      // Ctrl-C in a terminal is not for it.
      detached: true,
      env: {},
    });
  const shell = unguarded(start);
  // Without a shell on this machine, the group still ends by the other means.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  (shell.stdin as unknown as { unref?(): void }).unref?.();
  return () => {
    shell.kill("SIGKILL");
  };
}
