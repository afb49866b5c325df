import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ExitCode, exitCodes, InputError, listed, plural, showProblem, VivaError } from "../base/index.ts";
import { failedBefore, planRun } from "../run/index.ts";
import { refuseTogether } from "./command.ts";
import { listenForInterruption } from "./interruption.ts";
import { cleanText, print } from "./print.ts";
import { type RunFlags, runOptions } from "./run-flags.ts";
import { withStore } from "./surroundings.ts";
import { changedFiles, snapshot, type WatchedFiles, type WatchedSuite, watchedSuite } from "./watch-list.ts";

/** `viva run --watch`: plays as without the flag, then plays again whatever changes. */
export async function watchRun<Flags extends RunFlags>(
  paths: string[],
  flags: Flags,
  play: (paths: string[], flags: Flags) => Promise<number>,
): Promise<number> {
  const { json, resume, dryRun, shard, stop } = flags;
  refuseTogether("--watch", { json, resume, "dry-run": dryRun, shard, stop });
  let first: Watched[] | undefined;
  const look = async () => {
    const suites = await watchedSuites(paths, first ? withoutFailed(flags, first) : flags);
    first ??= suites;
    return suites;
  };
  return watch({
    look,
    play: async (work) => {
      if (!work) return play(paths, flags);
      const again = withoutFailed(flags, first ?? []);
      return playWork(work, (files, cases) => play(files, cases ? { ...again, case: cases } : again));
    },
    say: print,
  });
}

/** A suite, and the trials that `--failed` chose. */
type Watched = WatchedSuite & Required<Pick<RunFlags, "failedBefore">>;

async function watchedSuites(paths: string[], flags: RunFlags): Promise<Watched[]> {
  return withStore(async (store, around) => {
    const { config, configFile } = around.project;
    const options = runOptions(flags, config.maxCost, config.concurrency);
    const plans = await planRun(around, paths, options, async () => store);
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
  const parts = work.filter(({ cases }) => cases !== "all");
  let exitCode = whole.length > 0 ? await play(whole) : 0;
  for (const { file, cases } of parts) {
    if (isInterrupted(exitCode)) break;
    const code = await play([file], cases === "all" ? undefined : cases);
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

/** How the watch plans and plays; both load all code again. */
interface WatchSettings {
  /** The suites that would be played now. */
  look(): Promise<WatchedSuite[]>;
  /** Plays everything, or only this work, and returns the exit code. */
  play(work?: readonly WorkOnSuite[]): Promise<number>;
  say(text: string): unknown;
  pollMs?: number;
}

/** Plays, then plays again whatever changes, until Ctrl-C. Returns the exit code of the last run. */
export async function watch({ look, play, say, pollMs = 200 }: WatchSettings): Promise<number> {
  // Always listening: a Ctrl-C between two looks must end the watch too, and not kill the process.
  using interruption = listenForInterruption(() => {});
  const { stop } = interruption;
  let suites = await look();
  let seen = await snapshot(suites);
  let exitCode = await play();
  // The files that changed since the suites could last be played.
  const pending = new Set<string>();
  while (!isInterrupted(exitCode)) {
    say(`\nwatching ${plural(seen.size, "file")}; Ctrl-C ends`);
    const now = await nextChange(suites, seen, { pollMs, stop });
    if (!now) return exitCode;
    for (const file of changedFiles(seen, now)) pending.add(file);
    seen = now;
    try {
      const after = await look();
      const work = workAfter(suites, after, [...pending]);
      const names = Array.from(pending, (file) => cleanText(relative(process.cwd(), file)));
      say(`\nchanged: ${listed(names, 3)}${work.length === 0 ? "; nothing to play" : ` → ${showWork(work)}`}\n`);
      suites = after;
      // A change during this look is handled by the next one.
      seen = new Map([...(await snapshot(after))].map(([file, state]) => [file, now.get(file) ?? state]));
      pending.clear();
      if (work.length > 0) exitCode = await play(work);
    } catch (error) {
      if (!VivaError.isInstance(error)) throw error;
      const problems = error instanceof InputError ? error.problems : [error];
      say(cleanText(problems.map(showProblem).join("\n")));
      exitCode = error.exitCode;
    }
  }
  return exitCode;
}

function isInterrupted(code: number): boolean {
  const codes: ExitCode[] = [exitCodes.interrupted, exitCodes.terminated];
  return codes.some((one) => one === code);
}

/** Waits for a change, and until it has settled, because an editor may write a file in several steps. */
async function nextChange(
  suites: readonly WatchedSuite[],
  seen: WatchedFiles,
  { pollMs, stop }: { pollMs: number; stop: AbortSignal },
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
