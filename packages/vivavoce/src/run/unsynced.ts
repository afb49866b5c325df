/** How many finished trials may wait for the disk before the next trials have to wait. */
const mostWaiting = 100;

/**
 * Trials that are over but not yet on disk. The next trial does not wait for them; they are counted and shown when they
 * are on disk. A write that fails stops the run.
 */
export class Unsynced {
  readonly #waiting = new Set<Promise<void>>();
  #error: unknown;

  get failed(): boolean {
    return this.#error !== undefined;
  }

  /** Calls back when the trial is safe. Gives something to wait for, the oldest, only when too many are under way. */
  add(synced: Promise<void>, whenSafe: () => void, whenLost?: (error: unknown) => void): Promise<void> | undefined {
    const failed = (error: unknown) => {
      this.#error ??= error;
    };
    const waiting: Promise<void> = synced.then(
      () => {
        this.#waiting.delete(waiting);
        try {
          whenSafe();
        } catch (error) {
          failed(error);
        }
      },
      (error: unknown) => {
        this.#waiting.delete(waiting);
        whenLost?.(error);
        failed(error);
      },
    );
    this.#waiting.add(waiting);
    return this.#waiting.size >= mostWaiting ? this.#waiting.values().next().value : undefined;
  }

  /** Everything is safe, or the first failure is thrown. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting);
    if (this.#error !== undefined) throw this.#error;
  }
}
