/** Something to be written, and who waits for it to be safe on disk. */
interface Waiting<T> {
  item: T;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * One writer for everything: records wait at most a few milliseconds for company and are then committed together.
 * A promise resolves when its record is synced to disk, never before.
 */
export class GroupWriter<T> {
  readonly #commit: (items: readonly T[]) => Promise<void>;
  readonly #maxRecords: number;
  readonly #maxWaitMs: number;
  #waiting: Waiting<T>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #committing: Promise<void> = Promise.resolve();

  constructor(commit: (items: readonly T[]) => Promise<void>, { maxRecords = 64, maxWaitMs = 10 } = {}) {
    this.#commit = commit;
    this.#maxRecords = maxRecords;
    this.#maxWaitMs = maxWaitMs;
  }

  write(item: T): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
    });
    // Whoever does not wait for a record must not crash the process by its failure; flush() reports it.
    written.catch(() => {});
    if (this.#waiting.length >= this.#maxRecords) this.#next();
    else this.#timer ??= setTimeout(() => this.#next(), this.#maxWaitMs);
    return written;
  }

  /** Everything written so far is on disk; rejects when some of it could not be. */
  async flush(): Promise<void> {
    this.#next();
    await this.#committing;
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    // After a failed commit nothing more is written: later records must not overtake lost ones, and fail as they did.
    const committed = this.#committing.then(() => this.#commit(group.map(({ item }) => item)));
    this.#committing = committed;
    committed.then(
      () => {
        for (const { resolve } of group) resolve();
      },
      (error: unknown) => {
        for (const { reject } of group) reject(error);
      },
    );
  }
}
