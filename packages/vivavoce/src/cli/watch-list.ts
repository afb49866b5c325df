import { glob, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { SuitePlan } from "../run/index.ts";
import { caseSource } from "../suite/index.ts";

/** A planned suite, with the files that it depends on. */
export interface WatchedSuite {
  name: string;
  file: string;
  folder: string;
  /** Code, prompts and the config: if one changes, the whole suite is played again. */
  whole: string[];
  /** Globs, relative to the folder, that match new prompts and cases. */
  globs: readonly string[];
  /** The selected cases by id, with their content and file. */
  cases: Map<string, { hash: string; file: string | undefined }>;
  /** The tapes that are replayed, with their cases. */
  tapes: Map<string, string>;
}

export async function watchedSuite(plan: SuitePlan, configFile: string | undefined): Promise<WatchedSuite> {
  const { loaded, cases, mode, cassette, variants } = plan;
  const { suite, folder, file, modules } = loaded;
  const { from } = caseSource(suite);
  const numbers = Array.from({ length: cases.size }, (_, index) => index);
  const inFiles = new Set(cases.files);
  const fileOf = (name: string) => (inFiles.has(name) ? resolve(folder, name) : undefined);
  // While recording, the run itself changes the tapes.
  const taped = mode.kind === "replay" ? variants : [];
  const prompts = suite.files ?? [];
  const sources = Object.keys(plan.sources?.files ?? {}).map((name) => resolve(folder, name));
  return {
    name: suite.name,
    file,
    folder,
    whole: [
      ...modules,
      ...(configFile === undefined ? [] : [configFile]),
      ...(await filesIn(folder, prompts)),
      ...sources,
    ],
    globs: [...prompts, ...(from.kind === "files" ? from.globs : [])],
    cases: new Map(
      numbers.map((index) => [cases.id(index), { hash: cases.hash(index), file: fileOf(cases.place(index).file) }]),
    ),
    tapes: new Map(
      taped.flatMap(({ variant }) =>
        numbers.map((index) => [cassette.path(variant, cases.id(index)), cases.id(index)]),
      ),
    ),
  };
}

/** Files by path, with a text that differs whenever the file does. */
export type WatchedFiles = ReadonlyMap<string, string>;

/** The state of the files that suites depend on. A missing file, such as a tape, may appear later. */
export async function snapshot(suites: readonly WatchedSuite[]): Promise<WatchedFiles> {
  const files = new Set<string>();
  for (const { folder, whole, globs, tapes } of suites) {
    for (const file of [...whole, ...tapes.keys(), ...(await filesIn(folder, globs))]) files.add(file);
  }
  const states = await Promise.all([...files].map(async (file) => [file, await stateOf(file)] as const));
  return new Map(states.filter(([, state]) => state !== undefined) as [string, string][]);
}

function filesIn(folder: string, globs: readonly string[]): Promise<string[]> {
  return Array.fromAsync(glob([...globs], { cwd: folder }), (file) => resolve(folder, file));
}

async function stateOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

/** The files that differ, are new, or are gone. */
export function changedFiles(before: WatchedFiles, after: WatchedFiles): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
}
