import { z } from "zod";

/** How the requests of agents' own model clients are passed on. */
export const gatewaySchema = z.strictObject({
  upstream: z
    .url({ protocol: /^https?$/, error: "upstream must be an http or https address" })
    .optional()
    .describe('Where all of them go, in place of where they were going: "http://localhost:8080/v1".'),
  proxy: z
    .url({ protocol: /^http$/, error: "proxy must be the address that viva proxy prints" })
    .optional()
    .describe("Where `viva proxy` listens, for an agent that was started elsewhere and asks its models there."),
});

export const gatewayForm = 'gateway: { upstream: "http://localhost:8080/v1" }.';
