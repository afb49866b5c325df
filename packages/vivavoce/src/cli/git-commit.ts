import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { unguarded } from "../network/index.ts";
import type { RunHeader } from "../shape/index.ts";

/**
 * The commit that is checked out in a folder. Undefined if the folder is not in a repository, if git is not installed or
 * does not answer in time, which is longer than a large repository takes: a run needs none of that.
 */
export async function gitCommit(folder: string, timeout = 3_000): Promise<RunHeader["commit"]> {
  // No program that watches the files, as settings may name it; no untracked files, which take long and may be reports.
  const args = ["-c", "core.fsmonitor=false", "status", "--porcelain=v2", "--branch", "--untracked-files=no"];
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0" };
  const options = { cwd: folder, timeout, env, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
  const ask = async () => {
    // To ask git takes a process.
    const mayKnow = upwards(realpathSync(folder)).some((above) => existsSync(join(above, ".git")));
    if (!mayKnow && process.env.GIT_DIR === undefined) return undefined;
    const { stdout } = await unguarded(() => promisify(execFile)("git", [...args, "--ignore-submodules"], options));
    return commitIn(stdout);
  };
  return ask().catch(() => undefined);
}

/** A folder and those above it. */
export function* upwards(folder: string): Generator<string> {
  for (let current = resolve(folder); ; current = dirname(current)) {
    yield current;
    if (dirname(current) === current) return;
  }
}

/** The commit in what `git status --porcelain=v2 --branch` prints. */
function commitIn(status: string): RunHeader["commit"] {
  const [, id] = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(status) ?? [];
  if (id === undefined) return undefined;
  const [, branch] = /^# branch\.head (.+)$/m.exec(status) ?? [];
  const changed = /^[12u] /m.test(status);
  return { id, ...(branch === undefined || branch === "(detached)" ? {} : { branch }), changed };
}
