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
