import type { OfficeView } from "../backend/index.ts";
import { missingFields, type Session } from "../session.ts";
import type { State } from "../states.ts";
import type { Move } from "./turn.ts";

/** Where a state leads by itself because what it would ask for is known; undefined where it has to ask. */
export function onward(state: State, session: Session, view: OfficeView): Move | undefined {
  switch (state) {
    case "service_area":
      return session.zip_code === undefined
        ? undefined
        : { to: isServed(session.zip_code, view) ? "discovery" : "non_service", session };
    case "discovery":
      return missingFields(session).length > 0 ? undefined : { to: "urgency", session };
    case "urgency":
      return fromUrgency(session, view);
    default:
      return undefined;
  }
}

export function isServed(zip: string, { service_area }: OfficeView): boolean {
  return service_area.some((area) => zip.startsWith(area));
}

/** What cannot wait and has no slot the same day is not put on next week's calendar: a person rings back at once. */
function fromUrgency(session: Session, { free_today }: OfficeView): Move | undefined {
  if (session.urgency_tier === undefined) return undefined;
  if (session.urgency_tier !== "urgent" || free_today > 0) return { to: "pre_confirm", session };
  const callback = { reason: "urgent, and no slot is free today", priority: "urgent" as const };
  return { to: "urgency_callback", session: { ...session, callback } };
}
