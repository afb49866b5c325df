import { bookingResult, callbackResult, lookupResult, manageResult } from "../backend/index.ts";
import { type Session, sessionSchema } from "../session.ts";
import type { State } from "../states.ts";
import type { Move, Turn } from "./turn.ts";

/**
 * What the result of the tool leads to that a turn has called for.
 *
 * @example settle(hear(position, "My AC died", view), { found: false }).state; // "safety"
 */
export function settle(turn: Turn, result: unknown): Turn {
  const { to, session } = moveAfter(turn.state, turn.session, result);
  return { state: to, session, path: [...turn.path, to] };
}

function moveAfter(state: State, session: Session, result: unknown): Move {
  switch (state) {
    case "lookup":
      return { to: "safety", session: withCustomer(session, result) };
    case "booking":
      return afterBooking(session, result);
    case "callback":
    case "urgency_callback":
      return afterCallback(session, result);
    case "manage_booking":
      return afterManaging(session, result);
    default:
      throw new Error(`${state} calls no tool, so that there is no result to go on with`);
  }
}

/** What is on record is not asked again; what the caller said counts more. */
function withCustomer(session: Session, result: unknown): Session {
  const found = lookupResult.parse(result);
  if (!found.found) return session;
  const { customer_name, zip_code, service_address, equipment } = found;
  const record = { customer_name, zip_code, service_address, ...(equipment === null ? {} : { equipment }) };
  return sessionSchema.parse({ ...record, ...session });
}

function afterBooking(session: Session, result: unknown): Move {
  const booking = bookingResult.parse(result);
  return booking.booked
    ? {
        to: "confirm",
        session: {
          ...session,
          booking: { attempted: true, confirmed: true, id: booking.id, time: booking.time, change: "booked" },
        },
      }
    : { to: "booking_failed", session: { ...session, booking: { attempted: true, confirmed: false } } };
}

function afterCallback(session: Session, result: unknown): Move {
  const { id, priority } = callbackResult.parse(result);
  const reason = session.callback?.reason ?? "asked to be rung back";
  return { to: "follow_up", session: { ...session, callback: { id, reason, priority } } };
}

function afterManaging(session: Session, result: unknown): Move {
  const managed = manageResult.parse(result);
  if (!managed.done) {
    return { to: "booking_failed", session: { ...session, booking: { attempted: true, confirmed: false } } };
  }
  const { change, id, time } = managed;
  const booking = { attempted: true, confirmed: change !== "cancelled", id, time, change };
  return { to: "confirm", session: { ...session, booking } };
}
