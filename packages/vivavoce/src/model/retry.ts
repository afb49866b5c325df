import { InputError, type Random } from "../base/index.ts";
import { cancelled } from "./deadline.ts";
import { ModelError } from "./model-error.ts";
import { systemTiming, type Timing } from "./timing.ts";

/** When a call is retried, and after how long. */
export interface RetryPolicy {
  /** How often a call is tried in all. */
  attempts: number;
  /** How often Viva asks again after an answer that is not a completion, which may be the model's habit. */
  badAnswerRetries: number;
  /** The longest first wait; it doubles with every failure. */
  firstDelayMs: number;
  longestDelayMs: number;
  /** If a server asks for a longer wait than this, the call fails. */
  longestRetryAfterMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 5,
  badAnswerRetries: 2,
  firstDelayMs: 500,
  longestDelayMs: 30_000,
  longestRetryAfterMs: 60_000,
};

/** What to do after a failure. */
type NextStep = { action: "retry"; delayMs: number } | { action: "fail"; error: ModelError };

/** Decides what follows the nth failure of a call (from 1): a random wait up to a ceiling, never shorter than the server asks. */
export function afterFailure(error: ModelError, failures: Failures, policy: RetryPolicy, random: Random): NextStep {
  if (!isPassing(error)) return { action: "fail", error };
  if (failures.all >= policy.attempts || failures.badAnswers > policy.badAnswerRetries) {
    return { action: "fail", error: failures.all === 1 ? error : restate(error, `after ${failures.all} attempts`) };
  }
  const asked = error.retryAfterMs ?? 0;
  if (asked > policy.longestRetryAfterMs) {
    const wait = `it asks to wait ${seconds(asked)} s, longer than the limit of ${seconds(policy.longestRetryAfterMs)} s`;
    return { action: "fail", error: restate(error, wait, "run again later, or resume the run then") };
  }
  const ceiling = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (failures.all - 1));
  return { action: "retry", delayMs: Math.max(asked, random() * ceiling) };
}

/** How often a call has failed so far, and how many of these failures were answers that are not completions. */
export interface Failures {
  all: number;
  badAnswers: number;
}

/** Makes a function that retries a call while its failures may be temporary. Cancelled calls are never retried. */
export function retrying(id: string, changes: Partial<RetryPolicy> = {}, timing: Timing = systemTiming) {
  const policy = checked({ ...defaultRetryPolicy, ...changes });
  return async <T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const failures: Failures = { all: 0, badAnswers: 0 };
    let last: ModelError | undefined;
    for (;;) {
      if (signal?.aborted) throw cancelled(id, signal, last);
      try {
        return await attempt();
      } catch (error) {
        if (!ModelError.is(error)) throw error;
        if (error.failure === "cancelled" && last) throw cancelled(id, signal, last);
        last = error;
        failures.all += 1;
        if (error.failure === "bad-answer") failures.badAnswers += 1;
        const next = afterFailure(error, failures, policy, timing.random);
        if (next.action === "fail") throw next.error;
        await timing.sleep(next.delayMs, signal).catch((reason: unknown) => {
          throw signal?.aborted ? cancelled(id, signal, error) : reason;
        });
      }
    }
  };
}

function isPassing({ failure, status }: ModelError): boolean {
  if (failure === "status") return status !== undefined && (status >= 500 || [408, 409, 429].includes(status));
  return failure === "network" || failure === "timeout" || failure === "bad-answer";
}

function restate(error: ModelError, addition: string, remedy = error.remedy): ModelError {
  const { failure, status, retryAfterMs } = error;
  return new ModelError({
    message: `${error.message} (${addition})`,
    failure,
    status,
    retryAfterMs,
    remedy,
    cause: error.cause,
  });
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

function checked(policy: RetryPolicy): RetryPolicy {
  const problems = Object.entries(policy)
    .filter(([name, value]) => !(value >= (name === "attempts" ? 1 : 0)) || !Number.isFinite(value))
    .map(([name, value]) => ({
      message: `retry.${name} is ${value}`,
      remedy: name === "attempts" ? "give a number, at least 1" : "give a number, at least 0",
    }));
  if (problems.length > 0) throw new InputError(problems);
  return policy;
}
