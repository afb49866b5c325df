import { z } from "zod";
import { urgencyTiers } from "../session.ts";
import type { callbackResult } from "./results.ts";
import { nextId, officeTool } from "./tool.ts";

export const createCallback = officeTool({
  name: "create_callback",
  description: "Puts a caller on the list of those whom a person rings back.",
  effect: "write",
  parameters: z.strictObject({
    phone_number: z.string(),
    customer_name: z.string().optional(),
    reason: z.string().min(1),
    priority: z.enum(urgencyTiers),
  }),
  run({ phone_number, customer_name, reason, priority }, world): z.infer<typeof callbackResult> {
    const id = nextId("B", world.value.callbacks);
    world.update(({ callbacks }) => {
      callbacks.push({ id, phone_number, customer_name: customer_name ?? null, reason, priority });
    });
    return { id, priority };
  },
});
