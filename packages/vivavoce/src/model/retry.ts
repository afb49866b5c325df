import type { Random } from "../base/index.ts";
import { ModelError } from "./model-error.ts";
import { cancelled, systemTiming, type Timing } from "./timing.ts";

/** How often Viva asks again after an answer that is not a completion, which may be the model's habit. */
const badAnswerRetries = 2;
/** The longest first wait; it doubles with every failure. */
const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** If a server asks for a longer wait than this, the call fails. */
const longestRetryAfterMs = 60_000;

/** How often a call has failed so far, and how many of these failures were answers that are not completions. */
interface Failures {
  all: number;
  badAnswers: number;
}

/** Makes a function that retries a call while its failures may be temporary. Cancelled calls are never retried. */
export function retrying(id: string, attempts = 5, timing: Timing = systemTiming) {
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
        await timing.sleep(delayAfter(error, failures, attempts, timing.random), signal).catch((reason: unknown) => {
          throw signal?.aborted ? cancelled(id, signal, error) : reason;
        });
      }
    }
  };
}

/** How long to wait after a failure: at random up to a ceiling, never shorter than the server asks. Throws if it is final. */
function delayAfter(error: ModelError, { all, badAnswers }: Failures, attempts: number, random: Random): number {
  if (!isPassing(error)) throw error;
  if (all >= attempts || badAnswers > badAnswerRetries)
    throw all === 1 ? error : restate(error, `after ${all} attempts`);
  const asked = error.retryAfterMs ?? 0;
  if (asked > longestRetryAfterMs) {
    const wait = `it asks to wait ${seconds(asked)} s, longer than the limit of ${seconds(longestRetryAfterMs)} s`;
    throw restate(error, wait, "run again later, or resume the run then");
  }
  return Math.max(asked, random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (all - 1)));
}

function isPassing({ failure, status }: ModelError): boolean {
  if (failure === "status") return status !== undefined && (status >= 500 || [408, 409, 429].includes(status));
  return failure === "network" || failure === "timeout" || failure === "bad-answer";
}

function restate(error: ModelError, addition: string, remedy = error.remedy): ModelError {
  const { failure, status, retryAfterMs, cause } = error;
  return new ModelError({ message: `${error.message} (${addition})`, failure, status, retryAfterMs, remedy, cause });
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
