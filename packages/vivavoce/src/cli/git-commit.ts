import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { unguarded } from "../network/index.ts";
import type { RunHeader } from "../shape/index.ts";

const git = promisify(execFile);
/** Longer than git needs for a large repository; a run does not wait for more. */
const patienceMs = 3_000;

/**
 * The commit that is checked out in a folder. Undefined if the folder is not in a repository, if git is not installed or
 * does not answer in time: a run needs none of that.
 */
export async function gitCommit(folder: string, timeout = patienceMs): Promise<RunHeader["commit"]> {
  // Untracked files are left out: looking for them takes long, and reports or notes are often among them.
  const args = ["status", "--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules"];
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0" };
  const options = { cwd: folder, timeout, env, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
  // A repository's settings may name a program that watches its files; it is not started.
  const ask = async () => unguarded(() => git("git", ["-c", "core.fsmonitor=false", ...args], options));
  const { stdout } = await ask().catch(() => ({ stdout: "" }));
  return commitIn(stdout);
}

/** The commit in what `git status --porcelain=v2 --branch` prints. */
export function commitIn(status: string): RunHeader["commit"] {
  const [, id] = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(status) ?? [];
  if (id === undefined) return undefined;
  const [, branch] = /^# branch\.head (.+)$/m.exec(status) ?? [];
  const changed = /^[12u] /m.test(status);
  return { id, ...(branch === undefined || branch === "(detached)" ? {} : { branch }), changed };
}
