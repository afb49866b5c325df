import type { JsonObject } from "vivavoce";
import type { Session } from "../session.ts";
import type { ActionState } from "../states.ts";
import { type Reading, readTiming } from "../understand/index.ts";
import type { ToolRequest } from "./turn.ts";

/** The tool that an action state calls; undefined where the caller has to say more first. */
export function requestOf(
  state: ActionState,
  session: Session,
  heard: { line: string; reading: Reading },
): ToolRequest | undefined {
  const { phone_number } = session;
  switch (state) {
    case "lookup":
      return { name: "lookup_caller", arguments: { phone_number } };
    case "booking":
      return { name: "book_service", arguments: bookingOf(session) };
    case "callback":
    case "urgency_callback": {
      const { reason, priority } = session.callback ?? { reason: "asked to be rung back", priority: "routine" };
      const { customer_name } = session;
      return {
        name: "create_callback",
        arguments: { phone_number, ...known({ customer_name }), reason, priority },
      };
    }
    case "manage_booking":
      return manageRequest(phone_number, heard);
  }
}

function bookingOf(session: Session): JsonObject {
  const { phone_number, customer_name, service_address, zip_code } = session;
  const { problem_description, preferred_time, urgency_tier } = session;
  return known({
    phone_number,
    customer_name,
    service_address,
    zip_code,
    problem_description,
    preferred_time,
    urgency_tier,
  });
}

/** A visit cannot be moved before the caller has said to when; who answers that question wants it moved. */
function manageRequest(
  phone_number: string,
  { line, reading }: { line: string; reading: Reading },
): ToolRequest | undefined {
  const action = reading.intent.kind === "manage" ? reading.intent.action : "move";
  if (action !== "move") return { name: "manage_appointment", arguments: { phone_number, action } };
  const preferred_time = readTiming(line, { asked: true })?.preferred_time;
  if (preferred_time === undefined) return undefined;
  return { name: "manage_appointment", arguments: { phone_number, action, preferred_time } };
}

function known(fields: Record<string, string | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
