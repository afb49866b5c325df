export type Timers = Pick<typeof globalThis, "setTimeout" | "clearTimeout">;

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
  readonly #timers: Timers;
  readonly #maxRecords: number;
  readonly #maxWaitMs: number;
  #waiting: Waiting<T>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #committing: Promise<void> = Promise.resolve();
  #busy = false;
  #failure: { error: unknown } | undefined;
  /** Whether what waits has waited long enough. */
  #due = false;

  constructor(
    commit: (items: readonly T[]) => Promise<void>,
    { maxRecords = 64, maxWaitMs = 10, timers = globalThis as Timers } = {},
  ) {
    this.#commit = commit;
    this.#timers = timers;
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
    else this.#timer ??= this.#timers.setTimeout(() => this.#next(), this.#maxWaitMs);
    return written;
  }

  /** Commits what waits without waiting for the disk: for a process that is about to end. */
  handOver(): void {
    if (this.#waiting.length > 0) this.#start(this.#waiting.splice(0));
  }

  /** Everything written so far is on disk; rejects when some of it could not be. */
  async flush(): Promise<void> {
    this.#next();
    while (this.#busy || this.#waiting.length > 0) await this.#committing;
    await this.#committing;
  }

  /** Commits what waits. While the disk is busy everything gathers, and goes as one group when it is free. */
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

  /** At once, not in a microtask: code of an agent that never pauses may be in front of it. */
  #start(group: readonly Waiting<T>[]): void {
    const commit = async () => {
      // After a failed commit nothing more is written: later records must not overtake lost ones, and fail as they did.
      if (this.#failure) throw this.#failure.error;
      await this.#commit(group.map(({ item }) => item));
    };
    const committed = commit();
    this.#committing = committed;
    const done = (settle: (waiting: Waiting<T>) => void) => {
      this.#busy = false;
      for (const waiting of group) settle(waiting);
      if (this.#due) this.#next();
    };
    committed.then(
      () => done(({ resolve }) => resolve()),
      (error: unknown) => {
        this.#failure = { error };
        done(({ reject }) => reject(error));
      },
    );
  }
}
