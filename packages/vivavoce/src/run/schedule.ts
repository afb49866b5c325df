/** Work that is taken one item at a time by a number of workers. */
export interface Schedule<T> {
  /** Taken lazily: nothing is prepared before a worker is free for it. */
  items: AsyncIterable<T> | Iterable<T>;
  concurrency: number;
  work(item: T): Promise<void>;
  /** Called before each item: true stops taking items; those under way are finished. */
  stopped(): boolean;
}

/** Runs a schedule. After an error no more items are taken; the other workers finish, then the error is thrown. */
export async function runSchedule<T>({ items, concurrency, work, stopped }: Schedule<T>): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  let ended = false;
  const failed = Promise.withResolvers<IteratorReturnResult<undefined>>();
  // Async generators queue their next() calls, so workers may all ask at once.
  const worker = async () => {
    while (!ended && !stopped()) {
      // The next item may be long in coming, or never come: a test asks for its trial when others are done.
      const next = await Promise.race([iterator.next(), failed.promise]);
      if (next.done) {
        ended = true;
        return;
      }
      if (stopped()) return;
      try {
        await work(next.value);
      } catch (error) {
        errors.push(error);
        ended = true;
        failed.resolve({ done: true, value: undefined });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  const returned = Promise.resolve(iterator.return?.());
  if (errors.length === 0) return void (await returned);
  // Items that are still awaited keep it from returning.
  returned.catch(() => {});
  throw errors[0];
}
