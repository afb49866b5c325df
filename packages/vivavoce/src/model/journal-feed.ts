import type { CallRecord } from "../shape/index.ts";
import type { CallAddress } from "./call-numbers.ts";
import { recordsOf } from "./tape.ts";

/** The answers of an earlier attempt at the same trial, reused as long as the requests are the same. */
interface JournalFeed {
  /** The journalled record for a call, or undefined when it has to be made. */
  take(address: CallAddress, hash: string): CallRecord | undefined;
  /** The rest can no longer be used. */
  giveUp(): void;
  /** How many records were dropped because a request differed. */
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
    take({ role, label }, hash) {
      const candidates = recordsOf([...left], role, label);
      const record = candidates.find((candidate) => candidate.hash === hash);
      if (record) left.delete(record);
      else if (candidates.length > 0) giveUp();
      return record;
    },
    dropped: () => dropped,
  };
}
