import { messageOf } from "../base/index.ts";
import type { Effect, Snapshot, Transcript, World } from "../shape/index.ts";
import { effectsBetween, outlineOf, snapshotOf } from "./world-answers.ts";

/** What an agent gets if its suite has no world. */
const unseen: World = { snapshot: () => null, diff: () => [] };

/**
 * Watches a world: what each exchange changed, and what all of them changed. If the world's code fails, that is an outage,
 * which is kept in `failure` and never thrown.
 */
export class WatchedWorld {
  readonly world: World;
  readonly #isSeen: boolean;
  readonly #opening: { snapshot: Snapshot; outline: string } | undefined;
  /** Undefined until the first exchange is over. */
  #latest: Snapshot | undefined;
  #failure: string | undefined;

  constructor(world: World | undefined) {
    this.world = world ?? unseen;
    this.#isSeen = world !== undefined;
    this.#opening = this.#attempt(() => ({ snapshot: snapshotOf(this.world), outline: outlineOf(this.world) }));
  }

  /** Why this world can no longer be read. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** What changed since the last call of this, or since the opening. */
  effects(): Effect[] | undefined {
    return this.#attempt(() => {
      const now = snapshotOf(this.world);
      const effects = effectsBetween(this.world, this.#latest ?? this.#began()?.snapshot ?? null, now);
      this.#latest = now;
      return effects;
    });
  }

  /** The world before and after, and all that changed between. */
  whole(): Transcript["world"] {
    return this.#attempt(() => {
      const began = this.#began();
      if (!began) return undefined;
      const { snapshot, outline: opening } = began;
      const effects = effectsBetween(this.world, snapshot, snapshotOf(this.world));
      return { opening, closing: outlineOf(this.world), effects };
    });
  }

  #began(): { snapshot: Snapshot; outline: string } | undefined {
    return this.world.opening?.() ?? this.#opening;
  }

  #attempt<T>(work: () => T): T | undefined {
    if (!this.#isSeen || this.#failure !== undefined) return undefined;
    try {
      return work();
    } catch (error) {
      this.#failure = `the world failed: ${messageOf(error)}`;
      return undefined;
    }
  }
}
