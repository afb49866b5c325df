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

  /** Calls back when the trial is safe. Waits itself, for the oldest, only when too many are under way. */
  async add(synced: Promise<void>, whenSafe: () => void): Promise<void> {
    const waiting = synced.then(whenSafe).catch((error: unknown) => {
      this.#error ??= error;
    });
    this.#waiting.add(waiting);
    void waiting.finally(() => this.#waiting.delete(waiting));
    if (this.#waiting.size >= mostWaiting) await this.#waiting.values().next().value;
  }

  /** Everything is safe, or the first failure is thrown. */
  async settled(): Promise<void> {
    await Promise.all(this.#waiting);
    if (this.#error !== undefined) throw this.#error;
  }
}
