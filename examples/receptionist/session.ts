import { z } from "zod";

const text = z.string().trim().min(1);

export const urgencyTiers = ["routine", "urgent"] as const;

const bookingSchema = z.strictObject({
  attempted: z.boolean().default(false),
  /** Whether a visit stands on the calendar because of this call. */
  confirmed: z.boolean().default(false),
  id: text.optional(),
  /** As it is said aloud: "tomorrow between eight and ten". */
  time: text.optional(),
  /** What was done with the visit; left out: booked. */
  change: z.enum(["booked", "moved", "cancelled", "found"]).optional(),
});

const callbackSchema = z.strictObject({
  /** Set once the callback is on record. */
  id: text.optional(),
  reason: text,
  priority: z.enum(urgencyTiers),
});

const count = z.int().min(0).default(0);

/** How long the call has lasted, and how often it stood still. */
const turnsSchema = z.strictObject({
  in_state: count,
  in_call: count,
  safety_unclear: count,
  name_refused: count,
});

/** All that one call knows. A field that is not here is an error, so that a slip in a case does not pass for "unknown". */
export const sessionSchema = z.strictObject({
  phone_number: z
    .string()
    .regex(/^\+\d{8,15}$/, "a phone number is + and 8 to 15 digits, such as +15125550000")
    .default("+15125550000"),
  customer_name: text.optional(),
  zip_code: z
    .string()
    .regex(/^\d{5}$/, "a ZIP code is five digits")
    .optional(),
  service_address: text.optional(),
  problem_description: text.optional(),
  equipment: text.optional(),
  problem_duration: text.optional(),
  preferred_time: text.optional(),
  urgency_tier: z.enum(urgencyTiers).optional(),
  confirmed: z.boolean().default(false),
  booking: bookingSchema.prefault({}),
  callback: callbackSchema.optional(),
  turns: turnsSchema.prefault({}),
});

export type Session = z.infer<typeof sessionSchema>;
export type SessionField = keyof Session;
export type UrgencyTier = (typeof urgencyTiers)[number];

/** A session as a case writes it: what is left out gets its default. */
export function sessionOf(given: z.input<typeof sessionSchema> = {}): Session {
  return sessionSchema.parse(given);
}

/** What discovery has to find out, in the order in which it asks. */
export const discoveryFields = ["customer_name", "problem_description", "service_address"] as const;
export type DiscoveryField = (typeof discoveryFields)[number];

export function missingFields(session: Session): DiscoveryField[] {
  return discoveryFields.filter((field) => session[field] === undefined);
}
