import { glob, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exitCodes, InputError, listed, plural, showProblem, VivaError } from "../base/index.ts";
import { failedBefore, planRun, type SuitePlan } from "../run/index.ts";
import { caseSource } from "../suite/index.ts";
import { refuseTogether } from "./command.ts";
import { listenForInterruption } from "./interruption.ts";
import { cleanText, print } from "./print.ts";
import { type RunFlags, runOptions } from "./run-flags.ts";
import { withStore } from "./surroundings.ts";

const pollMs = 200;

/**
 * `viva run --watch`: plays everything, then again whatever changes, until Ctrl-C. Returns the exit code of the last run.
 * All code is loaded again for each look at the suites, as `play` does.
 */
export async function watchRun<Flags extends RunFlags>(
  paths: string[],
  flags: Flags,
  play: (paths: string[], flags: Flags) => Promise<number>,
): Promise<number> {
  const { json, resume, dryRun, shard, stop: early } = flags;
  refuseTogether("--watch", { json, resume, "dry-run": dryRun, shard, stop: early });
  // Always listening: a Ctrl-C between two looks must end the watch too, and not kill the process.
  using interruption = listenForInterruption(() => {});
  const first = await watchedSuites(paths, flags);
  const again = withoutFailed(flags, first);
  let suites: readonly WatchedSuite[] = first;
  let seen = await snapshot(suites);
  let exitCode = await play(paths, flags);
  // The files that changed since the suites could last be played.
  const pending = new Set<string>();
  while (!isInterrupted(exitCode)) {
    print(`\nwatching ${plural(seen.size, "file")}; Ctrl-C ends`);
    const now = await nextChange(suites, seen, interruption.stop);
    if (!now) return exitCode;
    for (const file of changedFiles(seen, now)) pending.add(file);
    seen = now;
    try {
      const after = await watchedSuites(paths, again);
      const work = workAfter(suites, after, [...pending]);
      const names = Array.from(pending, (file) => cleanText(relative(process.cwd(), file)));
      print(`\nchanged: ${listed(names, 3)}${work.length === 0 ? "; nothing to play" : ` → ${showWork(work)}`}\n`);
      suites = after;
      // A change during this look is handled by the next one.
      seen = new Map([...(await snapshot(after))].map(([file, state]) => [file, now.get(file) ?? state]));
      pending.clear();
      const playAgain = (files: string[], cases?: string[]) => play(files, cases ? { ...again, case: cases } : again);
      if (work.length > 0) exitCode = await playWork(work, playAgain);
    } catch (error) {
      if (!VivaError.isInstance(error)) throw error;
      const problems = error instanceof InputError ? error.problems : [error];
      print(cleanText(problems.map(showProblem).join("\n")));
      exitCode = error.exitCode;
    }
  }
  return exitCode;
}

/** A suite, and the trials that `--failed` chose. */
type Watched = WatchedSuite & Required<Pick<RunFlags, "failedBefore">>;

async function watchedSuites(paths: string[], flags: RunFlags): Promise<Watched[]> {
  return withStore(async (desk) => {
    const { config, configFile } = desk.project;
    const options = runOptions(flags, config.maxCost, config.concurrency);
    const plans = await planRun(desk, paths, options, async () => desk.store);
    return Promise.all(
      plans.map(async (plan) => ({
        ...(await watchedSuite(plan, configFile)),
        failedBefore: flags.failed ? failedBefore([plan]) : [],
      })),
    );
  });
}

/** Plays suites that changed as a whole in one run, and each other suite in a run of its own. Ctrl-C ends them all. */
async function playWork(
  work: readonly WorkOnSuite[],
  play: (files: string[], cases?: string[]) => Promise<number>,
): Promise<number> {
  const whole = work.filter(({ cases }) => cases === "all").map(({ file }) => file);
  let exitCode = whole.length > 0 ? await play(whole) : 0;
  for (const { file, cases } of work) {
    if (cases === "all") continue;
    if (isInterrupted(exitCode)) break;
    const code = await play([file], cases);
    // A later pass must not hide an earlier failure.
    exitCode = code === 0 ? exitCode : code;
  }
  return exitCode;
}

/** `--failed` means the trials that failed before the watch began, not those of the latest run. */
function withoutFailed<Flags extends RunFlags>(flags: Flags, first: readonly Watched[]): Flags {
  if (!flags.failed) return flags;
  const cases = first.flatMap((suite) => [...suite.cases.keys()]);
  return { ...flags, failed: false, case: cases, failedBefore: first.flatMap((suite) => suite.failedBefore ?? []) };
}

function isInterrupted(code: number): boolean {
  return code === exitCodes.interrupted || code === exitCodes.terminated;
}

/** Waits for a change, and until it has settled, because an editor may write a file in several steps. */
async function nextChange(
  suites: readonly WatchedSuite[],
  seen: WatchedFiles,
  stop: AbortSignal,
): Promise<WatchedFiles | undefined> {
  let last = seen;
  while (!stop.aborted) {
    const now = await snapshot(suites);
    const resting = changedFiles(last, now).length === 0;
    if (resting && changedFiles(seen, now).length > 0) return now;
    last = now;
    await sleep(pollMs, undefined, { signal: stop }).catch(() => {});
  }
  return undefined;
}

/** The part of a suite to play again: some cases, or everything. */
interface WorkOnSuite {
  file: string;
  name: string;
  cases: "all" | string[];
}

/**
 * What to play after files have changed. Code, prompts or config: the whole suite. A case file: its changed cases, or
 * all of them if none differs, because a user who saves a file wants to see it played. A tape: its case.
 */
export function workAfter(
  before: readonly WatchedSuite[],
  after: readonly WatchedSuite[],
  changed: readonly string[],
): WorkOnSuite[] {
  return after.flatMap((suite): WorkOnSuite[] => {
    const earlier = before.find(({ file }) => file === suite.file);
    const { file, name } = suite;
    if (!earlier || changed.some((path) => earlier.whole.includes(path) || suite.whole.includes(path))) {
      return [{ file, name, cases: "all" }];
    }
    const cases = changed.flatMap((path) => casesConcerned(earlier, suite, path));
    return cases.length === 0 ? [] : [{ file, name, cases: [...new Set(cases)] }];
  });
}

function casesConcerned(before: WatchedSuite, after: WatchedSuite, path: string): string[] {
  const taped = after.tapes.get(path);
  if (taped !== undefined) return [taped];
  const inFile = [...after.cases].filter(([, { file }]) => file === path);
  const different = inFile.filter(([id, { hash }]) => before.cases.get(id)?.hash !== hash);
  return (different.length > 0 ? different : inFile).map(([id]) => id);
}

/** "flow-coach (2 cases: inbox, garden), receptionist" */
export function showWork(work: readonly WorkOnSuite[]): string {
  return work.map(({ name, cases }) => (cases === "all" ? name : `${name} (${listed(cases, 3)})`)).join(", ");
}

/** A planned suite, with the files that it depends on. */
interface WatchedSuite {
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

async function watchedSuite(plan: SuitePlan, configFile: string | undefined): Promise<WatchedSuite> {
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
    whole: [modules, configFile ?? [], await filesIn(folder, prompts), sources].flat(),
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
type WatchedFiles = ReadonlyMap<string, string>;

/** The state of the files that suites depend on. A missing file, such as a tape, may appear later. */
async function snapshot(suites: readonly WatchedSuite[]): Promise<WatchedFiles> {
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
  const found = await stat(file).catch(() => undefined);
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

/** The files that differ, are new, or are gone. */
export function changedFiles(before: WatchedFiles, after: WatchedFiles): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
}
