/** First: code with a V8 time limit is running. Second: another thread is about to interrupt this one. */
const [stoppable, interrupting] = [0, 1];

/** An interruption takes a few milliseconds; longer only if the other thread gets no processor time. */
const longestMs = 1_000;

/** One for each thread that may interrupt this one. */
const locks = new Set<Int32Array>();

/** The lock for a thread that may interrupt this one. */
export function newInterruptLock(): Int32Array {
  const lock = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  locks.add(lock);
  return lock;
}

/** The thread is gone or told to end, perhaps in the middle of an interruption: nobody waits for it any more. */
export function dropInterruptLock(lock: Int32Array): void {
  locks.delete(lock);
}

/**
 * Runs code with a V8 time limit while no other thread interrupts it. Otherwise the stop could hit code that is evaluated
 * in the middle of it, and the limited code would run for ever. Undefined if it was not run.
 */
export function uninterrupted<T>(work: () => T): T | undefined {
  for (const lock of locks) Atomics.store(lock, stoppable, 1);
  try {
    const until = performance.now() + longestMs;
    for (const lock of locks) {
      // V8 can run the other thread's interrupt at the end of each loop iteration.
      while (Atomics.load(lock, interrupting) === 1) if (performance.now() > until) return undefined;
    }
    return work();
  } finally {
    for (const lock of locks) Atomics.store(lock, stoppable, 0);
  }
}

/** The other thread asks whether it may interrupt this lock's thread, and calls `done` afterwards. */
export function mayInterrupt(lock: Int32Array): { done(): void } | undefined {
  Atomics.store(lock, interrupting, 1);
  const done = () => void Atomics.store(lock, interrupting, 0);
  if (Atomics.load(lock, stoppable) === 0) return { done };
  done();
  return undefined;
}

export function isInterrupting(lock: Int32Array): boolean {
  return Atomics.load(lock, interrupting) === 1;
}
