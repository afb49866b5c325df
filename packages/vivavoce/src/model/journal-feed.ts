import type { CallAddress } from "./call-numbers.ts";
import type { CallRecord } from "./call-record.ts";
import { recordsOf } from "./tape.ts";

/** The answers of an earlier attempt at the same trial, given again for as long as the same is asked. */
export interface JournalFeed {
  /** The journalled record for a call, or undefined when it has to be made. */
  take(address: CallAddress, hash: string): CallRecord | undefined;
  /** What is left is of no use any more. */
  giveUp(): void;
  /** How many records were given up because something else was asked. */
  dropped(): number;
}

export function journalFeed(journal: readonly CallRecord[]): JournalFeed {
  let left = new Set(journal);
  let dropped = 0;
  const giveUp = () => {
    dropped += left.size;
    left = new Set();
  };
  return {
    giveUp,
    take({ role, label, index }, hash) {
      if (left.size === 0) return undefined;
      const record = recordsOf(journal, role, label)[index];
      if (!record || !left.has(record)) return undefined;
      if (record.hash === hash) {
        left.delete(record);
        return record;
      }
      giveUp();
      return undefined;
    },
    dropped: () => dropped,
  };
}
