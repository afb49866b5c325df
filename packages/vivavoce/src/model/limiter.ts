import { InputError } from "../base/index.ts";
import { cancelled } from "./deadline.ts";
import { ModelError } from "./model-error.ts";
import { systemTiming, type Timing } from "./timing.ts";

export interface LimiterOptions {
  /** Most calls at once to one model. */
  maximum?: number;
  /** A server that asks for a longer pause than this is not waited for; the call that it told so fails. */
  longestPauseMs?: number;
  timing?: Pick<Timing, "clock" | "sleep">;
}

/** The limiters of a run, one for each model, shared by all that call it. */
export interface ModelLimits {
  of(model: string): Limiter;
}

/**
 * Limits for a run. Limits of one run know nothing of those of another.
 *
 * @example const limits = modelLimits({ maximum: 8 }); openModel("openai:gpt-5-mini", { limits });
 */
export function modelLimits(options: LimiterOptions = {}): ModelLimits {
  const limiters = new Map<string, Limiter>();
  return {
    of(model) {
      const limiter = limiters.get(model) ?? new Limiter(model, options);
      limiters.set(model, limiter);
      return limiter;
    },
  };
}

/**
 * Lets a model's calls through, first come first served, as many at once as its server seems to bear: it halves on a
 * 429 and grows back by one for every full round of successes. Calls that were under way when it halved belong to the
 * same burst: they neither halve it again nor let it grow.
 */
export class Limiter {
  readonly #model: string;
  readonly #maximum: number;
  readonly #longestPauseMs: number;
  readonly #timing: Pick<Timing, "clock" | "sleep">;
  readonly #queue: (() => void)[] = [];
  #allowed: number;
  #round = 0;
  #running = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #alarm: AbortController | undefined;

  constructor(model: string, { maximum = 20, longestPauseMs = 60_000, timing = systemTiming }: LimiterOptions = {}) {
    if (!Number.isInteger(maximum) || maximum < 1) {
      const message = `${maximum} is no number of calls that may run at once`;
      throw new InputError({ message, remedy: "give a whole number from 1 on" });
    }
    this.#model = model;
    this.#maximum = maximum;
    this.#allowed = maximum;
    this.#longestPauseMs = longestPauseMs;
    this.#timing = timing;
  }

  /** How many calls may run at once, as things stand. */
  get allowed(): number {
    return Math.floor(this.#allowed);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#queue.length === 0 && this.#running < this.allowed && this.#pauseLeft() <= 0) this.#running += 1;
    else await this.#wait(signal);
    const startedIn = this.#round;
    try {
      const result = await task();
      if (startedIn === this.#round) this.#allowed = Math.min(this.#maximum, this.#allowed + 1 / this.#allowed);
      return result;
    } catch (error) {
      if (ModelError.is(error)) this.#heed(error, startedIn);
      throw error;
    } finally {
      this.#running -= 1;
      this.#admit();
    }
  }

  #heed({ status, retryAfterMs }: ModelError, startedIn: number): void {
    if (status === 429 && startedIn === this.#round) {
      this.#allowed = Math.max(1, this.#allowed / 2);
      this.#round += 1;
    }
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
