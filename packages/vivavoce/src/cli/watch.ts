import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ExitCode, exitCodes, InputError, listed, plural, showProblem, VivaError } from "../base/index.ts";
import { cleanText } from "./clean-text.ts";
import { listenForInterruption } from "./interruption.ts";
import { changedFiles, snapshot, type WatchedFiles, type WatchedSuite } from "./watch-list.ts";
import { showWork, type WorkOnSuite, workAfter } from "./watch-work.ts";

/** How the watch plans and plays; both load all code again. */
export interface WatchSettings {
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
  const interruption = listenForInterruption(() => {});
  try {
    return await watchUntil(interruption.stop, { look, play, say, pollMs });
  } finally {
    interruption.release();
  }
}

async function watchUntil(stop: AbortSignal, { look, play, say, pollMs }: Required<WatchSettings>): Promise<number> {
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
      say(`\nchanged: ${namesOf([...pending])}${work.length === 0 ? "; nothing to play" : ` → ${showWork(work)}`}\n`);
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

export function isInterrupted(code: number): boolean {
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

function namesOf(files: readonly string[]): string {
  const names = files.map((file) => cleanText(relative(process.cwd(), file)));
  return listed(names, 3);
}
