import { z } from "zod";
import { InputError, isJsonObject, type JsonValue, type Problem } from "../base/index.ts";
import { exchangeTimesSchema, outcomeSchema, roles } from "../shape/index.ts";
import { mcpRecordSchema } from "./mcp.ts";
import { missingFields } from "./missing-answer.ts";
import { callFields, entryFields, judgeEntrySchema, speakerEntrySchema } from "./tape-entry.ts";
import { parseYaml, type YamlPlaces } from "./yaml-source.ts";

const tapeOrigins = ["hand-written", "recorded"] as const;
export type TapeOrigin = (typeof tapeOrigins)[number];
/** Version 1 had no `exchanges` and no failed calls, version 2 no draws. They are still read, and written as version 3. */
const tapeVersions = ["tape 1", "tape 2", "tape 3"] as const;
export const tapeVersion = "tape 3";

/** A plain list has one label; a map has several. */
const byLabel = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess((track) => (Array.isArray(track) ? { "": track } : track), z.record(z.string(), z.array(entry)));

const measuredTimes = { openMs: z.number().nonnegative().optional(), ...exchangeTimesSchema.shape };

/** How a conversation was cut short, and how much the last exchange held by then. */
const [, agentFailed, infrastructure] = outcomeSchema.options;
const items = z.int().min(0).optional();
const tapeEndingSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...agentFailed.shape, items }),
  z.strictObject({ ...infrastructure.shape, items }),
]);
export type TapeEnding = z.infer<typeof tapeEndingSchema>;

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
export const tapeFileSchema = z.strictObject({
  viva: z.enum(tapeVersions),
  origin: z.enum(tapeOrigins),
  /** Left out in the suite's own tape. */
  case: z.string().min(1).optional(),
  tapes: z.array(tapeSchema),
});
export type TapeFile = z.infer<typeof tapeFileSchema>;
export type TapeData = TapeFile["tapes"][number];

export interface ParsedTapeFile {
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

function byPlace({ place: a }: Problem, { place: b }: Problem): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

function problemsOf(issue: z.core.$ZodIssue, places: YamlPlaces): Problem[] {
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
  if (path.includes("missing")) return `What is missing has the fields ${missingFields.join(", ")}.`;
  if (path[2] === "exchanges") return `An exchange has the fields ${Object.keys(measuredTimes).join(", ")}.`;
  if (path[2] === "mcp") return `An entry has the fields ${Object.keys(mcpRecordSchema.shape).join(", ")}.`;
  if (path.length > 3) return `An entry is a text, or has the fields ${entryFields.join(", ")}; a judge's also items.`;
  if (roles.some((role) => role === path[2]))
    return "A role holds a list of entries, or a map from label to such a list.";
  if (path.length > 1) return `A tape has the fields ${Object.keys(tapeSchema.shape).join(", ")}.`;
  return `A tape file begins with \`viva: ${tapeVersion}\` and has the fields origin (${tapeOrigins.join(" or ")}), case, tapes.`;
}

function wrongCase(value: unknown, caseId: string | undefined, places: YamlPlaces): Problem[] {
  const named = isJsonObject(value) ? value.case : undefined;
  if (!isJsonObject(value) || named === caseId || (named !== undefined && typeof named !== "string")) return [];
  const place = places.value(["case"]);
  if (caseId === undefined) {
    return [{ message: `the suite's tape names the case ${named}`, place, remedy: "Leave `case` out of it." }];
  }
  const message = named === undefined ? "the case is not named" : `this is the tape of ${named}, not of ${caseId}`;
  return [{ message, place, remedy: `Write \`case: ${caseId}\`, or rename the file.` }];
}

function doubledRepeats(value: unknown, places: YamlPlaces): Problem[] {
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
