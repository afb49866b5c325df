import { isJsonObject, isPromise, jsonCopy, messageOf, showValue } from "../base/index.ts";
import { type Effect, effectSchema, type Snapshot, type Transcript, type World } from "../shape/index.ts";

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
  /** Why this world can no longer be read. */
  failure: string | undefined;

  constructor(world: World | undefined, invariants: Invariants = {}) {
    this.#invariants = invariants;
    this.world = world ?? unseen;
    this.#isSeen = world !== undefined;
    this.#opening = this.#attempt(() => ({ snapshot: snapshotOf(this.world), outline: outlineOf(this.world) }));
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
    if (!this.#isSeen || this.failure !== undefined) return undefined;
    try {
      return work();
    } catch (error) {
      this.failure = `the world failed: ${messageOf(error)}`;
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

/** The current state of a world. Only the world's own diff() needs to understand it. */
function snapshotOf(world: World): Snapshot {
  const snapshot: unknown = world.snapshot();
  if (snapshot === undefined || isPromise(snapshot)) {
    throw refused("snapshot()", snapshot, "it must return the whole state as JSON, without async");
  }
  return snapshot as Snapshot;
}

/** What changed between two snapshots, as a copy, so that the transcript does not change with the world. */
function effectsBetween(world: World, before: Snapshot, after: Snapshot): Effect[] {
  const returned: unknown = world.diff(before, after);
  if (!Array.isArray(returned)) throw refused("diff()", returned, "it must return a list of effects, without async");
  return returned.length === 0 ? [] : asJson(returned).map(checkedEffect);
}

/** The world in words; empty if it has no outline. */
function outlineOf(world: World): string {
  const outline: unknown = world.outline?.() ?? "";
  if (typeof outline !== "string")
    throw refused("outline()", outline, "it must return the world in words, without async");
  return outline;
}

function refused(what: string, returned: unknown, instead: string): Error {
  // Nobody awaits it, so its rejection must be caught here.
  if (isPromise(returned)) Promise.resolve(returned).catch(() => {});
  return new TypeError(`${what} returned ${showValue(returned)}; ${instead}`);
}

function asJson(effects: unknown[]): unknown[] {
  try {
    return jsonCopy(effects) as unknown[];
  } catch (error) {
    const [reason] = messageOf(error).split("\n", 1);
    throw new TypeError(`diff() returned effects that are not JSON: ${reason}`);
  }
}

function checkedEffect(effect: unknown): Effect {
  const [issue] = effectSchema.safeParse(outside(effect)).error?.issues ?? [];
  if (!issue) return effect as Effect;
  const field = issue.path.join(".");
  if (field === "" || field === "kind") throw unknownKind(effect);
  throw new TypeError(`diff() returned ${kindOf(effect)} whose \`${field}\` is missing or of the wrong type`);
}

/** Its fields are JSON by now, and may be nested deeper than a schema can follow. */
function outside(effect: unknown): unknown {
  if (!isJsonObject(effect)) return effect;
  return Object.fromEntries(
    Object.entries(effect).map(([key, field]) => [key, Array.isArray(field) ? [] : isJsonObject(field) ? {} : field]),
  );
}

function unknownKind(effect: unknown): Error {
  const kinds = effectSchema.options.map(({ shape }) => shape.kind.value);
  return new TypeError(`diff() returned ${kindOf(effect)}; the kinds of effects are ${kinds.join(", ")}`);
}

function kindOf(effect: unknown): string {
  if (typeof effect !== "object" || effect === null || !("kind" in effect)) return showValue(effect);
  return `an effect of kind ${typeof effect.kind === "string" ? effect.kind : showValue(effect.kind)}`;
}
