import { InputError } from "../base/index.ts";
import type { Ended, Exchange, Outcome, Transcript } from "./transcript.ts";

/** What version 1 had: one time for an exchange, that of its model calls, and nothing about who ended it. */
interface FirstVersion extends Omit<Transcript, "version" | "exchanges"> {
  version: 1;
  exchanges: (Exchange & { latencyMs?: number })[];
}

/**
 * A stored transcript, in the newest version. It is converted when it is read, so that a store of any size opens at once,
 * and a read-only store works.
 */
export function storedTranscript(stored: FirstVersion | Transcript): Transcript {
  if (stored.version === 1) return secondVersion(stored);
  const { version }: { version: number } = stored;
  if (version > 2) {
    throw new InputError({
      message: `a transcript has version ${version}; this Viva reads versions 1 and 2`,
      remedy: "Read it with the newer Viva that wrote it.",
    });
  }
  return stored;
}

function secondVersion(first: FirstVersion): Transcript {
  const exchanges = first.exchanges.map(({ latencyMs, ...exchange }) => ({
    ...exchange,
    ...(latencyMs === undefined ? {} : { modelMs: latencyMs }),
  }));
  return { ...first, version: 2, exchanges, outcome: outcomeOf(first) };
}

/** A completed transcript of version 1 had said every line, or its simulated user had stopped. */
function outcomeOf({ outcome, user }: FirstVersion): Outcome {
  if (outcome.kind !== "completed") return outcome;
  const ended: Ended = user ? { by: "user", reason: user.stop, unsaid: [] } : { by: "script", unsaid: [] };
  return { kind: "completed", ended };
}
