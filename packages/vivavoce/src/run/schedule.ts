/** Work that is taken one item at a time by a number of workers. */
interface Schedule<T> {
  /** Taken lazily: nothing is prepared before a worker is free for it. */
  items: AsyncIterable<T> | Iterable<T>;
  concurrency: number;
  work(item: T): Promise<void>;
  /** Called before each item: true stops taking items; those under way are finished. */
  stopped(): boolean;
}

/** Runs a schedule. After an error no more items are taken; the other workers finish, then the error is thrown. */
export async function runSchedule<T>({ items, concurrency, work, stopped }: Schedule<T>): Promise<void> {
  const isAwaited = Symbol.asyncIterator in items;
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const errors: unknown[] = [];
  const waiting = new Set<(ended: "ended") => void>();
  let isEnded = false;
  const end = () => {
    isEnded = true;
    for (const stopWaiting of waiting) stopWaiting("ended");
  };
  // Async generators queue their next() calls, so workers may all ask at once. The next item may never come: a test asks
  // for its trial only when others are done. No race with one promise of the end, because it would keep every item.
  const nextItem = () =>
    new Promise<IteratorResult<T> | "ended">((resolve, reject) => {
      waiting.add(resolve);
      Promise.resolve(iterator.next())
        .then(resolve, reject)
        .finally(() => waiting.delete(resolve));
    });
  const worker = async () => {
    while (!isEnded && !stopped()) {
      const next = isAwaited ? await nextItem() : (iterator as Iterator<T>).next();
      if (next === "ended" || next.done || stopped()) break;
      try {
        await work(next.value);
      } catch (error) {
        errors.push(error);
        break;
      }
    }
    end();
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  // It returns at once unless an item is still awaited, which then keeps it for ever.
  Promise.resolve(iterator.return?.()).catch(() => {});
  if (errors.length > 0) throw errors[0];
}

/** One trial's turn to begin. */
export interface Turn {
  /** Resolves when all trials that were taken before have begun. */
  begin(): Promise<void>;
  /** The trial is over, whether it has begun or not. */
  over(): void;
}

/** Lets trials begin in the order in which they are taken, although one tape takes longer to read than another. */
export function turns(): () => Turn {
  let before: Promise<unknown> = Promise.resolve();
  return () => {
    const earlier = before;
    const { promise, resolve } = Promise.withResolvers<void>();
    before = Promise.all([earlier, promise]);
    const begin = async () => {
      await earlier;
      resolve();
    };
    return { begin, over: resolve };
  };
}
