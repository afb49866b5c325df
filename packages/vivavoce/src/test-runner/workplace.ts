import { endServers } from "../agent/index.ts";
import type { Store } from "../store/index.ts";
import type { Bench } from "./bench.ts";

/** After this long without a request, store and servers are released; the next test opens them again. */
const restMs = 250;

// Taken before a test replaces the timers.
const { setTimeout, clearTimeout } = globalThis;

let underWay = 0;
let rest: ReturnType<typeof setTimeout> | undefined;
const stores = new Map<string, Promise<HeldStore>>();

/** A project's store, and the runs in it that this process holds. */
export interface HeldStore {
  store: Store;
  runs: Set<string>;
}

/**
 * Does work that needs the stores or the servers of agents. Viva does not learn when a test file ends, so they are
 * released when no test has needed them for a moment. If the process ends before, nothing is lost: all writes are synced.
 */
export async function atWork<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  clearTimeout(rest);
  try {
    return await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) {
      rest = setTimeout(() => void letGo(), restMs);
      rest.unref();
    }
  }
}

/** The project's store, for as long as tests need it. */
export function heldStore(bench: Bench): Promise<HeldStore> {
  const { root } = bench.project;
  const held = stores.get(root) ?? bench.openStore().then((store) => ({ store, runs: new Set<string>() }));
  stores.set(root, held);
  // A store that could not be opened is tried again.
  held.catch(() => stores.delete(root));
  return held;
}

async function letGo(): Promise<void> {
  const held = [...stores.values()];
  stores.clear();
  await Promise.allSettled([endServers(), ...held.map(async (one) => close(await one))]);
}

async function close({ store, runs }: HeldStore): Promise<void> {
  try {
    for (const run of runs) await store.runs.release(run, true);
  } finally {
    await store.close();
  }
}
