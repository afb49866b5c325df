import { InputError } from "../base/index.ts";
import { Allowance } from "./allowance.ts";
import { cancelled } from "./deadline.ts";
import { ModelError } from "./model-error.ts";
import { systemTiming, type Timing } from "./timing.ts";

export interface LimiterOptions {
  /** Most calls at once to one model. */
  maximum?: number | undefined;
  /** What people call the model, where it is told from others by more than that. */
  name?: string | undefined;
  /** Start with one call at once, for a server that nobody knows. */
  careful?: boolean | undefined;
  /** A server that asks for a longer pause than this is not waited for; the call that it told so fails. */
  longestPauseMs?: number;
  timing?: Pick<Timing, "clock" | "sleep">;
}

/** The limiters of a run, one for each model, shared by all that call it. */
export interface ModelLimits {
  /** `options` count when the model is new. A lower `maximum` counts later, too. */
  of(model: string, options?: Pick<LimiterOptions, "maximum" | "careful" | "name">): Limiter;
  /** The models that calls are waiting for, as things stand. */
  waits(): ModelWait[];
}

/** What the calls to one model are waiting for. */
export interface ModelWait {
  model: string;
  /** Calls that were sent and not answered yet. */
  running: number;
  /** How many may run at once. */
  allowed: number;
  /** Calls that wait for their turn. */
  queued: number;
  /** Calls that failed and wait to be tried again. */
  resting: number;
  /** How long the oldest of them all has waited. */
  oldestMs: number;
  /** How long the server asked to be left alone. */
  pausedMs: number;
}

/**
 * Limits for a run. Limits of one run know nothing of those of another.
 *
 * @example const limits = modelLimits({ maximum: 8 }); openModel("openai:gpt-5-mini", { limits });
 */
export function modelLimits(options: LimiterOptions = {}): ModelLimits {
  const limiters = new Map<string, Limiter>();
  return {
    of(model, given = {}) {
      const { maximum = options.maximum, careful = options.careful } = given;
      const known = limiters.get(model);
      if (given.maximum !== undefined) known?.lower(given.maximum);
      const limiter = known ?? new Limiter(given.name ?? model, { ...options, maximum, careful });
      limiters.set(model, limiter);
      return limiter;
    },
    waits: () => [...limiters.values()].flatMap((limiter) => limiter.wait ?? []),
  };
}

/** Lets a model's calls through, first come first served, as many at once as its server seems to bear. */
export class Limiter {
  readonly #model: string;
  readonly #allowance: Allowance;
  readonly #longestPauseMs: number;
  readonly #timing: Pick<Timing, "clock" | "sleep">;
  readonly #queue: (() => void)[] = [];
  /** When each call began that has not come to its end, retries included; the oldest first. */
  readonly #calls = new Set<{ since: number }>();
  #running = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #alarm: AbortController | undefined;

  constructor(model: string, options: LimiterOptions = {}) {
    const { maximum = 20, careful = false, longestPauseMs = 60_000, timing = systemTiming } = options;
    this.#model = model;
    this.#allowance = new Allowance(callsAtOnce(maximum), { careful });
    this.#longestPauseMs = longestPauseMs;
    this.#timing = timing;
  }

  /** How many calls may run at once, as things stand. */
  get allowed(): number {
    return this.#allowance.allowed;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  lower(maximum: number): void {
    this.#allowance.lower(callsAtOnce(maximum));
  }

  /** What calls wait for; undefined where there are none. */
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
    };
  }

  /** Notes a call, from when it is asked for until it is answered or given up: it may take several turns. */
  async following<T>(call: () => Promise<T>): Promise<T> {
    const entry = { since: this.#timing.clock.now() };
    this.#calls.add(entry);
    try {
      return await call();
    } finally {
      this.#calls.delete(entry);
    }
  }

  /** Runs one attempt when its turn has come. `sizeOf`: how much work the server had with it. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, sizeOf: (result: T) => number = () => 1): Promise<T> {
    if (this.#queue.length === 0 && this.#running < this.allowed && this.#pauseLeft() <= 0) this.#running += 1;
    else await this.#wait(signal);
    const { mark } = this.#allowance;
    const start = this.#timing.clock.now();
    try {
      const result = await task();
      const ms = this.#timing.clock.now() - start;
      this.#allowance.answered(mark, { ms, size: sizeOf(result), demand: this.#running + this.#queue.length });
      return result;
    } catch (error) {
      if (ModelError.is(error)) {
        if (isOverload(error)) this.#allowance.overloaded(mark);
        this.#pauseFor(error);
      }
      throw error;
    } finally {
      this.#running -= 1;
      this.#admit();
    }
  }

  #pauseFor({ retryAfterMs }: ModelError): void {
    if (retryAfterMs !== undefined && retryAfterMs <= this.#longestPauseMs) {
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

  /** One timer for all that wait, and none when nobody does. */
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

/** Whether fewer calls at once might have helped. */
function isOverload({ status, failure }: ModelError): boolean {
  return status === 429 || status === 503 || failure === "timeout";
}

function callsAtOnce(maximum: number): number {
  if (Number.isInteger(maximum) && maximum >= 1) return maximum;
  const message = `${maximum} is not a number of calls that may run at once`;
  throw new InputError({ message, remedy: "give a whole number from 1 on" });
}
