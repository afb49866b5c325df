import type { JsonValue } from "../base/index.ts";
import type { Effect } from "./effect.ts";

/** The whole state of a world at one moment, as data. */
export type Snapshot = JsonValue;

/** The state that tools act on. Viva takes snapshots before and after each exchange and diffs them into effects. */
export interface World {
  /** A copy of the whole state. */
  snapshot(): Snapshot;
  /** What changed between two snapshots. */
  diff(before: Snapshot, after: Snapshot): Effect[];
  /** The world in words, as a judge or a reader should see it. */
  outline?(): string;
  /**
   * The world at the beginning of the conversation, if that is known only later. Called after the first exchange and at the
   * end. Without it, snapshot() and outline() are used, as they were before the agent was opened.
   */
  opening?(): { snapshot: Snapshot; outline: string };
  /** Releases the world's resources. Called once, after the last snapshot, however the conversation ended. */
  close?(): void | Promise<void>;
}
