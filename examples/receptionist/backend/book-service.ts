import { z } from "zod";
import { urgencyTiers } from "../session.ts";
import { wishOf } from "../understand/index.ts";
import { slotFor, spokenTime } from "./calendar.ts";
import type { bookingResult } from "./results.ts";
import { nextId, officeTool } from "./tool.ts";

export const bookService = officeTool({
  name: "book_service",
  description: "Books a visit in the first free slot that fits what the caller would like.",
  effect: "write",
  parameters: z.strictObject({
    phone_number: z.string(),
    customer_name: z.string().min(1),
    service_address: z.string().min(1),
    zip_code: z.string().optional(),
    problem_description: z.string().min(1),
    preferred_time: z.string().optional(),
    urgency_tier: z.enum(urgencyTiers).optional(),
  }),
  run(wanted, world): z.infer<typeof bookingResult> {
    const office = world.value;
    const { zip_code, preferred_time = "any time" } = wanted;
    if (zip_code !== undefined && !office.service_area.some((area) => zip_code.startsWith(area))) {
      return { booked: false, reason: `${zip_code} is outside the service area` };
    }
    const slot = slotFor(office, wishOf(preferred_time));
    if (!slot) return { booked: false, reason: `no slot is free: ${preferred_time}` };
    const id = nextId("A", office.appointments);
    const { phone_number, customer_name, service_address, problem_description } = wanted;
    world.update(({ appointments, calendar }) => {
      const taken = calendar.find((one) => one.id === slot.id);
      if (taken) taken.appointment = id;
      appointments.push({
        id,
        phone_number,
        customer_name,
        service_address,
        zip_code: zip_code ?? null,
        problem_description,
        slot: slot.id,
        status: "booked",
      });
    });
    return { booked: true, id, time: spokenTime(slot, office.today) };
  },
});
