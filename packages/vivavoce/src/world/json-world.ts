import { InputError, type JsonValue, messageOf } from "../base/index.ts";
import type { World } from "../shape/index.ts";
import { diffJson } from "./diff-json.ts";

/** A JSON value that tools read and change. */
export interface JsonWorld<Value extends JsonValue> extends World {
  /** A copy of the value: changing it does not change the world. */
  readonly value: Value;
  /** Changes the value in place or returns another. If the function throws, nothing has changed. */
  update(change: (value: Value) => Value | undefined): void;
  /** The value as indented JSON. */
  outline(): string;
}

/**
 * A world that is one JSON value.
 *
 * @example
 * const clinic = jsonWorld({ appointments: [{ id: "a1", slot: "9:00" }] });
 * clinic.update((value) => {
 *   value.appointments.push({ id: "a2", slot: "10:00" });
 * });
 */
export function jsonWorld<Value extends JsonValue>(opening: Value): JsonWorld<Value> {
  let current = copyOf(opening);
  return {
    get value() {
      return copyOf(current);
    },
    update(change) {
      const draft = copyOf(current);
      const returned = change(draft);
      current = copyOf(returned === undefined ? draft : returned);
    },
    snapshot: () => copyOf(current),
    diff: diffJson,
    outline: () => JSON.stringify(current, undefined, 2),
  };
}

function copyOf<Value extends JsonValue>(value: Value): Value {
  try {
    return JSON.parse(JSON.stringify(value)) as Value;
  } catch (error) {
    throw new InputError({ message: `this world's value is not JSON: ${messageOf(error)}` }, error);
  }
}
