import type { Ended, SaidLine, UserRecord } from "../shape/index.ts";

/** What the user heard of the agent's last reply. */
export interface Heard {
  text: string;
  /** The agent chose to say nothing. */
  quiet?: boolean | undefined;
  /** The user interrupted, and did not hear the rest. */
  cut?: boolean | undefined;
}

/** Who talks to the agent: a script, a simulated user, or one after the other. */
export interface UserSide {
  /** The next line, given what the agent just said; undefined when the user is done. At once if nobody has to be asked. */
  next(heard: Heard | undefined, signal: AbortSignal): SaidLine | undefined | Promise<SaidLine | undefined>;
  /** The user interrupts the next reply after this many words. */
  readonly interruptsAfter: number | undefined;
  /** The agent ends the conversation. Returns the lines of the script that were still to come. */
  hungUpOn(): SaidLine[];
  /** Who ended the conversation, once the user has nothing more to say. */
  readonly ended: Ended;
  /** What a simulated user had heard of the agent when it stopped. */
  readonly heard?: readonly string[] | undefined;
  /** How a simulated user behaved so far. */
  readonly record?: UserRecord | undefined;
}
