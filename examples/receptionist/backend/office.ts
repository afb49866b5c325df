import type { Case } from "vivavoce";
import { type JsonWorld, jsonWorld } from "vivavoce/world";
import { z } from "zod";
import { urgencyTiers } from "../session.ts";

const customerSchema = z.strictObject({
  id: z.string(),
  phone_number: z.string(),
  name: z.string(),
  zip_code: z.string(),
  service_address: z.string(),
  equipment: z.string().nullable().default(null),
});

const slotSchema = z.strictObject({
  id: z.string(),
  date: z.iso.date(),
  /** "08:00" */
  starts: z.string().regex(/^\d\d:\d\d$/, "a time is hours and minutes: write it as 08:00"),
  /** As it is said aloud: "between eight and ten". */
  window: z.string(),
  /** The appointment that has taken it. */
  appointment: z.string().nullable().default(null),
});

const appointmentSchema = z.strictObject({
  id: z.string(),
  phone_number: z.string(),
  customer_name: z.string(),
  service_address: z.string(),
  zip_code: z.string().nullable(),
  problem_description: z.string(),
  slot: z.string(),
  status: z.enum(["booked", "cancelled"]).default("booked"),
});

const callbackSchema = z.strictObject({
  id: z.string(),
  phone_number: z.string(),
  customer_name: z.string().nullable(),
  reason: z.string(),
  priority: z.enum(urgencyTiers),
});

/** A week that has room on every day: what a case gets that says nothing about the calendar. */
const usualCalendar: z.input<typeof slotSchema>[] = [
  { id: "S-1", date: "2026-06-15", starts: "15:00", window: "between three and five" },
  { id: "S-2", date: "2026-06-16", starts: "08:00", window: "between eight and ten" },
  { id: "S-3", date: "2026-06-16", starts: "13:00", window: "between one and three" },
  { id: "S-4", date: "2026-06-17", starts: "10:00", window: "between ten and noon" },
  { id: "S-5", date: "2026-06-18", starts: "08:00", window: "between eight and ten" },
  { id: "S-6", date: "2026-06-19", starts: "14:00", window: "between two and four" },
];

/** All that the company has on record. It lives in a time of its own: the day of the exam is a Monday. */
export const officeSchema = z.strictObject({
  today: z.iso.date().default("2026-06-15"),
  /** The beginnings of the ZIP codes that are served. */
  service_area: z
    .array(z.string().regex(/^\d{1,5}$/, "an area is the beginning of its ZIP codes: write it as 787"))
    .default(["787"]),
  customers: z.array(customerSchema).default([]),
  calendar: z.array(slotSchema).prefault(usualCalendar),
  appointments: z.array(appointmentSchema).default([]),
  callbacks: z.array(callbackSchema).default([]),
});

export type Office = z.infer<typeof officeSchema>;
export type OfficeInput = z.input<typeof officeSchema>;
export type Slot = Office["calendar"][number];
export type Appointment = Office["appointments"][number];

/** The receptionist's world: the company's records, which tools read and change. */
export type OfficeWorld = JsonWorld<Office>;

/**
 * The world that a case describes.
 *
 * @example suite({ world: (testCase) => officeOf(testCase), … })
 */
export function officeOf(testCase: Pick<Case, "world">): OfficeWorld {
  return jsonWorld(officeSchema.parse(testCase.world ?? {}));
}

/** As much of the office as the state machine may look at. */
export interface OfficeView {
  service_area: readonly string[];
  /** How many slots are free on the day of the call. */
  free_today: number;
}

export function viewOf({ service_area, calendar, today }: Office): OfficeView {
  const free = calendar.filter(({ date, appointment }) => date === today && appointment === null);
  return { service_area, free_today: free.length };
}
