import { setFlagsFromString } from "node:v8";

/** What V8 does by itself, and what it is told to do. */
const flags = [
  ["--semi-space-growth-factor=2", "--semi-space-growth-factor=1"],
  ["--heap-growing-percent=0", "--heap-growing-percent=50"],
  ["--allocation-site-pretenuring", "--no-allocation-site-pretenuring"],
] as const;

let isOwn = false;
let isModest = false;

/** This process is Viva's own, so its memory may be kept modest when the work turns out to be long. */
export function ownMemory(): void {
  isOwn = true;
}

/**
 * Keeps the heap near the size in use. By itself it grows to several times that in a long run: the young generation
 * doubles because records live until they are synced, and garbage is collected late. V8 also begins to make what has
 * often lived long in the old generation, where it keeps all that its trial had made until the next full collection. It
 * costs time while code is being loaded, in new threads too, so it is for commands whose work has begun, or is known to be much.
 */
export function keepMemoryModest(): void {
  if (isModest || !isOwn) return;
  isModest = true;
  for (const [, modest] of flags) setFlagsFromString(modest);
  // Node keeps compiled code between commands, and V8 takes it only under the flags under which it was kept.
  process.prependListener("exit", () => {
    for (const [usual] of flags) setFlagsFromString(usual);
  });
}
