import { z } from "zod";
import type { lookupResult } from "./results.ts";
import { officeTool } from "./tool.ts";

export const lookupCaller = officeTool({
  name: "lookup_caller",
  description: "Finds the customer who calls from a phone number.",
  effect: "read",
  parameters: z.strictObject({ phone_number: z.string() }),
  run({ phone_number }, world): z.infer<typeof lookupResult> {
    const customer = world.value.customers.find((one) => one.phone_number === phone_number);
    if (!customer) return { found: false };
    const { name, zip_code, service_address, equipment } = customer;
    return { found: true, customer_name: name, zip_code, service_address, equipment };
  },
});
