// Taken when Viva is loaded, because tests and agents replace it.
const { setImmediate } = globalThis;

/** Lets everything else that waits have its turn: a long piece of work would stop requests, timers and signals. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
