import { z } from "zod";
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

/** MCP servers of a suite. Names become part of addresses and of variables: VIVA_MCP_NAME. */
export const mcpSchema = z.record(
  z
    .string()
    .regex(/^[a-zA-Z][\w-]*$/, "the name of an MCP server must be one word of letters, digits and dashes")
    .refine((name) => name.toLowerCase() !== "shim", "an MCP server cannot be called shim: VIVA_MCP_SHIM is taken"),
  server,
);

export const mcpForm =
  'mcp: { files: { command: "npx", args: ["server"] } }, { url: "http://…" } or { tools: […], mocks: { … } }.';
