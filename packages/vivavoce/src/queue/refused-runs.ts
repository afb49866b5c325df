import { safeLine, sentencesOf } from "../base/index.ts";
import type { TrialSource } from "./trial-queue.ts";

/** After this time a refused run is looked at again: its files may have been replaced. */
const refusedForMs = 60_000;

interface Telling {
  source: TrialSource;
  say(text: string): void;
  clean(text: string): string;
}

/** The runs that a worker leaves alone for a while, because it can do nothing for them. */
export class RefusedRuns {
  readonly #settings: Telling;
  readonly #until = new Map<string, number>();
  readonly #told = new Set<string>();

  constructor(settings: Telling) {
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
