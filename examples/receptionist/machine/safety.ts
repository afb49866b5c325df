import type { Session } from "../session.ts";
import type { Reading } from "../understand/index.ts";
import { toCallback } from "./callback.ts";
import type { Move } from "./turn.ts";

/** An unclear answer is asked about once more; a second one is for a person. */
export function leaveSafety(session: Session, { safety }: Reading): Move {
  if (safety === "clear") return { to: "service_area", session };
  const safety_unclear = session.turns.safety_unclear + 1;
  const counted = { ...session, turns: { ...session.turns, safety_unclear } };
  return safety_unclear >= 2
    ? toCallback(counted, "could not say whether there is a hazard", "urgent")
    : { to: "safety", session: counted };
}
