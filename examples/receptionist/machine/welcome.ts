import type { Session } from "../session.ts";
import type { Reading } from "../understand/index.ts";
import type { Move } from "./turn.ts";

/** A service call is looked up first; hazards are asked for after that, whatever the first line denies. */
export function leaveWelcome(session: Session, { intent }: Reading): Move | undefined {
  switch (intent.kind) {
    case "service":
      return { to: "lookup", session };
    case "manage":
      return { to: "manage_booking", session };
    case "non_service":
      return { to: "non_service", session };
    case "follow_up":
      return { to: "follow_up", session };
    case "unclear":
      return undefined;
  }
}
