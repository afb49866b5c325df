import { z } from "zod";
import { isJsonObject, type JsonObject, nearest, type Place, type Problem, showValue } from "../../base/index.ts";
import { type CaseFormat, formatOf, type RawCase, readCaseFile } from "../../case/index.ts";
import { storedTranscript, type Transcript, transcriptSchema } from "../../shape/index.ts";
import { brokenBy, readMessage } from "./chat-message.ts";
import { conversationOf, unlessUnanswered } from "./from-messages.ts";

/** A file to read, and its name for messages. */
interface TranscriptFile {
  path: string;
  name: string;
  /** By default given by the ending of its name, else JSON lines. */
  format?: CaseFormat | undefined;
}

/**
 * The transcripts of a file, one at a time, and the problems of those that cannot be read. JSON lines may have any
 * length; a JSON file holds one transcript, a list of them or a whole report of a run.
 */
export async function* readTranscripts(file: TranscriptFile): AsyncGenerator<GivenTranscript | Problem> {
  const { path, name } = file;
  const format = file.format ?? formatOf(path) ?? "json lines";
  for await (const item of readCaseFile(path, { format, what: "transcript" })) {
    if (item.kind === "remark") continue;
    for (const { message, remedy, position } of item.flaws)
      yield { message, remedy, place: { file: name, line: position?.line, column: position?.column } };
    if (item.kind === "case" && item.flaws.length === 0) yield* transcriptsIn(item, name);
  }
}

function* transcriptsIn(raw: RawCase, file: string): Generator<GivenTranscript | Problem> {
  const place = { file, line: raw.source?.start.line };
  const { value } = raw;
  if (isList(value)) {
    for (const one of value) yield* [givenTranscript({ ...raw, source: undefined }, one, place)].flat();
    return;
  }
  if (!isReport(value)) return yield* [givenTranscript(raw, value, place)].flat();
  for (const [index, { suite, trials }] of value.results.entries()) {
    for (const [number, trial] of trials.entries()) {
      const line = raw.source?.value(["results", index, "trials", number]).line;
      yield* [givenTranscript({ ...raw, source: undefined }, trial, { file, line }, suite)].flat();
    }
  }
}

/** A list of transcripts on one line; any other list on a line is one of messages. */
function isList(value: unknown): value is unknown[] {
  const isTranscript = (one: unknown) => isJsonObject(one) && one.role === undefined;
  return Array.isArray(value) && value.length > 0 && value.every(isTranscript);
}

/** What `viva run --json` prints, and `--report json` writes. */
function isReport(value: unknown): value is { results: { suite: string; trials: unknown[] }[] } {
  if (!isJsonObject(value) || !isJsonObject(value.header) || !Array.isArray(value.results)) return false;
  return value.results.every((one) => isJsonObject(one) && Array.isArray(one.trials));
}

/** A conversation given to be scored, as its file describes it. */
export type GivenTranscript = Exclude<ReturnType<typeof givenTranscript>, Problem[]>;

/** The fields of a case that a given conversation may have. */
const ownFields = ["description", "tags", "cluster", "data", "expect"] as const;

const choices = z.record(z.string(), z.string());
const repeats = z.int().min(1).max(10_000);

/**
 * Reads one object of a file of transcripts: a transcript, any of Viva's outputs that holds one, or chat messages.
 * Returns all problems if it is none of these.
 */
function givenTranscript(raw: RawCase, value: unknown, place: Place, suite?: string) {
  const object = Array.isArray(value) ? { messages: value } : value;
  const { transcript: held, messages: listed }: JsonObject = isJsonObject(object) ? object : {};
  const inside = [object, held].filter(isJsonObject).find((one) => Array.isArray(one.exchanges));
  const messages = inside ? undefined : listed;
  if (!isJsonObject(object) || !(inside || Array.isArray(messages))) {
    const remedy =
      'Give a transcript as Viva prints it, or chat messages: { "id": "…", "messages": [{ "role": "user", "content": "…" }, …] }.';
    return [{ message: `${showValue(value)} is not a transcript`, place, remedy }] satisfies Problem[];
  }
  const problems: Problem[] = [];
  const field = <T>(name: string, schema: z.ZodType<T>, form: string): T | undefined => {
    const { data, success } = schema.nullish().safeParse(object[name]);
    if (!success) problems.push({ message: `${name} is not ${form}`, place });
    return data ?? undefined;
  };
  const text = (name: string) => field(name, z.string(), "a text");
  for (const field of Object.keys(object)) {
    const known = ["expect", "case", "messages", "transcript", "repeat", "variant", "id", "tags", "cluster"];
    // A misspelt `expected` would be ignored, and the conversation scored without expectations.
    const meant = known.includes(field) || field in transcriptSchema.shape ? undefined : nearest(field, ["expect"]);
    if (meant) problems.push({ message: `unknown field “${field}”`, place, remedy: `Did you mean “${meant}”?` });
  }
  const transcript = inside && readTranscript(inside, place, problems);
  const read = Array.isArray(messages) ? messages.map(readMessage) : undefined;
  const last = read?.at(-1);
  if (typeof last === "object") last.broken ??= brokenBy(object);
  for (const { index, message } of read ? conversationOf(read).flaws : [])
    problems.push({ message: `message ${index + 1}: ${message}`, place });
  const own: JsonObject = Object.fromEntries(
    ownFields.flatMap((name) => (object[name] === undefined || object[name] === null ? [] : [[name, object[name]]])),
  );
  const id = field("id", z.union([z.string(), z.number().transform(String)]), "a text");
  const given = {
    place,
    /** Its place in the file, for problems that are found later. */
    raw,
    /** The suite in which it was played, if a report names one. */
    suite: suite ?? (typeof object.suite === "string" ? object.suite : undefined),
    /** If the suite has a case with this id, it belongs to that case. */
    id,
    /**
     * The case that it must belong to. An id beside a transcript is what somebody calls it, as an import does: no case need
     * have this name.
     */
    case:
      (object === inside ? undefined : (text("case") ?? text("caseId") ?? text("case_id"))) ??
      (id === undefined ? transcript?.case : undefined),
    variant: transcript?.variant ?? field("variant", choices, 'an object of texts, such as { "prompt": "v2" }') ?? {},
    repeat: transcript?.repeat ?? field("repeat", repeats, "a whole number from 1 to 10000"),
    /** The fields of a case that it brings itself, `expect` first of all. */
    own: transcript && own.expect === undefined ? {} : own,
    /** Undefined if there are messages, which become a transcript when their case is known. */
    transcript,
    messages: read?.filter((message) => typeof message !== "string"),
  };
  return problems.length > 0 ? problems : given;
}

function readTranscript(value: JsonObject, place: Place, problems: Problem[]): Transcript | undefined {
  try {
    const read = transcriptSchema.safeParse(storedTranscript(value as never));
    if (read.success) {
      const { exchanges, outcome } = read.data;
      // Expectations go by number: one that names an exchange of no number would be met by nothing.
      const first = exchanges[0]?.number === 0 ? 0 : 1;
      const odd = exchanges.find(({ number }, index) => number !== first + index);
      if (odd)
        problems.push({ message: `the transcript's exchange ${odd.number} does not follow the one before`, place });
      return { ...read.data, outcome: unlessUnanswered(exchanges, outcome) };
    }
    for (const { path, message } of read.error.issues.slice(0, 5))
      problems.push({ message: `the transcript's ${path.join(".") || "form"}: ${message}`, place });
  } catch (error) {
    problems.push({ message: error instanceof Error ? error.message : String(error), place });
  }
  return undefined;
}
