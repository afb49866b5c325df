import { safeLine, sentencesOf } from "../base/index.ts";
import type { Store } from "../store/index.ts";
import type { TrialSource } from "./redis-queue.ts";
import type { WorkerFigures } from "./worker-figures.ts";

/** What a worker asks, and whom it tells. */
export interface WorkerSettings {
  source: TrialSource;
  openStore(): Promise<Store>;
  /** The store, as it may be shown. */
  storeShown: string;
  say(text: string): void;
  /** Text without this machine's secrets: others read in the queue why this worker refuses a run. */
  clean(text: string): string;
  figures: WorkerFigures;
}

/** Longer than a server that is there takes to answer. */
const silenceMs = 5_000;

/** A worker's store. It is opened when it is needed; whether it can be reached is said once. */
export function workerStore({ openStore, say, storeShown, figures }: WorkerSettings) {
  let store: Store | undefined;
  let isAway = false;
  const open = async (): Promise<Store> => {
    store ??= await openStore();
    return store;
  };
  const close = async () => {
    const opened = store;
    store = undefined;
    await opened?.close().catch(() => {});
  };
  /** It has not answered for so long. */
  const silent = (ms: number): void => {
    if (ms > 0 && ms < silenceMs) return;
    const wasAway = isAway;
    isAway = ms > 0;
    if (isAway && !wasAway) say(`the store at ${storeShown} does not answer; waiting for it`);
    if (!isAway && wasAway) say(`the store at ${storeShown} is back`);
    figures.isStoreReached = !isAway;
  };
  return {
    ...{ open, close, silent },
    /** Asks it something, before a run needs it. */
    async check(): Promise<void> {
      await (await open()).runs.pulse("");
      silent(0);
    },
    /** After a failed write a store refuses all later ones: it is opened anew. */
    async lost(error: unknown): Promise<void> {
      if (!isAway) say(`${sentencesOf(error)} This worker waits for the store.`);
      isAway = true;
      figures.isStoreReached = false;
      await close();
    },
  };
}

/** After this time a refused run is looked at again: its files may have been replaced. */
const refusedForMs = 60_000;

/** The runs that a worker leaves alone for a while, because it can do nothing for them. */
export function refusedRuns({ source, say, clean }: WorkerSettings) {
  const until = new Map<string, number>();
  const told = new Set<string>();
  const leave = (id: string, forMs: number, text: string) => {
    if (!told.has(text)) say(text);
    told.add(text);
    until.set(id, performance.now() + forMs);
  };
  return {
    has: (id: string) => (until.get(id) ?? 0) > performance.now(),
    /** Both sides are told. */
    async add(id: string, reason: string, forMs = refusedForMs): Promise<void> {
      leave(id, forMs, `run ${id} is refused: ${reason}`);
      await source.refuse(id, reason);
    },
    /** One entry that cannot be read does not keep the worker from the other runs. */
    setAside(id: string, error: unknown): undefined {
      const entry = `the queue's entry for run ${safeLine(id, 80)}`;
      leave(id, refusedForMs, `${entry} cannot be read and is set aside: ${clean(sentencesOf(error))}`);
    },
  };
}
