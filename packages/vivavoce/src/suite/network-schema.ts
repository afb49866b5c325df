import { z } from "zod";
import { hostProblem } from "../network/index.ts";

const hosts = z.array(
  z.string().superRefine((entry, context) => {
    const problem = hostProblem(entry);
    if (problem !== undefined) context.addIssue({ code: "custom", message: `"${entry}": ${problem}` });
  }),
);

/** What code of a suite may reach in a replay. */
export const networkSchema = z.strictObject({
  allow: hosts.optional().describe("Hosts that may be reached; add a port to allow only that port."),
});

export const networkForm = 'network: { allow: ["db.example.com", "localhost:5432"] }.';

/** Which requests of suite code are model calls and go through the gateway. */
export const captureSchema = z.union(
  [
    z.strictObject({
      hosts: hosts.optional().describe("Further hosts of models."),
      allow: hosts.optional().describe("Hosts of models whose requests do not go through Viva."),
    }),
    z.literal(false),
  ],
  { error: "must be an object with lists of host names, or false" },
);

export const captureForm = 'capture: { hosts: ["models.example.com"], allow: ["api.example.com"] }, or capture: false.';
