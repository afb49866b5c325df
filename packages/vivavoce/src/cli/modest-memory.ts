import { setFlagsFromString } from "node:v8";

/**
 * Keeps the heap near the size in use. By itself it grows to several times that in a long run: records live until they
 * are synced, so they outlive the young generation, which then keeps doubling, and garbage is collected late. It costs
 * time while code is being loaded, so commands call it when their work begins.
 */
export function keepMemoryModest(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=100");
}
