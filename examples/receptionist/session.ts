import { z } from "zod";

/** A field as people write it: `""` and `null` stand for what is not known, as if the field were left out. */
function known<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.literal("").transform(() => undefined), z.null().transform(() => undefined)]).optional();
}

/** The same with what holds where nothing is known. */
function knownOr<T extends z.ZodType>(schema: T, fallback: z.output<T>) {
  return known(schema).transform((given) => given ?? fallback);
}

const text = z.string().trim().min(1);

export const urgencyTiers = ["routine", "urgent"] as const;

const bookingSchema = z.strictObject({
  attempted: knownOr(z.boolean(), false),
  /** Whether a visit stands on the calendar because of this call. */
  confirmed: knownOr(z.boolean(), false),
  id: known(text),
  /** As it is said aloud: "tomorrow between eight and ten". */
  time: known(text),
  /** What was done with the visit; left out: booked. */
  change: known(z.enum(["booked", "moved", "cancelled", "found"])),
});

const callbackSchema = z.strictObject({
  /** Set once the callback is on record. */
  id: known(text),
  reason: text,
  priority: z.enum(urgencyTiers),
});

const count = knownOr(z.int().min(0), 0);

/** How long the call has lasted, and how often it stood still. */
const turnsSchema = z.strictObject({
  in_state: count,
  in_call: count,
  safety_unclear: count,
  name_refused: count,
});

/** All that one call knows. A field that is not here is an error, so that a slip in a case does not pass for "unknown". */
export const sessionSchema = z.strictObject({
  phone_number: knownOr(
    z.string().regex(/^\+\d{8,15}$/, "a phone number is + and 8 to 15 digits: write it as +15125550000"),
    "+15125550000",
  ),
  customer_name: known(text),
  zip_code: known(z.string().regex(/^\d{5}$/, 'a ZIP code is five digits in quotes: write it as "78745"')),
  service_address: known(text),
  problem_description: known(text),
  equipment: known(text),
  problem_duration: known(text),
  preferred_time: known(text),
  urgency_tier: known(z.enum(urgencyTiers)),
  confirmed: knownOr(z.boolean(), false),
  booking: knownOr(bookingSchema, bookingSchema.parse({})),
  callback: known(callbackSchema),
  turns: knownOr(turnsSchema, turnsSchema.parse({})),
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
