import type { Session, UrgencyTier } from "../session.ts";
import type { Move } from "./turn.ts";

/** Hands the call to a person: somebody rings back, for this reason. */
export function toCallback(session: Session, reason: string, priority: UrgencyTier = "routine"): Move {
  return { to: "callback", session: { ...session, callback: { reason, priority } } };
}
