import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answers, type Channel, openChannel, ownFile } from "../../base/index.ts";
import { keyMark } from "../../model/index.ts";
import { endWithViva, signalGroup, unguarded } from "../../network/index.ts";

/** How long a process that is still busy is watched after its conversation. */
const lateMs = 2_000;
/** How long a process may take to tidy up. */
const endingMs = 2_000;
const lookMs = 250;
/** A process that still gives signs of life but makes no progress gets this much longer than a silent one. */
const stuckGraceMs = 20_000;

/** How a process ended that was not asked to. */
type ProcessEnd = { kind: "ended"; how: string } | { kind: "silent" | "stuck"; forMs: number };

/**
 * A process of its own for suite code, with a channel to it. It leads a group of its own, so that Ctrl-C in a terminal
 * does not reach it and nothing that it starts outlives it.
 */
export class TrialProcess {
  readonly channel: Channel;
  /** Resolves when the process is gone, or has been ended because nothing was heard of it for too long. */
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #worlds = mkdtempSync(join(tmpdir(), "viva-trial-"));
  readonly #gone = Promise.withResolvers<void>();
  #stderr = "";
  #heard = true;
  #progressed = true;

  /** `isWaiting`: whether the process waits for us, so that no progress is expected. */
  constructor(answers: Answers, kept: readonly string[], silenceMs: number, isWaiting: () => boolean) {
    const settings = process.execArgv.filter((given) => !given.startsWith("--inspect"));
    const cache = getCompileCacheDir();
    const start = () =>
      spawn(process.execPath, [...settings, ownFile("cli/trial-process")], {
        stdio: ["ignore", "pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        env: {
          ...environmentWithout(kept),
          VIVA_WORLDS: this.#worlds,
          ...(cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}),
        },
      });
    this.#child = unguarded(start);
    this.channel = openChannel(this.#child.stdio[3] as Duplex, answers, () => {
      this.#heard = true;
    });
    this.#forward();
    const forget = endWithViva(this.#kill);
    const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
    this.ended = promise;
    const watch = this.#watch(silenceMs, isWaiting, resolve);
    const over = (how: string) => {
      clearInterval(watch);
      // What it has started. On Windows a process that is gone leads to none of them, and its number may be another's.
      if (process.platform !== "win32") this.#kill();
      forget();
      rmSync(this.#worlds, { recursive: true, force: true });
      resolve({ kind: "ended", how });
      this.#gone.resolve();
    };
    this.#child.on("error", ({ message }) => over(`could not be started: ${message}`));
    this.#child.on("exit", (code, signal) => over(this.#howItEnded(code, signal)));
  }

  /** Notes progress of the process: its own time limits may not work if the agent has patched something. */
  progressed(): void {
    this.#progressed = true;
  }

  /**
   * Lets the process end by itself, unless `atOnce`, so that what its agent does after the conversation is reported. Then
   * lets it tidy up, and ends it.
   */
  async end({ atOnce }: { atOnce: boolean }): Promise<void> {
    if (!atOnce) {
      this.channel.tell("over");
      await Promise.race([this.#gone.promise, sleep(lateMs, undefined, { ref: false })]);
    }
    this.channel.close();
    const timer = setTimeout(this.#kill, endingMs);
    await this.#gone.promise;
    clearTimeout(timer);
  }

  /** Ends the process, and what it has started, at once. */
  readonly #kill = (): void => signalGroup(this.#child, "SIGKILL");

  /** Counts looks, not time: while this process itself is busy, it receives no messages. */
  #watch(silenceMs: number, isWaiting: () => boolean, resolve: (end: ProcessEnd) => void): NodeJS.Timeout {
    let silentMs = 0;
    let stuckMs = 0;
    return setInterval(() => {
      silentMs = this.#heard ? 0 : silentMs + lookMs;
      stuckMs = this.#progressed || isWaiting() ? 0 : stuckMs + lookMs;
      this.#heard = false;
      this.#progressed = false;
      if (silentMs >= silenceMs) resolve({ kind: "silent", forMs: silentMs });
      else if (stuckMs >= silenceMs + stuckGraceMs) resolve({ kind: "stuck", forMs: stuckMs });
      else return;
      this.#kill();
    }, lookMs);
  }

  /** Output of suite code is passed on, so that programs left behind do not hold our own streams open. */
  #forward(): void {
    this.#child.stdout?.on("data", (chunk: Buffer) => process.stdout.write(chunk));
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = `${this.#stderr}${chunk}`.slice(-4_096);
      process.stderr.write(chunk);
    });
  }

  #howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
    if (/heap out of memory|allocation failed/i.test(this.#stderr)) return "ran out of memory";
    return signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
  }
}

/**
 * This process's environment, but not where store and queue are, with their passwords: only Viva needs those. Of the
 * keys that are kept, a client finds only that they are set.
 */
function environmentWithout(kept: readonly string[]): NodeJS.ProcessEnv {
  const { VIVA_STORE: _store, VIVA_QUEUE: _queue, ...rest } = process.env;
  const isSet = kept.filter((name) => rest[name]);
  return { ...rest, ...Object.fromEntries(isSet.map((name) => [name, keyMark(name)])) };
}
