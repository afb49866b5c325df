import { z } from "zod";
import { jsonDataSchema } from "./json-data.ts";
import { optional } from "./optional.ts";

const mockAnswerSchema = z.union([
  z.strictObject({ result: jsonDataSchema.describe("What the tool returns.") }),
  z.strictObject({ error: z.string().min(1).describe("The error that it fails with.") }),
]);
/** One answer of a mocked tool. */
export type MockAnswer = z.infer<typeof mockAnswerSchema>;

/** Answers in place of tools: one for every call, or a list with one answer per call. */
export const caseMocksSchema = z.record(
  z.string().min(1),
  z.union([mockAnswerSchema, z.array(mockAnswerSchema).min(1)], {
    error: 'a mock is { "result": … }, { "error": "…" }, or a list of these, one for each call',
  }),
);

/**
 * What can go wrong with a tool. `error` and `timeout`: it is not run. `half-done`: it is run, and the agent is given an
 * error. `empty` and `stale`: it is run, and the agent is given nothing, or what the same call returned before.
 * `slow`: it is run, and takes longer.
 */
export const faultKinds = ["error", "timeout", "half-done", "empty", "stale", "slow"] as const;
export const faultKindSchema = z.enum(faultKinds);

/** What can go wrong with a tool. */
export type FaultKind = z.infer<typeof faultKindSchema>;

const where = {
  tool: z.string().min(1).describe("The tool that has the fault."),
  calls: optional(z.array(z.int().min(1)).min(1), "Which calls of the tool, from 1; all if left out."),
};

/** A fault of a tool, real or mocked. */
const toolFaultSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      ...where,
      kind: z
        .enum(["error", "timeout", "half-done"])
        .describe("error and timeout: the tool is not run; half-done: it is."),
      message: optional(z.string().min(1), "The error that the agent is given."),
    }),
    z.strictObject({
      ...where,
      kind: z.enum(["empty", "stale"]).describe("The tool is run, and the agent is given nothing, or an old result."),
    }),
    z.strictObject({
      ...where,
      kind: z.literal("slow").describe("The tool is run, and takes longer."),
      ms: optional(z.number().positive().max(60_000), "How much longer, in milliseconds."),
    }),
  ],
  { error: `a fault is { tool, kind }, and its kind is ${faultKinds.slice(0, -1).join(", ")} or ${faultKinds.at(-1)}` },
);
export type ToolFault = z.infer<typeof toolFaultSchema>;

/** The faults of a case. A call can have one fault: of two for the same call, one would be hidden. */
export const caseFaultsSchema = z
  .array(toolFaultSchema)
  .min(1)
  .superRefine((faults, problem) => {
    for (const [index, { tool, calls }] of faults.entries()) {
      const before = faults.slice(0, index).filter((other) => other.tool === tool);
      const covered = before.some(
        (other) => !other.calls || !calls || calls.some((call) => other.calls?.includes(call)),
      );
      if (!covered) continue;
      const message = `an earlier fault is for the same call of ${tool}, but a call can have only one fault: give each its own \`calls\``;
      problem.addIssue({ code: "custom", path: [index], message });
    }
  });
