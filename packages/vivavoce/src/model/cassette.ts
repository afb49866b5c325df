import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError, type Problem, type Redactor, redactor, refuseIrregular, unlessMissing } from "../base/index.ts";
import { safeFileName, textOfFileName, variantFolder } from "./safe-file-name.ts";
import { type Tape, tapeFromData } from "./tape.ts";
import { readCaseName, readTapeFile, readTapeOrigin, type TapeFilePlace, writeTapeFile } from "./tape-file.ts";
import type { TapeOrigin } from "./tape-format.ts";

type Variant = Readonly<Record<string, string>>;

/** A suite's recorded model traffic: a folder for each variant, in it a file for each case. */
export interface Cassette {
  readonly directory: string;
  /** Where a case's tapes are, or would be. */
  path(variant: Variant, caseId: string): string;
  has(variant: Variant, caseId: string): Promise<boolean>;
  /** The ids of all cases with a tape, from one listing of the folder. */
  list(variant: Variant): Promise<Set<string>>;
  /** undefined if there is no tape; "hand-written" as soon as one of the case's tapes is. */
  origin(variant: Variant, caseId: string): Promise<TapeOrigin | undefined>;
  /** The tapes of all repeats; none if there is no file. */
  read(variant: Variant, caseId: string): Promise<Tape[]>;
  /** Writes one repeat's tape into the case's file. The tapes of other repeats are kept, comments are not. */
  write(variant: Variant, caseId: string, tape: Tape): Promise<void>;
  /** The tape of the calls that are made once for the suite. */
  readSuite(variant: Variant): Promise<Tape | undefined>;
  writeSuite(variant: Variant, tape: Tape): Promise<void>;
}

interface CassetteOptions {
  /** Removes secrets from what is written; by default those of this process's environment. */
  redactor?: Redactor | undefined;
}

/**
 * A cassette in a folder, which is created on first use.
 *
 * @example const tapes = await openCassette("cassettes").read({ prompt: "v2" }, "stalled-project-advice");
 */
export function openCassette(directory: string, options: CassetteOptions = {}): Cassette {
  const { redactor: redact = redactor() } = options;
  const folder = (variant: Variant) => join(directory, variantFolder(variant));
  const path = (variant: Variant, caseId: string) => join(folder(variant), `${safeFileName(caseId)}.yaml`);
  const ofCase = (variant: Variant, caseId: string): TapeFilePlace => ({ path: path(variant, caseId), caseId });
  const ofSuite = (variant: Variant): TapeFilePlace => ({
    path: join(folder(variant), "_suite.yaml"),
    caseId: undefined,
  });

  const readTapes = async (place: TapeFilePlace): Promise<Tape[]> => {
    const { tapes = [], origin = "recorded" } = (await readTapeFile(place))?.file ?? {};
    return tapes.map((data) => tapeFromData(data, origin));
  };
  return {
    directory,
    path,
    has: (variant, caseId) => isThere(path(variant, caseId)),
    list: (variant) => caseIdsIn(folder(variant)),
    origin: (variant, caseId) => readTapeOrigin(ofCase(variant, caseId)),
    read: (variant, caseId) => readTapes(ofCase(variant, caseId)),
    write: (variant, caseId, tape) => writeTapeFile(ofCase(variant, caseId), redactedTape(tape, redact)),
    readSuite: async (variant) => (await readTapes(ofSuite(variant)))[0],
    writeSuite: (variant, tape) => writeTapeFile(ofSuite(variant), redactedTape(tape, redact)),
  };
}

function redactedTape(tape: Tape, redact: Redactor): Tape {
  const records = tape.records.map((record) => ({
    ...record,
    answer: redact.value(record.answer),
    request: redact.value(record.request),
  }));
  const failures = tape.failures?.map((failed) => ({
    ...failed,
    missing: redact.value(failed.missing),
    request: redact.value(failed.request),
  }));
  const { incomplete, ended, late, mcp } = tape;
  return { ...tape, ...redact.value({ incomplete, ended, late, mcp }), records, failures };
}

/** Whether there is such a file; anything else with its name is refused. */
async function isThere(file: string): Promise<boolean> {
  const found = await unlessMissing(() => stat(file));
  if (found) refuseIrregular(file, found);
  return found !== undefined;
}

async function caseIdsIn(folder: string): Promise<Set<string>> {
  const entries = (await unlessMissing(() => readdir(folder, { withFileTypes: true }))) ?? [];
  const tapes = entries.filter(({ name }) => name.endsWith(".yaml") && !name.startsWith("."));
  for (const entry of tapes) if (!entry.isFile()) await isThere(join(folder, entry.name));
  const stems = tapes
    .map(({ name }) => name)
    .filter((name) => name !== "_suite.yaml")
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
  const ids = await Promise.all(stems.map((stem) => textOfFileName(stem) ?? caseIdInside(folder, stem)));
  const problems = ids.filter((id) => typeof id === "object");
  if (problems.length > 0) throw new InputError(problems);
  return new Set(ids.filter((id) => typeof id === "string"));
}

/** If the name was cut, the file tells its case. Any other name is not one of Viva's. */
async function caseIdInside(folder: string, stem: string): Promise<string | Problem> {
  const file = join(folder, `${stem}.yaml`);
  const caseId = await readCaseName(file);
  const expected = caseId === undefined ? undefined : `${safeFileName(caseId)}.yaml`;
  if (caseId !== undefined && expected === `${stem}.yaml`) return caseId;
  const remedy = expected ? `Rename it to ${expected}.` : "Rename it after its case, or move it out of the cassette.";
  return { message: "this file name does not belong to any case", place: { file }, remedy };
}
