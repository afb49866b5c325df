// As it was when Viva was loaded: a test whose timers stand still would wait for ever.
const { setTimeout } = globalThis;

/** Does work until it succeeds, for as long after its first failure as `patience` says for the newest one. */
export async function tryAgain<T>(
  work: () => Promise<T>,
  patience: (error: unknown, tries: number) => number,
): Promise<T> {
  let failedAt: number | undefined;
  for (let tries = 1, wait = 25; ; tries++, wait = Math.min(wait * 2, 1_000)) {
    try {
      return await work();
    } catch (error) {
      failedAt ??= performance.now();
      if (performance.now() + wait - failedAt > patience(error, tries)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
