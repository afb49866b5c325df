import { timeLimit } from "../base/index.ts";
import { ModelError } from "./model-error.ts";

export const defaultTimeoutMs = 120_000;

/** Who is asked, how long that may take, and what cancels it. */
export interface Deadline {
  /** The model's id, for the message. */
  id: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Run work that must end: when its time is up or the caller cancels, the promise is rejected at once, whether or not
 * the work heeds the signal it is given. Time that the event loop stood still is not counted. Neither timer nor listener outlives the call.
 */
export function withDeadline<T>(
  { id, timeoutMs, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(cancelled(id, signal));
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    const settle = () => {
      limit.stop();
      signal?.removeEventListener("abort", cancel);
    };
    const end = (error: ModelError) => {
      settle();
      reject(error);
      controller.abort(error);
    };
    const cancel = () => end(cancelled(id, signal));
    const limit = timeLimit(timeoutMs, () => end(timedOut(id, timeoutMs)));
    signal?.addEventListener("abort", cancel, { once: true });
    work(controller.signal).then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

/** `cause`: what had gone wrong before, where the call was being tried again: then it was waiting on an outage. */
export function cancelled(id: string, signal?: AbortSignal, cause: unknown = signal?.reason): ModelError {
  return new ModelError({ failure: "cancelled", message: `the call to ${id} was cancelled`, cause });
}

function timedOut(id: string, timeoutMs: number): ModelError {
  return new ModelError({
    failure: "timeout",
    message: `${id} gave no complete answer within ${timeoutMs / 1000} s`,
    remedy: `give the model more time with { model: "${id}", timeoutMs: … }`,
  });
}
