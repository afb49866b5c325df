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
export class WorkerStore {
  readonly #settings: WorkerSettings;
  #store: Store | undefined;
  #isAway = false;

  constructor(settings: WorkerSettings) {
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

/** After this time a refused run is looked at again: its files may have been replaced. */
const refusedForMs = 60_000;

/** The runs that a worker leaves alone for a while, because it can do nothing for them. */
export class RefusedRuns {
  readonly #settings: WorkerSettings;
  readonly #until = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
  }

  has(id: string): boolean {
    return (this.#until.get(id) ?? 0) > performance.now();
  }

  /** Both sides are told. */
  async add(id: string, reason: string, forMs = refusedForMs): Promise<void> {
    this.#leave(id, forMs, `run ${id} is refused: ${reason}`);
    await this.#settings.source.refuse(id, reason);
  }

  /** One entry that cannot be read does not keep the worker from the other runs. */
  setAside(id: string, error: unknown): undefined {
    const reason = this.#settings.clean(sentencesOf(error));
    const entry = `the queue's entry for run ${safeLine(id, 80)}`;
    this.#leave(id, refusedForMs, `${entry} cannot be read and is set aside: ${reason}`);
  }

  #leave(id: string, forMs: number, told: string): void {
    if (!this.#told.has(told)) this.#settings.say(told);
    this.#told.add(told);
    this.#until.set(id, performance.now() + forMs);
  }
}
