type Timers = Pick<typeof globalThis, "setTimeout" | "clearTimeout">;

/** Something to be written, and who waits for it to be safe on disk. */
interface Waiting<T> {
  item: T;
  resolve?(): void;
  reject?(error: unknown): void;
}

/** Writes a group. Returns the items that were left out, each with the reason; the others are on disk. */
type Commit<T> = (items: readonly T[]) => Promise<ReadonlyMap<T, unknown>> | Promise<void>;

/**
 * One writer for everything: records wait at most a few milliseconds for others and are then committed together.
 * A promise resolves when its record is synced to disk, never before.
 */
export class GroupWriter<T> {
  readonly #commit: Commit<T>;
  readonly #timers: Timers;
  readonly #maxRecords: number;
  readonly #maxWaitMs: number;
  #waiting: Waiting<T>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #committing: Promise<unknown> = Promise.resolve();
  #busy = false;
  #failure: { error: unknown } | undefined;
  /** Whether the waiting records have waited long enough. */
  #due = false;

  constructor(commit: Commit<T>, { maxRecords = 256, maxWaitMs = 10, timers = globalThis as Timers } = {}) {
    this.#commit = commit;
    this.#timers = timers;
    this.#maxRecords = maxRecords;
    this.#maxWaitMs = maxWaitMs;
  }

  write(item: T): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
    });
    // A failed record that nobody awaits must not crash the process; flush() reports it.
    written.catch(() => {});
    this.#soon();
    return written;
  }

  /** The same for a record that nobody waits for. */
  put(item: T): void {
    this.#waiting.push({ item });
    this.#soon();
  }

  #soon(): void {
    if (this.#waiting.length >= this.#maxRecords) this.#next();
    else this.#timer ??= this.#timers.setTimeout(() => this.#next(), this.#maxWaitMs);
  }

  /** Commits the waiting records without waiting for the disk: for a process that is about to end. */
  handOver(): void {
    if (this.#waiting.length > 0) this.#start(this.#waiting.splice(0));
  }

  /** Resolves when everything written so far is on disk; rejects if a write failed. */
  async flush(): Promise<void> {
    this.#next();
    while (this.#busy || this.#waiting.length > 0) await this.#committing;
    await this.#committing;
  }

  /** Commits the waiting records. While the disk is busy they gather, and become one group when it is free. */
  #next(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = true;
    if (this.#busy || this.#waiting.length === 0) return;
    const group = this.#waiting;
    this.#waiting = [];
    this.#due = false;
    this.#busy = true;
    this.#start(group);
  }

  /** At once, not in a microtask, because code of an agent that never pauses may come before it. */
  #start(group: readonly Waiting<T>[]): void {
    const commit = async () => {
      // After a failed commit nothing more is written: later records must not overtake lost ones, so they fail too.
      if (this.#failure) throw this.#failure.error;
      return this.#commit(group.map(({ item }) => item));
    };
    const committed = commit();
    this.#committing = committed;
    const done = (settle: (waiting: Waiting<T>) => void) => {
      this.#busy = false;
      for (const waiting of group) settle(waiting);
      if (this.#due) this.#next();
    };
    committed.then(
      (refused) =>
        done(({ item, resolve, reject }) => (refused?.has(item) ? reject?.(refused.get(item)) : resolve?.())),
      (error: unknown) => {
        this.#failure = { error };
        done(({ reject }) => reject?.(error));
      },
    );
  }
}
