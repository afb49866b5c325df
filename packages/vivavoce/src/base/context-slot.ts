import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Runs work that belongs to no trial, even if a trial asks for it: a server that is started inside a trial would answer all
 * requests in that trial's context.
 */
export const atRoot: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/** One storage for all slots: with each further one, entering any of them would copy one more entry. */
const storage = new AsyncLocalStorage<readonly unknown[]>();
const none: readonly unknown[] = [];
let slots = 0;

/** A value that belongs to running code and to everything that this code starts. */
export function contextSlot<T>() {
  const position = slots++;
  return {
    get: () => (storage.getStore() ?? none)[position] as T | undefined,
    /** The value for `run` of another slot, since each entering copies all values. */
    of: (value: T | undefined): { position: number; value: unknown } => ({ position, value }),
    /** Runs work with this value, and with those of other slots. */
    run<R>(value: T | undefined, work: () => R, ...others: { position: number; value: unknown }[]): R {
      const values = (storage.getStore() ?? none).slice();
      // Filled up, because a list with holes is slower.
      while (values.length < slots) values.push(undefined);
      values[position] = value;
      for (const other of others) values[other.position] = other.value;
      return storage.run(values, work);
    },
  };
}
