import { InfrastructureError, InputError, type JsonValue, messageOf } from "../base/index.ts";
import type { Snapshot, World } from "../shape/index.ts";
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
    outline: () => outlineOf(current),
  };
}

function copyOf<Value extends JsonValue>(value: Value): Value {
  try {
    return JSON.parse(JSON.stringify(value)) as Value;
  } catch (error) {
    throw new InputError({ message: `this world's value is not JSON: ${messageOf(error)}` }, error);
  }
}

/** A world that only the agent can see and that it reports. */
export class ReportedWorld implements World {
  #opening: { value: JsonValue } | undefined;
  #latest: JsonValue = null;

  /** The first report is the world at the beginning of the conversation. */
  report(value: JsonValue): void {
    this.#opening ??= { value };
    this.#latest = value;
  }

  /** Whether anything was reported yet. */
  get isReported(): boolean {
    return this.#opening !== undefined;
  }

  /** The latest report. */
  snapshot(): Snapshot {
    return this.#latest;
  }

  /** What changed between two reports. */
  diff = diffJson;

  /** The latest report as indented JSON. */
  outline(): string {
    return outlineOf(this.#latest);
  }

  /** Throws if nothing was reported, because that would look like a world without changes. */
  opening(): { snapshot: Snapshot; outline: string } {
    if (this.#opening) return { snapshot: this.#opening.value, outline: outlineOf(this.#opening.value) };
    throw new InfrastructureError({
      message: "the agent has not reported its world",
      remedy: 'A command sends { type: "world", snapshot } before `opened` and before each `done`.',
    });
  }
}

/**
 * The world of an agent that keeps its own state and reports it, as a command does with `world` messages.
 *
 * @example
 * suite({ name: "desk", world: () => reportedWorld(), agent: commandAgent({ command: "./desk" }), … });
 */
export function reportedWorld(): ReportedWorld {
  return new ReportedWorld();
}

function outlineOf(value: JsonValue): string {
  return JSON.stringify(value, undefined, 2);
}
