import { InfrastructureError, type JsonValue } from "../base/index.ts";
import type { Snapshot, World } from "../shape/index.ts";
import { diffJson } from "./diff-json.ts";

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
