import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { InfrastructureError, messageOf, safeLine, withoutSecrets } from "../../base/index.ts";
import { endWithViva, signalGroup, unguarded } from "../../network/index.ts";
import { comesWithin } from "../command/child.ts";
import { AgentFailure } from "../types.ts";
import { type ServerStart, withPort } from "./options.ts";
import type { BrokenConnection } from "./post.ts";

/** How long a server may take to stop when it is asked to. */
const stoppingMs = 2_000;
/** How long Viva waits to see whether a lost connection means that the server has ended. */
const endingMs = 500;
const lookMs = 50;
const usualReadyMs = 30_000;
const mostOutput = 16 * 1024;

/** A server that Viva has started, with all that it starts itself. It ends with Viva, however that ends. */
export class StartedServer {
  readonly url: URL;
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #gone = Promise.withResolvers<void>();
  readonly #silent = Promise.withResolvers<void>();
  readonly #forget: () => void;
  #how: string | undefined;
  #output = "";

  constructor({ command, args = [], cwd, env }: ServerStart, url: URL, environment: Readonly<Record<string, string>>) {
    const port = url.port || "80";
    this.url = url;
    this.#command = command;
    this.#child = spawn(
      command,
      args.map((arg) => withPort(arg, port)),
      {
        ...(cwd === undefined ? {} : { cwd }),
        env: { ...withoutSecrets(process.env), ...environment, PORT: port, ...env },
        stdio: ["ignore", "pipe", "pipe"],
        // In a trial's own process the server stays in the group, because the whole group ends with that process.
        detached: process.platform !== "win32" && process.env.VIVA_WORLDS === undefined,
      },
    );
    const over = (how: string) => {
      this.#how ??= how;
      this.#forget();
      this.#gone.resolve();
    };
    this.#child.on("error", (error: NodeJS.ErrnoException) =>
      over(
        error.code === "ENOENT"
          ? `was not found; PATH is ${process.env.PATH}`
          : `could not be started: ${messageOf(error)}`,
      ),
    );
    this.#child.on("close", () => this.#silent.resolve());
    this.#child.on("exit", (code, signal) => over(signal ? `was ended by ${signal}` : `ended with exit code ${code}`));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output = `${this.#output}${chunk}`.slice(-mostOutput);
      });
      (stream as net.Socket | null)?.unref();
    }
    // Does not keep Viva running.
    this.#child.unref();
    this.#forget = endWithViva(() => this.kill());
  }

  get isOver(): boolean {
    return this.#how !== undefined;
  }

  /** Waits until the server answers. */
  async ready({ readyMs = usualReadyMs, ready }: ServerStart, signal: AbortSignal): Promise<void> {
    const isReady = ready === undefined ? () => isListening(this.url) : () => answers(new URL(ready, this.url));
    for (let waitedMs = 0; !(await isReady()); waitedMs += lookMs) {
      signal.throwIfAborted();
      if (this.isOver) throw this.#notReady(`${this.#how}`);
      if (waitedMs >= readyMs)
        throw this.#notReady(`did not answer at ${new URL(ready ?? "/", this.url)} within ${readyMs} ms`);
      await sleep(lookMs);
    }
  }

  /** The failure for a lost connection: on this machine it can only be the server's doing. */
  async failure({ message }: BrokenConnection): Promise<AgentFailure> {
    await comesWithin(endingMs, this.#gone.promise);
    if (!this.isOver) return new AgentFailure(`the agent's server ${message}${this.#lastWords()}`);
    // Its last output may still be on its way.
    await comesWithin(endingMs, this.#silent.promise);
    return new AgentFailure(`the agent's server (${this.#command}) ${this.#how}${this.#lastWords()}`, "crashed");
  }

  /** Asks the server to stop, then forces it. */
  async end(): Promise<void> {
    if (!this.isOver) {
      // From here on it keeps Viva running, because this may be the last thing to do.
      this.#child.ref();
      this.#signal("SIGTERM");
    }
    await comesWithin(stoppingMs, this.#gone.promise);
    this.kill();
  }

  /** Ends it and what it has started, at once. */
  kill(): void {
    this.#signal("SIGKILL");
    this.#forget();
  }

  #signal(name: "SIGTERM" | "SIGKILL"): void {
    if (process.env.VIVA_WORLDS === undefined) signalGroup(this.#child, name);
    else this.#child.kill(name);
  }

  #notReady(what: string): InfrastructureError {
    this.kill();
    return new InfrastructureError({
      message: `the agent's server (${this.#command}) ${what}${this.#lastWords()}`,
      remedy: "Check start in httpAgent: command, args and cwd.",
    });
  }

  #lastWords(): string {
    const lines = this.#output.split("\n").filter((line) => line.trim() !== "" && !isFrame(line));
    return lines.length === 0 ? "" : `. It printed: ${safeLine(lines.slice(-5).join(" | "), 400)}`;
  }
}

/** The lines of a stack, and the version that Node prints below; the error itself is above them. */
function isFrame(line: string): boolean {
  return /^\s+at .*[:)]|^Node\.js v/.test(line);
}

/** Whether something accepts connections there. */
export function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return unguarded(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const socket = net.connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    return promise.finally(() => socket.destroy());
  });
}

function answers(url: URL): Promise<boolean> {
  return unguarded(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const request = http.get(url, { agent: false, timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(Math.floor((answer.statusCode ?? 0) / 100) === 2);
    });
    request.on("error", () => resolve(false)).on("timeout", () => request.destroy());
    return promise;
  });
}
