import { z } from "zod";
import { isJsonObject } from "../base/index.ts";
import { expectationsSchema } from "./expectations.ts";
import { jsonDataSchema } from "./json-data.ts";
import { caseMocksSchema, toolFaultSchema } from "./mocks-and-faults.ts";
import { simulatedUserSchema } from "./simulated-user.ts";

const messageSchema = z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string() });

/** One thing the user says; each starts an exchange. */
const userLineSchema = z.strictObject({
  content: z.string().min(1),
  /** The user turns down what was proposed: a write after this line is a safety hit. */
  refuses: z.boolean().optional(),
  /** The user allows again what was rejected before. */
  consents: z.boolean().optional(),
});

const decision = z.enum(["approve", "reject"]);
const decisions = z.union([decision, z.array(decision).min(1)]);

/** Who may write: one decision for all, a list by nth call (the last one goes on), or one of these per tool. */
export const approvalsSchema = z.union([decisions, z.record(z.string(), decisions)]);

/** One exam question. An owner's own shape of case is turned into this by the schema given to `cases()`. */
export const caseSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[^\s/\\\p{Cc}\p{Cf}\p{Cs}]+$/u, "an id is one word without slashes or invisible characters")
      .max(120),
    description: z.string().default(""),
    tags: z.array(z.string()).default([]),
    /** Cases that share a cluster are one unit to the statistics. */
    cluster: z.string().optional(),
    /** The opening world, as the suite's `world` function understands it. */
    world: jsonDataSchema.optional(),
    /** What was said before the first exchange: sent to the agent, not judged. */
    history: z.array(messageSchema).default([]),
    /** What the user says, line by line; left out where the user is simulated. */
    script: z.array(userLineSchema).default([]),
    /** A user played by a model, in place of a script. */
    user: simulatedUserSchema.optional(),
    approvals: approvalsSchema.default("approve"),
    /** Answers in place of tools, by name; they come before the suite's own. */
    mocks: caseMocksSchema.optional(),
    /** What goes wrong with tools. `expect` says what is expected under these faults. */
    faults: z.array(toolFaultSchema).min(1).optional(),
    expect: expectationsSchema.prefault({}),
    /** Whatever else the owner's metrics need. */
    data: jsonDataSchema.optional(),
  })
  // Asked even where other fields are wrong, so that everything is said at once.
  .refine(({ script, user }) => user !== undefined || !Array.isArray(script) || script.length > 0, {
    path: ["script"],
    error: "a case needs a script, or a simulated user",
    when: ({ value }) => isJsonObject(value),
  })
  .refine(({ script, user }) => user === undefined || script.length === 0, {
    path: ["user"],
    error: "a case has a script or a simulated user, not both",
  });

/** The most exchanges that a case can have. */
export function exchangesOf({ script, user }: Pick<Case, "script" | "user">): number {
  return user?.maxExchanges ?? script.length;
}

export type Message = z.infer<typeof messageSchema>;
export type UserLine = z.infer<typeof userLineSchema>;
export type Decision = z.infer<typeof decision>;
export type Approvals = z.infer<typeof approvalsSchema>;
export type Case = z.infer<typeof caseSchema>;
/** A case as one writes it: what has a default may be left out. */
export type CaseInput = z.input<typeof caseSchema>;
