import { z } from "zod";
import { urgencyTiers } from "../session.ts";

/** What the tools answer, as the machine reads it. */
export const lookupResult = z.discriminatedUnion("found", [
  z.object({
    found: z.literal(true),
    customer_name: z.string(),
    zip_code: z.string(),
    service_address: z.string(),
    equipment: z.string().nullable(),
  }),
  z.object({ found: z.literal(false) }),
]);

export const bookingResult = z.discriminatedUnion("booked", [
  z.object({ booked: z.literal(true), id: z.string(), time: z.string() }),
  z.object({ booked: z.literal(false), reason: z.string() }),
]);

export const callbackResult = z.object({ id: z.string(), priority: z.enum(urgencyTiers) });

export const manageResult = z.discriminatedUnion("done", [
  z.object({
    done: z.literal(true),
    change: z.enum(["moved", "cancelled", "found"]),
    id: z.string(),
    time: z.string(),
  }),
  z.object({ done: z.literal(false), reason: z.string() }),
]);
