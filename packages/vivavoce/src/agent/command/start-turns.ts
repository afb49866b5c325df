import { availableParallelism } from "node:os";

/** More programs that start at once than this would only make each of them late. */
const atOnce = availableParallelism();
let starting = 0;
const queue = new Set<() => void>();
const waits = new WeakMap<AbortSignal, () => number>();

/** How long the programs of a conversation, known by its signal, have waited for their turn to start. */
export function startWaitMs(conversation: AbortSignal): number {
  return waits.get(conversation)?.() ?? 0;
}

/** Starts a program as soon as fewer than `atOnce` others are starting. */
export async function inTurn<T>(conversation: AbortSignal, start: () => Promise<T>): Promise<T> {
  if (starting < atOnce) starting += 1;
  else await turn(conversation);
  try {
    return await start();
  } finally {
    // The next one takes the place over.
    const [next] = queue;
    if (next) next();
    else starting -= 1;
  }
}

async function turn(conversation: AbortSignal): Promise<void> {
  const begun = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = () => void (queue.delete(take) && resolve());
  waits.set(conversation, () => performance.now() - begun);
  queue.add(take);
  conversation.addEventListener("abort", () => queue.delete(take) && reject(conversation.reason), { once: true });
  await promise;
  const waited = performance.now() - begun;
  waits.set(conversation, () => waited);
}
