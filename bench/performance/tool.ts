import type { Command } from "./measured.ts";
import type { Work } from "./work.ts";

/** Where a piece of work is done. */
export interface Place {
  /** An empty folder of its own. */
  folder: string;
  /** The model's server. */
  url: string;
}

/** Something that can do the work, and is timed at it as a whole command. */
export interface Tool {
  name: string;
  version: string;
  /** Writes what the tool needs for this work, as its own documentation says, and gives the command; or why it cannot. */
  prepare(work: Work, place: Place): Promise<Command | { cannot: string }>;
  /** A command that does nothing but start. */
  start: { words: string; command(folder: string): Command };
}
