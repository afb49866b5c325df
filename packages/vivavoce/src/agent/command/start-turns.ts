import { availableParallelism } from "node:os";

/** More programs that start at once than this would only make each of them late. */
const atOnce = availableParallelism();
let starting = 0;
const queue: (() => void)[] = [];
const waits = new WeakMap<AbortSignal, () => number>();

/** How long the programs of a conversation, known by its signal, have waited for their turn to start. */
export function startWaitMs(conversation: AbortSignal): number {
  return waits.get(conversation)?.() ?? 0;
}

/** Starts a program as soon as fewer than `atOnce` others are starting. */
export async function inTurn<T>(conversation: AbortSignal, start: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  waits.set(conversation, () => performance.now() - begun);
  while (starting >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
  const waited = performance.now() - begun;
  waits.set(conversation, () => waited);
  starting += 1;
  try {
    conversation.throwIfAborted();
    return await start();
  } finally {
    starting -= 1;
    queue.shift()?.();
  }
}
