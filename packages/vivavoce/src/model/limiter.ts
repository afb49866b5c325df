import { unlessAborted } from "../base/index.ts";
import type { Usage } from "../shape/index.ts";
import { Allowance } from "./allowance.ts";
import { ModelError } from "./model-error.ts";
import { localPace, type ModelWait, type Pace, type PaceLimits, type Ticket } from "./pace.ts";
import { longestRetryAfterMs } from "./retry.ts";
import { cancelled, systemTiming, type Timing } from "./timing.ts";

interface LimiterOptions {
  /** The most calls to one model at the same time. */
  maximum?: number | undefined;
  /** The model's usual name, if its key holds more than that. */
  name?: string | undefined;
  /** Starts with one call at a time, for an unknown server. */
  careful?: boolean | undefined;
  timing?: Pick<Timing, "clock" | "sleep">;
  /** Keeps the limits per minute; by default for this process alone. */
  pace?: Pace | undefined;
  /** Limits of every model, whatever its own are. */
  limits?: PaceLimits | undefined;
}

/** How much an attempt asks of a server. */
interface Weight<T> {
  /** The length of the request. */
  characters(): number;
  usage(result: T): Usage | undefined;
}

/**
 * Lets a model's calls through, first come first served, as many in parallel as its server seems to handle and as many a
 * minute as its limits allow.
 */
export class Limiter {
  readonly #model: string;
  /** The name under which its limits are kept. */
  readonly #key: string;
  readonly #pace: Pace;
  readonly #allowance: Allowance;
  readonly #timing: Pick<Timing, "clock" | "sleep">;
  readonly #queue: (() => void)[] = [];
  /** When each unfinished call began, retries included; the oldest first. */
  readonly #calls = new Set<{ since: number }>();
  #running = 0;
  /** Calls that have a place and wait for the limits per minute, one after the other. */
  #paced = 0;
  #lastPaced: Promise<void> = Promise.resolve();
  #limits: PaceLimits = {};
  #heldBy: string | undefined;
  /** How many tokens a request of some length used so far, answer included; at first four characters each. */
  #seen = { characters: 4_000, tokens: 1_000 };
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #alarm: AbortController | undefined;

  constructor(model: string, options: LimiterOptions = {}, key = model) {
    const { maximum = 20, careful = false, timing = systemTiming } = options;
    this.#model = model;
    this.#key = key;
    this.#pace = options.pace ?? localPace(options.timing?.clock);
    this.#allowance = new Allowance(maximum, { careful });
    this.#timing = timing;
  }

  /** How many calls may run at the same time now. */
  get allowed(): number {
    return this.#allowance.allowed;
  }

  get running(): number {
    return this.#running - this.#paced;
  }

  get waiting(): number {
    return this.#queue.length + this.#paced;
  }

  /** Several callers may set limits for the same model; the lowest count. */
  lower(limits: PaceLimits): void {
    if (limits.concurrency !== undefined) this.#allowance.lower(limits.concurrency);
    const lowest = (name: keyof PaceLimits) => lesser(this.#limits[name], limits[name]);
    this.#limits = {
      requestsPerMinute: lowest("requestsPerMinute"),
      tokensPerMinute: lowest("tokensPerMinute"),
      concurrency: lowest("concurrency"),
    };
  }

