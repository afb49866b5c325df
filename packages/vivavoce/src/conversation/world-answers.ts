import { isJsonObject, isPromise, jsonCopy, messageOf, showValue } from "../base/index.ts";
import { type Effect, effectSchema, type Snapshot, type World } from "../shape/index.ts";

/** The current state of a world. Only the world's own diff() needs to understand it. */
export function snapshotOf(world: World): Snapshot {
  const snapshot: unknown = world.snapshot();
  if (snapshot === undefined || isPromise(snapshot)) {
    throw refused("snapshot()", snapshot, "it must return the whole state as JSON, without async");
  }
  return snapshot as Snapshot;
}

/** What changed between two snapshots, as a copy, so that the transcript does not change with the world. */
export function effectsBetween(world: World, before: Snapshot, after: Snapshot): Effect[] {
  const returned: unknown = world.diff(before, after);
  if (!Array.isArray(returned)) throw refused("diff()", returned, "it must return a list of effects, without async");
  return returned.length === 0 ? [] : asJson(returned).map(checkedEffect);
}

/** The world in words; empty if it has no outline. */
export function outlineOf(world: World): string {
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
