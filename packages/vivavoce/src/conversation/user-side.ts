import type { UserLine } from "../case/index.ts";
import type { Ended, UserRecord } from "../transcript/index.ts";

/** Whoever talks to the agent: a script, or a simulated user. */
export interface UserSide {
  /** The next line, given what the agent just said; undefined when the user is done. */
  next(heard: string | undefined, signal: AbortSignal): Promise<UserLine | undefined>;
  /** Who ended the conversation, once the user has nothing more to say. */
  readonly ended: Ended;
  /** How a simulated user behaved so far. */
  readonly record?: UserRecord | undefined;
}

/** Says its lines whatever the agent answers. */
export function scriptedUser(script: readonly UserLine[]): UserSide {
  const lines = script[Symbol.iterator]();
  return { next: async () => lines.next().value, ended: { by: "script", unsaid: [] } };
}
