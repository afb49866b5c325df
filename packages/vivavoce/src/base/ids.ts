import { randomBytes } from "node:crypto";

/** Names for things made during one trial: call-1, call-2, message-1 … the same on every replay. */
export interface Ids {
  /** The next id of a kind: `ids.next("call")` is call-1, then call-2. */
  next(prefix: string): string;
}

export function countingIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}-${count}`;
    },
  };
}

/** An id for a run: short enough to type, long enough to be unique in one store. */
export function runId(): string {
  return randomBytes(4).toString("hex");
}
