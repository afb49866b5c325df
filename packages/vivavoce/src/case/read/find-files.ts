import { glob, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Problem } from "../../base/index.ts";

export interface FoundFiles {
  /** Relative to the base directory, with forward slashes, sorted. */
  files: string[];
  problems: Problem[];
}

/** The files that globs match. The order is that of the paths, whatever the file system's. */
export async function findFiles(globs: readonly string[], baseDirectory: string): Promise<FoundFiles> {
  const found = new Set<string>();
  const problems: Problem[] = [];
  for (const pattern of globs) {
    const matches = await matchesOf(pattern, baseDirectory);
    for (const match of matches) found.add(match);
    if (matches.length === 0) {
      problems.push({
        message: `no file matches in ${baseDirectory}`,
        place: { file: pattern },
        remedy: "a glob is relative to the file of the suite that names it",
      });
    }
  }
  return { files: [...found].sort(), problems };
}

async function matchesOf(pattern: string, baseDirectory: string): Promise<string[]> {
  const matches: string[] = [];
  const take = async (path: string) => {
    const absolute = isAbsolute(path) ? path : resolve(baseDirectory, path);
    if (await isFile(absolute)) matches.push(relative(baseDirectory, absolute).split(sep).join("/"));
  };
  // A file whose name has brackets in it is meant as it is written.
  await take(pattern);
  if (matches.length > 0) return matches;
  for await (const path of glob(pattern, { cwd: baseDirectory })) await take(path);
  return matches;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
