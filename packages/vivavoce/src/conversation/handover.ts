import type { SaidLine } from "../shape/index.ts";
import type { Heard } from "./user-side.ts";

/** What a session is asked to handle. */
export type Handover =
  | { kind: "greet" }
  | { kind: "reply"; message: string }
  | { kind: "interrupt"; message: string; heard: string }
  | { kind: "silence"; milliseconds: number };

/** The user's line, as the session gets it; without one, the agent speaks first. */
export function handoverOf(line: SaidLine | undefined, heard: Heard | undefined): Handover {
  if (!line) return { kind: "greet" };
  const { content: message, silence, interrupts } = line;
  if (silence !== undefined) return { kind: "silence", milliseconds: silence };
  return interrupts ? { kind: "interrupt", message, heard: heard?.text ?? "" } : { kind: "reply", message };
}
