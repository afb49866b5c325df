import { messageOf } from "../base/index.ts";
import type { Effect, Snapshot, Transcript, World } from "../shape/index.ts";
import { effectsBetween, outlineOf, snapshotOf } from "./world-answers.ts";

/**
 * What has to hold in a world after every exchange, by its name: "no slot is booked twice". A function returns false, or a
 * text that says why, if it does not hold.
 */
export type Invariants<W extends World = World> = Readonly<Record<string, (world: W) => boolean | string | undefined>>;

/** What an agent gets if its suite has no world. */
const unseen: World = { snapshot: () => null, diff: () => [] };

/**
 * Watches a world: what each exchange changed, and what all of them changed. If the world's code fails, that is an outage,
 * which is kept in `failure` and never thrown.
 */
export class WatchedWorld {
  readonly world: World;
  readonly #isSeen: boolean;
  readonly #invariants: Invariants;
  readonly #opening: { snapshot: Snapshot; outline: string } | undefined;
  /** Undefined until the first exchange is over. */
  #latest: Snapshot | undefined;
  #failure: string | undefined;

  constructor(world: World | undefined, invariants: Invariants = {}) {
    this.#invariants = invariants;
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

  /** The first invariant that does not hold, with its reason if it gives one. */
  broken(): string | undefined {
    return this.#attempt(() => {
      for (const [name, holds] of Object.entries(this.#invariants)) {
        const answer: unknown = holdsIn(name, () => holds(this.world));
        if (answer === false) return name;
        if (typeof answer === "string") return `${name}: ${answer}`;
      }
      return undefined;
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

/** An invariant that breaks, or cannot be read at once, says nothing about the agent. */
function holdsIn(name: string, ask: () => unknown): unknown {
  const answer = ask();
  if (answer === undefined || typeof answer === "boolean" || typeof answer === "string") return answer;
  throw new TypeError(`the invariant "${name}" returned neither true, false nor a reason`);
}
