import { setFlagsFromString } from "node:v8";

/**
 * Keeps the heap near to what is in use. Left to itself it grows to several times of that in a long run: records live
 * until they are synced, so they outlive the nursery, which then doubles and doubles, and garbage is let lie.
 */
export function keepMemoryModest(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=100");
}
