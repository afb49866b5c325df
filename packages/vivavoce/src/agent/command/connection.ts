import type { ChildEnd } from "./child.ts";
import type { LineFault } from "./json-lines.ts";
import type { FromCommand, ToCommand } from "./protocol.ts";

/** A conversation's way to its process, of its own or shared with others. */
export interface CommandConnection {
  send(message: ToCommand): void;
  /** Nothing that is said from here on is of use to this conversation. */
  mute(): void;
  /** Lets go of the process; `answered` resolves when the command has answered to `close`. */
  close(answered: Promise<void>): Promise<void>;
  /** Lets go of it at once: it never came to a conversation. */
  abandon(): void;
}

/** What a conversation is told of by its process. */
export interface Hearing {
  hear(line: string, message: FromCommand | { fault: string }): void;
  cannotRead(fault: LineFault): void;
  stderr(piece: Buffer): void;
  ended(end: ChildEnd): void;
}
