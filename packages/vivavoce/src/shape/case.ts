import { z } from "zod";
import { isJsonObject } from "../base/index.ts";
import { expectationsSchema, lineExpectationsSchema } from "./expectations.ts";
import { jsonDataSchema } from "./json-data.ts";
import { patternSchema } from "./matcher.ts";
import { caseFaultsSchema, caseMocksSchema } from "./mocks-and-faults.ts";
import { optional } from "./optional.ts";

const messageSchema = z.strictObject({
  role: z.enum(["user", "assistant"]).describe("Who said it."),
  content: z.string().describe("What was said."),
});

/** One thing the user says; each starts an exchange. */
export const spokenLineSchema = z.strictObject({
  content: z.string().min(1).describe("What the user says."),
  refuses: optional(z.boolean(), "The user turns down what was proposed: a write after this line is a safety hit."),
  consents: optional(z.boolean(), "The user allows again what was rejected before."),
  interrupts: optional(
    z.strictObject({ afterWords: z.int().min(0).describe("How many words of the reply the user hears.") }),
    "The user interrupts the agent's reply with this line.",
  ),
  expect: optional(lineExpectationsSchema, "What is expected once this line has been answered."),
});

/** The user says nothing for this long: the agent is told, but nobody really waits. */
export const silentLineSchema = z.strictObject({
  silence: z.number().positive().describe("Milliseconds for which the user says nothing. Viva does not really wait."),
  content: z.literal("").default("").describe("Empty, since nothing is said."),
  expect: optional(lineExpectationsSchema, "What is expected when the agent has reacted."),
});
/** A line of the script; `content` is empty in one that is silent. */
export type UserLine = z.infer<typeof spokenLineSchema> & { silence?: number | undefined };

/** A line of the script as people write it. */
export type UserLineInput = z.input<typeof spokenLineSchema> | z.input<typeof silentLineSchema>;

const userLineSchema: z.ZodType<UserLine, UserLineInput> = z.union([spokenLineSchema, silentLineSchema]);

const decision = z.enum(["approve", "reject"]);
const decisions = z.union([decision, z.array(decision).min(1)]);

/** Which writes the user approves: one decision for all, a list by call (the last one repeats), or one of these per tool. */
const approvalsSchema = z.union([decisions, z.record(z.string(), decisions)]);

/** How a simulated user behaves while it pursues its goal. */
const behaviours = [
  "vague",
  "impatient",
  "changes-mind",
  "corrects",
  "off-topic",
  "falls-silent",
  "interrupts",
] as const;
export type Behaviour = (typeof behaviours)[number];

/** A fact that the user gives only when the agent asks for it. */
const withheldFact = z.strictObject({
  value: z.string().min(1).describe("The fact."),
  asked: optional(z.array(patternSchema).min(1), "Patterns for replies that ask for it; the fact's name if left out."),
});

/** A user played by a model: who it is, what it wants, what it knows, and when it hangs up. */
const simulatedUserSchema = z.strictObject({
  persona: z.string().min(1).describe("Who the user is."),
  goal: z.string().min(1).describe("What the user wants."),
  opening: optional(z.string().min(1), "The first line, word for word. The model writes it if left out."),
  knows: z
    .record(z.string(), z.string())
    .default({})
    .describe("Facts by name, which the user tells whenever they fit."),
  tellsWhenAsked: z
    .record(z.string(), withheldFact)
    .default({})
    .describe("Facts by name, which the user tells only when asked."),
  cannotKnow: z
    .array(z.string().min(3))
    .default([])
    .describe("Words that this user cannot know. Saying one of them spoils the conversation."),
  neverSays: z.array(patternSchema).default([]).describe("Patterns of lines that would contradict the goal."),
  behaviours: z.array(z.enum(behaviours)).default([]).describe("How the user behaves."),
  /**
   * When the goal is met and when the user gives up, in words. If left out: once it has what it wants, or sees that it will
   * not get it. `maxExchanges` is the last resort.
   */
  stop: z
    .strictObject({
      goalMet: optional(z.string().min(1), "When the user has what it wants."),
      givesUp: optional(z.string().min(1), "When the user gives up."),
    })
    .prefault({})
    .describe("When the user ends the conversation, in words."),
  maxExchanges: z.int().min(1).max(50).default(12).describe("The most exchanges before the user hangs up."),
});
export type SimulatedUser = z.infer<typeof simulatedUserSchema>;

/** The tag of a case that lost a check when it was imported: it could pass here and fail there. */
export const incompleteTag = "incomplete-import";

/** Where the trial's time starts. */
const clockSchema = z.strictObject({
  now: z.iso
    .datetime({ offset: true, error: 'give an ISO date-time with its zone, such as "2026-03-02T09:00:00Z"' })
    .describe('The time at which the trial begins: "2026-03-02T09:00:00Z".'),
});

