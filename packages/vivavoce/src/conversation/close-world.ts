import { isPromise, messageOf, type Stopwatch, timeLimit } from "../base/index.ts";
import type { Transcript, World } from "../shape/index.ts";

/** How long Viva waits for a world to close. */
const closingMs = 5_000;

/** Closes a world after its last snapshot. Never throws: returns the reason if that failed. */
export async function closeWorld(world: Required<Pick<World, "close">>): Promise<string | undefined> {
  let limit: Stopwatch | undefined;
  try {
    const closing: unknown = world.close();
    if (!isPromise(closing)) return undefined;
    const tooLong = new Promise<string>((resolve) => {
      limit = timeLimit(closingMs, () => resolve(`close() took longer than ${closingMs / 1000} s`));
    });
    return await Promise.race([Promise.resolve(closing).then(() => undefined), tooLong]);
  } catch (error) {
    return messageOf(error);
  } finally {
    limit?.stop();
  }
}

/**
 * The transcript of a conversation whose world could not be closed. What it left behind may affect later trials, so the
 * trial does not pass. If the agent has failed, it stays failed.
 */
export function notClosed(transcript: Transcript, reason: string): Transcript {
  const message = `the world could not be closed: ${reason}`;
  const { outcome } = transcript;
  if (outcome.kind === "completed") return { ...transcript, outcome: { kind: "infrastructure", message } };
  return { ...transcript, outcome: { ...outcome, message: `${outcome.message}; in addition, ${message}` } };
}
