import type { JsonObject } from "vivavoce";
import type { Session } from "../session.ts";
import type { State } from "../states.ts";

/** Where a call stands. */
export interface Position {
  state: State;
  session: Session;
}

/** A tool that the machine wants called. */
export interface ToolRequest {
  name: string;
  arguments: JsonObject;
}

/** What a line or a tool's result has led to. */
export interface Turn extends Position {
  /** The states that were gone through, the one it began in first. */
  path: State[];
  /** Left out: it is the caller's turn. */
  call?: ToolRequest;
}

/** A move to another state, with what it changes in the session. */
export interface Move {
  to: State;
  session: Session;
}
