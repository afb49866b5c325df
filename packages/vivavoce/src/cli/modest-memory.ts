import { setFlagsFromString } from "node:v8";

/**
 * Keeps the heap near the size in use. By itself it grows to several times that in a long run: records live until they
 * are synced, so they outlive the young generation, which then keeps doubling, and garbage is collected late.
 */
export function keepMemoryModest(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=100");
}
