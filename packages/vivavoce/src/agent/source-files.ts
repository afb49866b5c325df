import { spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { InputError } from "../base/index.ts";
import { unguarded } from "../network/index.ts";

const source =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|cs|fs|php|sh|exs?|lua|pl|swift|scala|cljs?|hs|ml|dart|c|cc|cpp|h|hpp|zig)$/i;

/** The files that globs match under a folder. A glob that matches no file is an error. */
export function filesOf(globs: readonly string[], folder: string): string[] {
  const found = globs.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: folder })
      .map((file) => resolve(folder, file))
      .filter((file) => statSync(file).isFile());
    if (files.length > 0) return files;
    const remedy = 'Name files relative to the agent\'s cwd: "src/**/*.py".';
    throw new InputError({ message: `the agent's files: no file in ${folder} matches ${pattern}`, remedy });
  });
  return [...new Set(found)];
}

/** The program code under a folder that git tracks; none outside a repository. */
export function trackedSources(folder: string): string[] {
  const settings = { cwd: folder, encoding: "utf8", maxBuffer: 256_000_000, windowsHide: true } as const;
  const { stdout, status } = unguarded(() => spawnSync("git", ["ls-files", "-z"], settings));
  if (status !== 0) return [];
  const files = stdout.split("\0").filter((name) => source.test(name));
  return files.map((name) => resolve(folder, name)).filter((file) => existsSync(file) && statSync(file).isFile());
}
