import { missingFields, type Session } from "../session.ts";
import type { Reading } from "../understand/index.ts";
import { toCallback } from "./callback.ts";
import type { Move } from "./turn.ts";

/** Who refuses a name is asked for it once more; after the second time a person takes over. */
export function leaveDiscovery(session: Session, { refuses }: Reading): Move | undefined {
  if (!refuses || missingFields(session)[0] !== "customer_name") return undefined;
  const name_refused = session.turns.name_refused + 1;
  const counted = { ...session, turns: { ...session.turns, name_refused } };
  return name_refused >= 2 ? toCallback(counted, "would not give a name") : { to: "discovery", session: counted };
}
