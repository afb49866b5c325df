import type { ChildEnd } from "./child.ts";
import type { LineFault } from "./json-lines.ts";
import type { FromCommand, ToCommand } from "./protocol.ts";

/** A conversation's connection to its process, which may be shared. */
export interface CommandConnection {
  send(message: ToCommand): void;
  /** From here on this conversation ignores what the process says. */
  mute(): void;
  /** Releases the process; `answered` resolves when the command has answered `close`. */
  close(answered: Promise<void>): Promise<void>;
  /** Releases it at once, because the conversation never began. */
  abandon(): void;
}

/** What a process tells its conversation. */
export interface Hearing {
  hear(line: string, message: FromCommand | { fault: string }): void;
  cannotRead(fault: LineFault): void;
  stderr(piece: Buffer): void;
  ended(end: ChildEnd): void;
}
