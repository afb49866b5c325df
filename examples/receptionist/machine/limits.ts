import type { Session } from "../session.ts";
import { isEnd } from "../states.ts";
import { toCallback } from "./callback.ts";
import type { Move, Turn } from "./turn.ts";

/** After so many exchanges in one state, or in one call, a person takes over. */
export const limits = { inState: 5, inCall: 30 } as const;

/** The session with one more exchange in it. */
export function countExchange(session: Session): Session {
  const { in_state, in_call } = session.turns;
  return { ...session, turns: { ...session.turns, in_state: in_state + 1, in_call: in_call + 1 } };
}

/** The move that ends a call which has gone on for too long; undefined where it may go on. */
export function overLimit({ state, session, path, call }: Turn): Move | undefined {
  if (isEnd(state) || call) return undefined;
  const { in_state, in_call } = session.turns;
  if (in_call >= limits.inCall) return toCallback(session, `${in_call} exchanges without an end`);
  const stayed = path.length === 1;
  return stayed && in_state >= limits.inState ? toCallback(session, `${in_state} exchanges in ${state}`) : undefined;
}
