import { missingFields, type Session } from "../session.ts";

const labels = {
  customer_name: "Name",
  problem_description: "Trouble",
  equipment: "Equipment",
  problem_duration: "How long",
  service_address: "Street address",
  zip_code: "ZIP",
  preferred_time: "When",
  urgency_tier: "Urgency",
} as const;

const missingNames = {
  customer_name: "name",
  problem_description: "trouble",
  service_address: "street address",
} as const;

/** What a session knows, in words. What is not there is named too, so that nobody makes it up. */
export function whatIsKnown(session: Session): string {
  const facts = Object.entries(labels).flatMap(([field, label]) => {
    const value = session[field as keyof typeof labels];
    return value === undefined ? [] : [`- ${label}: ${value.replace(/\s+/g, " ")}`];
  });
  const missing = missingFields(session).map((field) => missingNames[field]);
  return [
    ...(facts.length > 0 ? facts : ["- Nothing about the caller yet."]),
    ...(missing.length > 0 ? [`- Still missing, in this order: ${missing.join(", ")}`] : []),
    `- Visit: ${visitOf(session)}`,
    `- Callback: ${callbackOf(session)}`,
  ].join("\n");
}

function visitOf({ booking }: Session): string {
  const { attempted, confirmed, time = "time not given", change = "booked" } = booking;
  if (change === "cancelled") return `cancelled, it was ${time}`;
  if (confirmed)
    return { booked: `booked, ${time}`, moved: `moved to ${time}`, found: `on the books, ${time}` }[change];
  return attempted ? "tried, and it did not go through; nothing is booked" : "none booked";
}

function callbackOf({ callback }: Session): string {
  if (callback?.id === undefined) return "none on record";
  return callback.priority === "urgent" ? "on record, marked urgent" : "on record";
}