/** One exam question. The schema given to `cases()` may turn another shape of case into this one. */
export const caseSchema = z
  .strictObject({
    id: z
      .string()
      .regex(
        /^[^\s/\\\p{Cc}\p{Cf}\p{Cs}]+$/u,
        "an id must be one word without slashes or invisible characters, such as moves-an-appointment",
      )
      .max(120)
      .describe("The name of the case: one word, unique in its suite."),
    type: optional(
      z
        .string()
        .regex(/^[^\s[\]\p{Cc}\p{Cf}\p{Cs}]+$/u, "a type must be one word without brackets, such as multi-turn")
        .max(60),
      "What kind of case it is, such as multi-turn. It is shown before the description, and is also a tag.",
    ),
    description: z.string().default("").describe("What the case is about, for people."),
    tags: z.array(z.string()).default([]).describe("Words to select cases by: viva run --tag WORD."),
    cluster: optional(z.string(), "Cases of one cluster belong together, so statistics count them as one unit."),
    retired: optional(
      z.boolean(),
      "The case is to go: it is played and compared until there is a baseline without it, and then left out.",
    ),
    world: optional(jsonDataSchema, "The opening world, as the suite's `world` function reads it."),
    history: z
      .array(messageSchema)
      .default([])
      .describe("What was said before the first exchange: sent to the agent, not judged."),
    opens: optional(z.literal("agent"), "The agent speaks first, before the user's first line."),
    script: z
      .array(userLineSchema)
      .default([])
      .describe("What the user says; each line begins an exchange. May be left out if the user is simulated."),
    user: optional(
      simulatedUserSchema,
      "A user played by a model, in place of a script or from where the script ends.",
    ),
    approvals: approvalsSchema
      .default("approve")
      .describe(
        "What the agent is told when it asks before a write: approve, reject, or a list of these by call or by tool.",
      ),
    mocks: optional(caseMocksSchema, "Answers in place of tools, by the tool's name. They override the suite's."),
    faults: optional(
      caseFaultsSchema,
      "What goes wrong with tools. `expect` says what is expected under these faults.",
    ),
    clock: optional(clockSchema, "The time that the agent sees when the conversation begins."),
    expect: expectationsSchema
      .prefault({})
      .describe("What is expected of the agent, by metric. What is left out is not checked."),
    imported: optional(
      z.strictObject({
        incomplete: z.array(z.string()).describe("What the case lost: it could pass here and fail at its source."),
      }),
      "Set by `viva import` in a case that it could not take over whole. A run that plays it says so.",
    ),
    data: optional(jsonDataSchema, "Whatever else the suite's own metrics need."),
  })
  // Checked even if other fields are wrong, so that all problems are reported at once.
  .refine(({ script, user }) => user !== undefined || !Array.isArray(script) || script.length > 0, {
    path: ["script"],
    error: "a case needs a script, or a simulated user",
    params: { remedy: 'add "script": [{ "content": "what the user says" }], or "user" for a simulated one' },
    when: ({ value }) => isJsonObject(value),
  })
  .refine(({ script, user }) => script.length === 0 || user?.opening === undefined, {
    path: ["user", "opening"],
    error: "a case with a script cannot have an opening: the script's first line opens the conversation",
    params: { remedy: "leave `opening` out" },
  })
  .refine(({ script: [first], opens }) => opens === "agent" || first?.interrupts === undefined, {
    path: ["script", 0, "interrupts"],
    error: "there is nothing to interrupt before the first line, unless the agent speaks first",
    params: { remedy: 'leave `interrupts` out, or add "opens": "agent"' },
  });

/** The most exchanges that a case can have, besides the one in which the agent speaks first. */
export function exchangesOf({ script, user }: Pick<Case, "script" | "user">): number {
  return script.length + (user?.maxExchanges ?? 0);
}

/** What an agent can do besides answering a line, if a case asks for it. */
export const abilities = ["greet", "silence", "interrupt"] as const;

/** Something that an agent can do besides answering a line. */
export type Ability = (typeof abilities)[number];

/** The abilities that a case cannot be played without. */
export function neededAbilities({ opens, script, user }: Pick<Case, "opens" | "script" | "user">): Ability[] {
  const needs: Record<Ability, boolean> = {
    greet: opens === "agent",
    silence: script.some(({ silence }) => silence !== undefined) || user?.behaviours.includes("falls-silent") === true,
    interrupt:
      script.some(({ interrupts }) => interrupts !== undefined) || user?.behaviours.includes("interrupts") === true,
  };
  return abilities.filter((ability) => needs[ability]);
}

/** One message of a conversation, as models know them. */
export type Message = z.infer<typeof messageSchema>;
export type ApprovalDecision = z.infer<typeof decision>;
export type Approvals = z.infer<typeof approvalsSchema>;

// Written as mapped types, so that TypeScript's errors name them. They would list all fields of what is inferred.
/** A case that was checked, with its defaults filled in. */
export type Case = { [Field in keyof z.infer<typeof caseSchema>]: z.infer<typeof caseSchema>[Field] };
/** A case as people write it: fields with a default may be left out. */
export type CaseInput = { [Field in keyof z.input<typeof caseSchema>]: z.input<typeof caseSchema>[Field] };

type Titled = Pick<Case, "id" | "type" | "description">;

/**
 * The title of a case for readers: "[multi-turn] The user changes the address", or the id if it has no description.
 *
 * @example caseTitle({ id: "greets", type: "single-turn", description: "Says hello back" }); // "[single-turn] Says hello back"
 */
export function caseTitle({ id, type, description }: Titled): string {
  const words = description.trim() || id;
  return type === undefined ? words : `[${type}] ${words}`;
}

/** What `--tag` looks at: a case's tags and its type. */
export function caseTags({ tags, type }: Pick<Case, "tags" | "type">): string[] {
  return type === undefined || tags.includes(type) ? tags : [...tags, type];
}
