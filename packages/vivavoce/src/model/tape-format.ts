import { z } from "zod";
import { InputError, isJsonObject, type JsonObject, type JsonValue, type Problem } from "../base/index.ts";
import {
  exchangeTimesSchema,
  modelAnswerSchema,
  outcomeSchema,
  roles,
  usageSchema,
  wireRecordSchema,
} from "../shape/index.ts";
import { mcpRecordSchema } from "./mcp.ts";
import { missingAnswerSchema } from "./model-error.ts";
import { parseYaml } from "./yaml-source.ts";

/** What a hand-written judge entry says about each item: id → verdict, quote, reason, or only the verdict. */
export type TapeItems = Record<string, JsonValue>;

const tapeOrigins = ["hand-written", "recorded"] as const;
/** Version 1 had no `exchanges` and no failed calls, version 2 no draws. They are still read, and written as version 3. */
const tapeVersions = ["tape 1", "tape 2", "tape 3"] as const;
export const tapeVersion = "tape 3";

/** Accepted with any keys: the YAML reader has already refused what JSON cannot hold. */
const jsonValue = z.custom<JsonValue>((value) => value !== undefined);
const callArguments = z.custom<JsonObject | string>(
  (value) => isJsonObject(value) || typeof value === "string",
  "arguments must be a map, or the text that the model wrote",
);

const longCallSchema = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  arguments: callArguments.default({}),
});

/** A call in full, in short (`tool_name: { … }`), or the bare name of a tool called without arguments. */
const callSchema = z.preprocess(inFull, longCallSchema);

function inFull(call: unknown): unknown {
  if (typeof call === "string") return { name: call };
  if (!isJsonObject(call) || typeof call.name === "string") return call;
  const [only, ...others] = Object.entries(call);
  return only && others.length === 0 ? { name: only[0], arguments: only[1] ?? {} } : call;
}

const token = z.strictObject({ token: z.string(), logprob: z.number() });

const saidFields = {
  text: z.string().optional(),
  calls: z.array(callSchema).optional(),
  finish: modelAnswerSchema.shape.finish.optional(),
  servedModel: z.string().optional(),
  usage: usageSchema.strict().optional(),
  cost: z.number().optional(),
  warnings: z.array(z.string()).optional(),
  logprobs: z.array(token.extend({ top: z.array(token) })).optional(),
  atMs: z.number().min(0).optional(),
  durationMs: z.number().min(0).optional(),
  askedMs: z.number().min(0).optional(),
  answeredMs: z.number().min(0).optional(),
  hash: z.string().min(1).optional(),
  /** Of the answer, as it was recorded: one that was edited later counts as written by hand. */
  answerHash: z.string().min(1).optional(),
  draw: z.string().min(1).optional(),
  request: jsonValue.optional(),
  wire: wireRecordSchema.strict().optional(),
  /** In place of an answer: the call failed. */
  missing: missingAnswerSchema.optional(),
};
const items = z
  .custom<TapeItems>(isJsonObject, "items must be a map: the item's id → verdict, quote, reason")
  .refine((value) => Object.keys(value).length > 0, "items are empty");

type Said = { text?: string | undefined; calls?: unknown[] | undefined; items?: unknown; missing?: unknown };

/** One answer: a plain text, or its fields. It says something, or why nothing was said. */
const entryOf = <Entry extends Said>(fields: z.ZodType<Entry>, other: "calls" | "items") =>
  z.preprocess(
    (entry) => (typeof entry === "string" ? { text: entry } : entry),
    fields
      .refine(
        ({ text, items, calls, missing }) => text !== undefined || items || calls?.length || missing,
        `an entry needs text or ${other}, or missing with the reason why there is none`,
      )
      .refine(({ text, items, calls, missing }) => !missing || (text === undefined && !items && !calls), {
        message: "an entry with missing has no answer: leave out text, calls and items",
        path: ["missing"],
      }),
  );

const speakerEntrySchema = entryOf(z.strictObject(saidFields), "calls");

/** Written by hand, a judge's answer may give `items` in place of a text. */
const judgeEntrySchema = entryOf(
  z
    .strictObject({ ...saidFields, items: items.optional() })
    .refine((entry) => !entry.items || (entry.text === undefined && !entry.calls), {
      message: "an entry with items cannot have text as well: the items become the text",
      path: ["items"],
    }),
  "items",
);

const entryFields = Object.keys(saidFields);
const callFields = Object.keys(longCallSchema.shape);

/** A plain list has one label; a map has several. */
const byLabel = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((track) => (Array.isArray(track) ? { "": track } : track), z.record(z.string(), z.array(entry)));

const measuredTimes = { openMs: z.number().nonnegative().optional(), ...exchangeTimesSchema.shape };

/** How a conversation was cut short, and how much the last exchange held by then. */
const [, agentFailed, infrastructure] = outcomeSchema.options;
const heard = z.int().min(0).optional();
const tapeEndingSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...agentFailed.shape, items: heard }),
  z.strictObject({ ...infrastructure.shape, items: heard }),
]);

