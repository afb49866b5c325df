/** The result of some work, or undefined as soon as the signal is aborted: a server that is away keeps nobody waiting. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const abort = () => resolve(undefined);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  work.catch(() => {});
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
