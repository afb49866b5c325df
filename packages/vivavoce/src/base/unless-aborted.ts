/**
 * Waits for work that cannot be cancelled, but no longer than until the signal is aborted; `late` then gets its result.
 * Rejects with the signal's reason.
 */
export async function unlessAborted<T>(
  work: T | Promise<T>,
  signal: AbortSignal | undefined,
  late: (result: T) => unknown = () => {},
): Promise<T> {
  if (!(work instanceof Promise) || !signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    work.then(late, () => {});
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abort));
}
