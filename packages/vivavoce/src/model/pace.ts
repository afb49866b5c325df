import type { Clock } from "../base/index.ts";

/** What one model may be asked in a minute, and how much at the same time; left out: any amount. */
export interface PaceLimits {
  requestsPerMinute?: number | undefined;
  tokensPerMinute?: number | undefined;
  /** Calls at the same time, of all processes that share the limits; within one process the limiter keeps it. */
  concurrency?: number | undefined;
}

/** A call that may be sent now. */
export interface Ticket {
  /** The call is over. `tokens`: how many it used; undefined: unknown, so the estimate stands. */
  done(tokens: number | undefined): void;
  /** The call was not sent after all. */
  unsent(): void;
}

/** Either the call may be sent, or the caller asks again after a while. */
export type Admission = Ticket | { waitMs: number; because?: string | undefined };

/** Keeps the limits of models: in this process, or together with other processes. */
export interface Pace {
  /** The limits that it keeps. */
  readonly keeps: readonly (keyof PaceLimits)[];
  /** Whether a call to a model may be sent now. `tokens`: an estimate of what it will use. Never rejects. */
  ask(model: string, limits: PaceLimits, tokens: number): Admission | Promise<Admission>;
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
  /** What holds queued calls back although more may run: "the limit of 60 requests per minute". */
  heldBy?: string;
}

/**
 * How far calls may run ahead of their even distribution, so that a timer that fires late does not lose its share: in any
 * span of time, at most the limit's share of the span plus this are let through, and the call that reaches it.
 */
export const burstMs = 200;

const minuteMs = 60_000;

/** The time that a unit takes under a limit; 0 if there is none. */
export function msEach(perMinute: number | undefined): number {
  return perMinute === undefined ? 0 : minuteMs / perMinute;
}

/** One limit: each unit takes its share of a minute, and the next call waits until the time of those before is over. */
class Meter {
  #until = Number.NEGATIVE_INFINITY;

  waitMs(now: number): number {
    return this.#until - burstMs - now;
  }

  take(now: number, ms: number): void {
    this.#until = Math.max(this.#until, now) + ms;
  }

  /** Corrects an estimate. Time that is given back and already over is not saved up. */
  correct(ms: number): void {
    this.#until += ms;
  }
}

/** The limits of this process. */
export function localPace(clock: Clock = { now: () => performance.now() }): Pace {
  const meters = new Map<string, { requests: Meter; tokens: Meter }>();
  const metersOf = (model: string) => {
    const known = meters.get(model) ?? { requests: new Meter(), tokens: new Meter() };
    meters.set(model, known);
    return known;
  };
  return {
    keeps: ["requestsPerMinute", "tokensPerMinute"],
    ask(model, { requestsPerMinute, tokensPerMinute }, estimated) {
      const now = clock.now();
      const meter = metersOf(model);
      const each = { request: msEach(requestsPerMinute), token: msEach(tokensPerMinute) };
      const forRequests = each.request > 0 ? meter.requests.waitMs(now) : 0;
      const forTokens = each.token > 0 ? meter.tokens.waitMs(now) : 0;
      const limit = forRequests > forTokens ? `${requestsPerMinute} requests` : `${tokensPerMinute} tokens`;
      const waitMs = Math.max(forRequests, forTokens);
      if (waitMs > 0) return { waitMs, because: `the limit of ${limit} per minute` };
      meter.requests.take(now, each.request);
      meter.tokens.take(now, estimated * each.token);
      return {
        done: (tokens = estimated) => meter.tokens.correct((tokens - estimated) * each.token),
        unsent() {
          meter.requests.correct(-each.request);
          meter.tokens.correct(-estimated * each.token);
        },
      };
    },
  };
}