const tapeSchema = z.strictObject({
  repeat: z.int().min(1).default(1),
  /** Marks a recorded tape in a file that also holds hand-written ones. */
  origin: z.literal("recorded").optional(),
  startedAt: z.iso.datetime({ offset: true }).optional(),
  incomplete: z.string().optional(),
  ended: tapeEndingSchema.optional(),
  late: z.string().optional(),
  /** What the user says, line by line, "(silence)" for a silent line; a hand-written tape answers only these lines. */
  lines: z.array(z.string()).optional(),
  /** How long each exchange took, in real milliseconds; kept because a replay cannot measure them. */
  exchanges: z.array(z.strictObject(measuredTimes)).optional(),
  agent: byLabel(speakerEntrySchema).optional(),
  judge: byLabel(judgeEntrySchema).optional(),
  user: byLabel(speakerEntrySchema).optional(),
  /** What MCP servers were asked and said, in order. */
  mcp: z.array(mcpRecordSchema).optional(),
});

/** One file of a cassette, `cassettes/<suite>/<variant>/<case>.yaml`: the tapes of all repeats of a case. */
const tapeFileSchema = z.strictObject({
  viva: z.enum(tapeVersions),
  origin: z.enum(tapeOrigins),
  /** Left out in the suite's own tape. */
  case: z.string().min(1).optional(),
  tapes: z.array(tapeSchema),
});
type TapeFile = z.infer<typeof tapeFileSchema>;
export type TapeData = TapeFile["tapes"][number];

interface ParsedTapeFile {
  file: TapeFile;
  /** The tapes as they are written, including short forms. */
  written: JsonValue[];
}

/** Reads one file of a cassette; throws an InputError with all its problems, each with line and column. */
export function parseTapeFile(text: string, path: string, caseId: string | undefined): ParsedTapeFile {
  const { value, places } = parseYaml(text, path);
  const parsed = tapeFileSchema.safeParse(value, { reportInput: true });
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, places))),
    ...wrongCase(value, caseId, places),
    ...doubledRepeats(value, places),
  ];
  if (!parsed.success || problems.length > 0) throw new InputError(problems.sort(byPlace));
  return { file: parsed.data, written: tapesIn(value) };
}

type Places = ReturnType<typeof parseYaml>["places"];

function byPlace({ place: a }: Problem, { place: b }: Problem): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

function problemsOf(issue: z.core.$ZodIssue, places: Places): Problem[] {
  const unquoted = issue.code === "invalid_type" && issue.expected === "string" && isPlain(issue.input);
  const remedy = unquoted ? "Put it in quotes to make it a text." : fieldsAt(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      message: `unknown field ${JSON.stringify(key)}`,
      place: places.key(issue.path, key),
      remedy,
    }));
  }
  const field = showPath(issue.path);
  return [{ message: `${field}${field && ": "}${issue.message}`, place: places.value(issue.path), remedy }];
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "number" || typeof value === "boolean";
}

/** `tapes[0].agent[2].finish`; the label of a plain list is not shown. */
function showPath(path: readonly PropertyKey[]): string {
  return path
    .filter((step) => step !== "")
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`))
    .join("");
}

/** What is allowed where a problem was found, by its depth: file, tape, entry, call. */
function fieldsAt(path: readonly PropertyKey[]): string {
  if (path.includes("calls")) {
    return `A call is the tool's name with its arguments, \`tool_name: { … }\`, or has the fields ${callFields.join(", ")}.`;
  }
  if (path[2] === "ended") return "It has the fields kind, reason, message, exchange, items, as --record writes them.";
  if (path.includes("missing"))
    return `What is missing has the fields ${Object.keys(missingAnswerSchema.shape).join(", ")}.`;
  if (path[2] === "exchanges") return `An exchange has the fields ${Object.keys(measuredTimes).join(", ")}.`;
  if (path[2] === "mcp") return `An entry has the fields ${Object.keys(mcpRecordSchema.shape).join(", ")}.`;
  if (path.length > 3) return `An entry is a text, or has the fields ${entryFields.join(", ")}; a judge's also items.`;
  if (roles.some((role) => role === path[2]))
    return "A role holds a list of entries, or a map from label to such a list.";
  if (path.length > 1) return `A tape has the fields ${Object.keys(tapeSchema.shape).join(", ")}.`;
  return `A tape file begins with \`viva: ${tapeVersion}\` and has the fields origin (${tapeOrigins.join(" or ")}), case, tapes.`;
}

function wrongCase(value: unknown, caseId: string | undefined, places: Places): Problem[] {
  const named = isJsonObject(value) ? value.case : undefined;
  if (!isJsonObject(value) || named === caseId || (named !== undefined && typeof named !== "string")) return [];
  const place = places.value(["case"]);
  if (caseId === undefined) {
    return [{ message: `the suite's tape names the case ${named}`, place, remedy: "Leave `case` out of it." }];
  }
  const message = named === undefined ? "the case is not named" : `this is the tape of ${named}, not of ${caseId}`;
  return [{ message, place, remedy: `Write \`case: ${caseId}\`, or rename the file.` }];
}

function doubledRepeats(value: unknown, places: Places): Problem[] {
  const seen = new Set<JsonValue>();
  return tapesIn(value).flatMap((tape, index) => {
    if (!isJsonObject(tape)) return [];
    const repeat = tape.repeat ?? 1;
    if (!seen.has(repeat)) {
      seen.add(repeat);
      return [];
    }
    const place = places.value(["tapes", index, "repeat"]);
    return [
      { message: `there is already a tape of repeat ${repeat}`, place, remedy: "Give each tape its own repeat." },
    ];
  });
}

function tapesIn(value: unknown): JsonValue[] {
  return isJsonObject(value) && Array.isArray(value.tapes) ? value.tapes : [];
}
