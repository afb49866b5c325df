import { z } from "zod";
import { hostProblem } from "../network/index.ts";
import { toolEffectSchema } from "../shape/index.ts";

const effects = z.record(z.string(), toolEffectSchema).optional();
const texts = z.record(z.string(), z.string()).optional();

const command = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: texts,
  cwd: z.string().optional(),
  effects,
});
const url = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: "url must be an http or https address" }),
  headers: texts,
  effects,
});
const mocks = z
  .strictObject({
    tools: z.array(z.looseObject({ name: z.string(), parameters: z.looseObject({}), effect: z.string() })),
    mocks: z.record(z.string(), z.function()),
  })
  .superRefine(({ tools, mocks: given }, problem) => {
    const names = tools.map(({ name }) => name);
    for (const name of Object.keys(given).filter((mock) => !names.includes(mock))) {
      const message = `${name} is mocked, but the tools are ${names.join(", ") || "none"}`;
      problem.addIssue({ code: "custom", path: ["mocks", name], message });
    }
  });

/** Which of the three forms is meant, so that the message can say what is wrong with it. */
function formOf(server: unknown): z.ZodType {
  if (typeof server !== "object" || server === null) return command;
  return "url" in server ? url : "mocks" in server || "tools" in server ? mocks : command;
}

const server = z.unknown().superRefine((given, problem) => {
  const { error } = formOf(given).safeParse(given);
  for (const { path, message } of error?.issues ?? []) problem.addIssue({ code: "custom", path, message });
});

const hosts = z.array(
  z.string().superRefine((entry, context) => {
    const problem = hostProblem(entry);
    if (problem !== undefined) context.addIssue({ code: "custom", message: `"${entry}": ${problem}` });
  }),
);

/** The fields of a suite about where its requests may go, and where they are sent. The config has most of them too. */
export const trafficFields = {
  /** What code of a suite may reach in a replay. */
  network: z
    .strictObject({
      allow: hosts.optional().describe("Hosts that may be reached; add a port to allow only that port."),
    })
    .optional(),
  /** How the requests of agents' own model clients are passed on. */
  gateway: z
    .strictObject({
      upstream: z
        .url({ protocol: /^https?$/, error: "upstream must be an http or https address" })
        .optional()
        .describe('Where all of them go, in place of where they were going: "http://localhost:8080/v1".'),
      proxy: z
        .url({ protocol: /^http$/, error: "proxy must be the address that viva proxy prints" })
        .optional()
        .describe("Where `viva proxy` listens, for an agent that was started elsewhere and asks its models there."),
    })
    .optional(),
  /** MCP servers. Names become part of addresses and of variables: VIVA_MCP_NAME. */
  mcp: z
    .record(
      z
        .string()
        .regex(/^[a-zA-Z][\w-]*$/, "the name of an MCP server must be one word of letters, digits and dashes")
        .refine((name) => name.toLowerCase() !== "shim", "an MCP server cannot be called shim: VIVA_MCP_SHIM is taken"),
      server,
    )
    .optional(),
  /** Which requests of suite code are model calls and go through the gateway. */
  capture: z
    .union(
      [
        z.strictObject({
          hosts: hosts.optional().describe("Further hosts of models."),
          allow: hosts.optional().describe("Hosts of models whose requests do not go through Viva."),
        }),
        z.literal(false),
      ],
      { error: "must be an object with lists of host names, or false" },
    )
    .optional(),
};
