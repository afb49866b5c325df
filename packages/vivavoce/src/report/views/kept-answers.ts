import type { Store, StoredRun } from "../../store/index.ts";

const mostKept = 16;

/**
 * Keeps what takes long to compute, for runs that nobody is writing: the same until one of them is written again. The
 * least recently used is forgotten first.
 */
export class KeptAnswers<Answer> {
  readonly #kept = new WeakMap<Store, Map<string, Promise<Answer>>>();

  get(store: Store, about: string, runs: readonly StoredRun[], make: () => Promise<Answer>): Promise<Answer> {
    if (runs.some(({ owner }) => owner !== undefined)) return make();
    const key = JSON.stringify([about, ...runs.map(({ id, updatedAt }) => [id, updatedAt])]);
    const ofStore = this.#kept.get(store) ?? new Map<string, Promise<Answer>>();
    this.#kept.set(store, ofStore);
    const answer = ofStore.get(key) ?? make();
    ofStore.delete(key);
    ofStore.set(key, answer);
    answer.catch(() => ofStore.delete(key));
    for (const oldest of [...ofStore.keys()].slice(0, -mostKept)) ofStore.delete(oldest);
    return answer;
  }
}
