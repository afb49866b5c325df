import { isJsonObject, type Problem } from "../../base/index.ts";
import { type CaseFormat, formatOf, type RawCase, readCaseFile } from "../../case/index.ts";
import { parsed } from "../import/safe-json.ts";
import { type GivenTranscript, givenTranscript } from "./given-transcript.ts";

/** A file to read, and its name for messages. */
export interface TranscriptFile {
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

/** The format of a text without a file name: a list or one object over several lines is JSON, all else JSON lines. */
export function formatOfText(text: string): CaseFormat {
  const [first = ""] = /^\S.*$/m.exec(text.replace(/^\uFEFF/, "")) ?? [];
  return parsed(first) === undefined ? "json" : "json lines";
}
