/** First: code that V8 is to stop after a time is running. Second: another thread is about to interrupt this one. */
export const interruptLock = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
const [stoppable, interrupting] = [0, 1];

/** An interruption takes a few milliseconds; it lasts longer only where the other thread does not get to run. */
const longestMs = 1_000;

/**
 * Runs code that V8 stops after a time, while no other thread interrupts it: code that is evaluated in the middle of it
 * would take the stop for itself, and what it was meant for would run on for ever. Undefined where it was not run.
 */
export function uninterrupted<T>(work: () => T): T | undefined {
  Atomics.store(interruptLock, stoppable, 1);
  try {
    const until = performance.now() + longestMs;
    // V8 lets the other thread in at the end of each turn of a loop.
    while (Atomics.load(interruptLock, interrupting) === 1) if (performance.now() > until) return undefined;
    return work();
  } finally {
    Atomics.store(interruptLock, stoppable, 0);
  }
}

/** The other thread asks whether it may interrupt the one that this lock belongs to; `done` says that it has. */
export function mayInterrupt(lock: Int32Array): { done(): void } | undefined {
  Atomics.store(lock, interrupting, 1);
  const done = () => void Atomics.store(lock, interrupting, 0);
  if (Atomics.load(lock, stoppable) === 0) return { done };
  done();
  return undefined;
}
