import { sentencesOf } from "../base/index.ts";
import type { Store } from "../store/index.ts";
import type { WorkerFigures } from "./worker-figures.ts";

export interface WorkerStoreSettings {
  openStore(): Promise<Store>;
  /** The store, as it may be shown. */
  storeShown: string;
  say(text: string): void;
  figures: WorkerFigures;
}

/** Longer than a server that is there takes to answer. */
const silenceMs = 5_000;

/** A worker's store. It is opened when it is needed; whether it can be reached is said once. */
export class WorkerStore {
  readonly #settings: WorkerStoreSettings;
  #store: Store | undefined;
  #isAway = false;

  constructor(settings: WorkerStoreSettings) {
    this.#settings = settings;
  }

  async open(): Promise<Store> {
    this.#store ??= await this.#settings.openStore();
    return this.#store;
  }

  /** Asks it something, before a run needs it. */
  async check(): Promise<void> {
    await (await this.open()).runs.pulse("");
    this.silent(0);
  }

  /** It has not answered for so long. */
  silent(ms: number): void {
    const { say, storeShown, figures } = this.#settings;
    if (ms > 0 && ms < silenceMs) return;
    const isAway = ms > 0;
    if (isAway && !this.#isAway) say(`the store at ${storeShown} does not answer; waiting for it`);
    if (!isAway && this.#isAway) say(`the store at ${storeShown} is back`);
    this.#isAway = isAway;
    figures.isStoreReached = !isAway;
  }

  /** After a failed write a store refuses all later ones: it is opened anew. */
  async lost(error: unknown): Promise<void> {
    if (!this.#isAway) this.#settings.say(`${sentencesOf(error)} This worker waits for the store.`);
    this.#isAway = true;
    this.#settings.figures.isStoreReached = false;
    await this.close();
  }

  async close(): Promise<void> {
    const store = this.#store;
    this.#store = undefined;
    await store?.close().catch(() => {});
  }
}
