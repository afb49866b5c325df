import { timeLimit } from "../base/index.ts";
import { ModelError } from "./model-error.ts";

export const defaultTimeoutMs = 120_000;

/** Who is asked, how long that may take, and what cancels it. */
interface Deadline {
  /** The model's id, for the message. */
  id: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs work with a time limit. If the time is up or the caller cancels, the promise is rejected at once, even if the work
 * ignores its signal. Time in which the event loop was blocked does not count. No timer or listener outlives the call.
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

/** `cause` is the earlier failure, if the call was being retried: it was then waiting because of an outage. */
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
