import { z } from "zod";
import { wishOf } from "../understand/index.ts";
import { slotFor, spokenTime } from "./calendar.ts";
import type { Appointment, Office, OfficeWorld } from "./office.ts";
import type { manageResult } from "./results.ts";
import { officeTool } from "./tool.ts";

type Result = z.infer<typeof manageResult>;

export const manageAppointment = officeTool({
  name: "manage_appointment",
  description: "Finds, moves or cancels the visit that is booked for a phone number.",
  effect: "write",
  parameters: z.strictObject({
    phone_number: z.string(),
    action: z.enum(["find", "move", "cancel"]),
    preferred_time: z.string().optional(),
  }),
  run({ phone_number, action, preferred_time = "any time" }, world): Result {
    const booked = world.value.appointments.find((one) => one.phone_number === phone_number && one.status === "booked");
    if (!booked) return { done: false, reason: "no visit is booked for this number" };
    if (action === "move") return move(booked, preferred_time, world);
    if (action === "cancel") cancel(booked, world);
    const change = action === "cancel" ? "cancelled" : "found";
    return { done: true, change, id: booked.id, time: timeOf(booked, world.value) };
  },
});

function move({ id, slot: before }: Appointment, preferredTime: string, world: OfficeWorld): Result {
  const office = world.value;
  const slot = slotFor(office, wishOf(preferredTime));
  if (!slot) return { done: false, reason: `no slot is free: ${preferredTime}` };
  world.update(({ appointments, calendar }) => {
    for (const one of calendar) {
      if (one.id === before) one.appointment = null;
      if (one.id === slot.id) one.appointment = id;
    }
    for (const one of appointments) if (one.id === id) one.slot = slot.id;
  });
  return { done: true, change: "moved", id, time: spokenTime(slot, office.today) };
}

function cancel({ id, slot }: Appointment, world: OfficeWorld): void {
  world.update(({ appointments, calendar }) => {
    for (const one of calendar) if (one.id === slot) one.appointment = null;
    for (const one of appointments) if (one.id === id) one.status = "cancelled";
  });
}

function timeOf({ slot }: Appointment, { calendar, today }: Office): string {
  const taken = calendar.find(({ id }) => id === slot);
  return taken ? spokenTime(taken, today) : "at a time that is not on the calendar";
}
