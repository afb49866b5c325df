import { missingFields, type Session } from "../session.ts";
import type { Reading } from "../understand/index.ts";
import { toCallback } from "./callback.ts";
import type { Move } from "./turn.ts";

/**
 * Only a yes books. A correction has already changed the session: it goes back through discovery, which asks for what is
 * missing now and otherwise leads straight back to a new read-back.
 */
export function leavePreConfirm(session: Session, { answer, correction }: Reading): Move | undefined {
  if (correction) return { to: "discovery", session };
  if (answer === "no") return toCallback(session, "said no to the visit");
  if (answer !== "yes") return undefined;
  return missingFields(session).length > 0
    ? { to: "discovery", session }
    : { to: "booking", session: { ...session, confirmed: true } };
}
