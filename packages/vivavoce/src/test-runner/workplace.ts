import { endServers } from "../agent/index.ts";
import type { Store } from "../store/index.ts";
import type { Bench } from "./bench.ts";

/** So long nothing is asked for before store and servers are let go; the next test opens them again. */
const restMs = 250;

// Kept from before a test replaces the timers.
const { setTimeout, clearTimeout } = globalThis;

let underWay = 0;
let rest: ReturnType<typeof setTimeout> | undefined;
const stores = new Map<string, Promise<Store>>();
let writing: Promise<unknown> = Promise.resolve();

/**
 * Does work that needs the stores or the servers of agents. A test file has no end that Viva is told of, so they are let go
 * when no test has needed them for a moment. Nothing is lost where the process ends before: all that was written is synced.
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

/** Writes to the project's store, one after the other: runs are claimed, written and released in short steps. */
export function withStore<T>(bench: Bench, write: (store: Store) => Promise<T>): Promise<T> {
  const { root } = bench.project;
  const done = writing.then(async () => {
    const opening = stores.get(root) ?? bench.openStore();
    stores.set(root, opening);
    try {
      return await write(await opening);
    } catch (error) {
      // A store that broke is not asked again.
      stores.delete(root);
      await opening.then((store) => store.close()).catch(() => {});
      throw error;
    }
  });
  writing = done.catch(() => {});
  return done;
}

async function letGo(): Promise<void> {
  const open = [...stores.values()];
  stores.clear();
  await Promise.allSettled([endServers(), ...open.map(async (store) => (await store).close())]);
}
