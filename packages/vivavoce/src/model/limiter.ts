import { InputError } from "../base/index.ts";
import { Allowance } from "./allowance.ts";
import { cancelled } from "./deadline.ts";
import { ModelError } from "./model-error.ts";
import { systemTiming, type Timing } from "./timing.ts";

export interface LimiterOptions {
  /** The most calls to one model at the same time. */
  maximum?: number | undefined;
  /** The model's usual name, if its key holds more than that. */
  name?: string | undefined;
  /** Starts with one call at a time, for an unknown server. */
  careful?: boolean | undefined;
  /** If a server asks for a longer pause than this, Viva does not wait and the call fails. */
  longestPauseMs?: number;
  timing?: Pick<Timing, "clock" | "sleep">;
}

/** The limiters of a run, one for each model, shared by all that call it. */
export interface ModelLimits {
  /** `options` count when the model is new. A lower `maximum` also counts later. */
  of(model: string, options?: Pick<LimiterOptions, "maximum" | "careful" | "name">): Limiter;
  /** The models that calls are waiting for now. */
  waits(): ModelWait[];
}

/** What the calls to one model are waiting for. */
export interface ModelWait {
  model: string;
  /** Calls that were sent and not answered yet. */
  running: number;
  /** How many may run at the same time. */
  allowed: number;
  /** Calls that wait for their turn. */
  queued: number;
  /** Calls that failed and wait to be tried again. */
  resting: number;
  /** How long the oldest of these calls has waited. */
  oldestMs: number;
  /** How long the server asked Viva to wait. */
  pausedMs: number;
}

/**
 * Limits for a run. Different runs do not share limits.
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

/** Lets a model's calls through, first come first served, as many in parallel as its server seems to handle. */
export class Limiter {
  readonly #model: string;
  readonly #allowance: Allowance;
  readonly #longestPauseMs: number;
  readonly #timing: Pick<Timing, "clock" | "sleep">;
  readonly #queue: (() => void)[] = [];
  /** When each unfinished call began, retries included; the oldest first. */
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

  /** How many calls may run at the same time now. */
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
    };
  }

  /** Notes a call from its start until it is answered or given up; it may take several attempts. */
  async following<T>(call: () => Promise<T>): Promise<T> {
    const entry = { since: this.#timing.clock.now() };
    this.#calls.add(entry);
    try {
      return await call();
    } finally {
      this.#calls.delete(entry);
    }
  }

  /** Runs one attempt when its turn has come. `sizeOf` says how much work it was for the server. */
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

/** Whether fewer parallel calls might have helped. */
function isOverload({ status, failure }: ModelError): boolean {
  return status === 429 || status === 503 || failure === "timeout";
}

function callsAtOnce(maximum: number): number {
  if (Number.isInteger(maximum) && maximum >= 1) return maximum;
  const message = `${maximum} is not a number of calls that may run at once`;
  throw new InputError({ message, remedy: "give a whole number, at least 1" });
}