  /** What calls wait for; undefined if there are none. */
  get wait(): ModelWait | undefined {
    const [oldest] = this.#calls;
    if (!oldest) return undefined;
    const { running, waiting: queued, allowed } = this;
    return {
      model: this.#model,
      running,
      allowed,
      queued,
      resting: Math.max(0, this.#calls.size - running - queued),
      oldestMs: this.#timing.clock.now() - oldest.since,
      pausedMs: Math.max(0, this.#pauseLeft()),
      ...(this.#heldBy === undefined || this.#paced === 0 ? {} : { heldBy: this.#heldBy }),
    };
  }

  /** Notes a call, which may take several attempts, until it is answered or given up: then the returned function is called. */
  follow(): () => void {
    const entry = { since: this.#timing.clock.now() };
    this.#calls.add(entry);
    return () => void this.#calls.delete(entry);
  }

  /** Runs one attempt when its turn has come. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, weight: Weight<T> = weightless): Promise<T> {
    if (this.#queue.length === 0 && this.#running < this.allowed && this.#pauseLeft() <= 0) this.#running += 1;
    else await this.#wait(signal);
    let ticket: Ticket | undefined;
    let tokens: number | undefined;
    let mark: Allowance["mark"] | undefined;
    try {
      const characters = this.#limits.tokensPerMinute === undefined ? 0 : weight.characters();
      if (this.#pace.keeps.some((name) => this.#limits[name] !== undefined))
        ticket = await this.#ticket(characters, signal);
      mark = this.#allowance.mark;
      const start = this.#timing.clock.now();
      const result = await task();
      const ms = this.#timing.clock.now() - start;
      const usage = weight.usage(result);
      this.#allowance.answered(mark, { ms, size: workOf(usage), demand: this.#running + this.#queue.length });
      tokens = usage && usage.inputTokens + usage.outputTokens;
      if (tokens !== undefined && characters > 0) {
        this.#seen = { characters: this.#seen.characters + characters, tokens: this.#seen.tokens + tokens };
      }
      return result;
    } catch (error) {
      if (mark && ModelError.is(error)) {
        if (isOverload(error)) this.#allowance.overloaded(mark);
        this.#pauseFor(error);
      }
      throw error;
    } finally {
      ticket?.done(tokens);
      this.#running -= 1;
      this.#admit();
    }
  }

  /** Waits until the limits per minute let a call through, after those that came before it. */
  async #ticket(characters: number, signal: AbortSignal | undefined): Promise<Ticket> {
    const tokens = Math.ceil((characters * this.#seen.tokens) / this.#seen.characters);
    const before = this.#lastPaced;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastPaced = promise;
    this.#paced += 1;
    try {
      await unlessAborted(before, signal);
      for (;;) {
        const pause = this.#pauseLeft();
        const asked = pause > 0 ? { waitMs: pause } : this.#pace.ask(this.#key, this.#limits, tokens);
        const answer = await unlessAborted(asked, signal, (late) => "unsent" in late && late.unsent());
        if ("unsent" in answer) return answer;
        this.#heldBy = answer.because;
        await this.#timing.sleep(answer.waitMs, signal);
      }
    } catch (error) {
      throw signal?.aborted ? cancelled(this.#model, signal) : error;
    } finally {
      this.#paced -= 1;
      before.then(resolve);
    }
  }

  #pauseFor({ retryAfterMs }: ModelError): void {
    if (retryAfterMs !== undefined && retryAfterMs <= longestRetryAfterMs) {
      this.#pausedUntil = Math.max(this.#pausedUntil, this.#timing.clock.now() + retryAfterMs);
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled(this.#model, signal));
      const enter = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        if (this.#queue.length === 0) this.#stopAlarm();
        reject(cancelled(this.#model, signal));
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queue.push(enter);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#queue.length > 0 && this.#running < this.allowed) {
      const pause = this.#pauseLeft();
      if (pause > 0) {
        this.#wakeIn(pause);
        return;
      }
      this.#running += 1;
      this.#queue.shift()?.();
    }
  }

  /** One timer for all waiting calls; none if nothing waits. */
  #wakeIn(milliseconds: number): void {
    if (this.#alarm) return;
    const alarm = new AbortController();
    this.#alarm = alarm;
    const wake = () => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#admit();
    };
    this.#timing.sleep(milliseconds, alarm.signal).then(wake, wake);
  }

  #stopAlarm(): void {
    this.#alarm?.abort();
    this.#alarm = undefined;
  }

  #pauseLeft(): number {
    return this.#pausedUntil - this.#timing.clock.now();
  }
}

/** A call whose weight does not matter. */
const weightless: Weight<unknown> = { characters: () => 0, usage: () => undefined };

/** A server's approximate work for an answer, in written tokens. Reading is faster, and starting also takes time. */
function workOf(usage: Usage | undefined): number {
  return usage === undefined ? 1 : 20 + usage.outputTokens + usage.inputTokens / 20;
}

function lesser(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Whether fewer parallel calls might have helped. */
function isOverload({ status, failure }: ModelError): boolean {
  return status === 429 || status === 503 || failure === "timeout";
}
