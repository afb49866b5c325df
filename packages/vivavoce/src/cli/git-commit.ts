import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { unguarded } from "../network/index.ts";
import type { RunHeader } from "../shape/index.ts";

/** Longer than git needs for a large repository; a run does not wait for more. */
const patienceMs = 3_000;

/**
 * The commit that is checked out in a folder. Undefined if the folder is not in a repository, if git is not installed or
 * does not answer in time: a run needs none of that.
 */
export async function gitCommit(folder: string, timeout = patienceMs): Promise<RunHeader["commit"]> {
  if (!mayBeInRepository(folder)) return undefined;
  // Untracked files are left out: looking for them takes long, and reports or notes are often among them.
  const args = ["status", "--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules"];
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0" };
  const options = { cwd: folder, timeout, env, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
  const told = await new Promise<string>((resolve) => {
    const done = (error: unknown, stdout: string) => resolve(error ? "" : stdout);
    try {
      // A repository's settings may name a program that watches its files; it is not started.
      unguarded(() => execFile("git", ["-c", "core.fsmonitor=false", ...args], options, done));
    } catch {
      resolve("");
    }
  });
  return commitIn(told);
}

/**
 * Whether git could find a repository: asking it takes a process. It looks where its variable says, and else in the
 * folder and those above it, for `.git` or for a folder that is a repository itself.
 */
function mayBeInRepository(folder: string): boolean {
  if (process.env.GIT_DIR !== undefined) return true;
  const holdsOne = (place: string): boolean => {
    if ([".git", "HEAD"].some((name) => existsSync(join(place, name)))) return true;
    return dirname(place) !== place && holdsOne(dirname(place));
  };
  try {
    return holdsOne(realpathSync(folder));
  } catch {
    return false;
  }
}

/** The commit in what `git status --porcelain=v2 --branch` prints. */
export function commitIn(status: string): RunHeader["commit"] {
  const [, id] = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(status) ?? [];
  if (id === undefined) return undefined;
  const [, branch] = /^# branch\.head (.+)$/m.exec(status) ?? [];
  const changed = /^[12u] /m.test(status);
  return { id, ...(branch === undefined || branch === "(detached)" ? {} : { branch }), changed };
}
