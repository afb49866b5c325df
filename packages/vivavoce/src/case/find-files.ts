import { glob, readlink, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { hasCode, isMissing, messageOf, type Problem, relativePath, safeLine } from "../base/index.ts";
import { formatOf } from "./read/read-file.ts";

/** The files that globs match, relative to the base directory, with forward slashes, sorted whatever the file system's order. */
export async function findFiles(
  globs: readonly string[],
  baseDirectory: string,
): Promise<{ files: string[]; problems: Problem[] }> {
  const files = new Set<string>();
  const problems = new Map<string, Problem>();
  for (const pattern of globs) {
    const matches = await matchesOf(pattern, baseDirectory);
    for (const { path, problem } of matches) {
      if (problem) problems.set(path, problem);
      else files.add(path);
    }
    if (matches.length === 0) problems.set(pattern, await nothingMatches(pattern, baseDirectory));
  }
  const inOrder = [...problems].sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: [...files].sort(), problems: inOrder.map(([, problem]) => problem) };
}

/** A path that a glob matches and, if it cannot be read, why. */
interface Match {
  path: string;
  problem?: Problem | undefined;
}

async function matchesOf(pattern: string, baseDirectory: string): Promise<Match[]> {
  // A pattern that is the name of an existing file means that file, even with brackets in it.
  const asWritten = await matchAt(pattern, baseDirectory);
  if (asWritten) return [asWritten];
  const matches: Match[] = [];
  for await (const path of glob(pattern, { cwd: baseDirectory })) {
    const match = await matchAt(path, baseDirectory);
    if (match) matches.push(match);
  }
  return matches;
}

/** Undefined for a missing path and for a folder, because a glob for files may also match folders. */
async function matchAt(given: string, baseDirectory: string): Promise<Match | undefined> {
  const absolute = isAbsolute(given) ? given : resolve(baseDirectory, given);
  const path = relativePath(baseDirectory, absolute);
  const refused = (message: string, remedy: string): Match => ({
    path,
    problem: { message, place: { file: path }, remedy },
  });
  try {
    const kind = await stat(absolute);
    if (kind.isFile()) return { path };
    const isNamedSo = formatOf(absolute) !== undefined;
    if (kind.isDirectory())
      return isNamedSo ? refused("a folder with the name of a case file", "rename the folder") : undefined;
    return refused("not a regular file, so Viva reads no case from it", "keep cases in regular files");
  } catch (error) {
    const target = await readlink(absolute).catch(() => undefined);
    if (target !== undefined) {
      const leads = hasCode(error, "ELOOP") ? "back to itself" : "to nothing readable";
      return refused(`a link that leads ${leads}: ${safeLine(target, 120)}`, "remove the link, or repair its target");
    }
    // The last two are of a text that cannot be a path.
    if (isMissing(error) || hasCode(error, "EINVAL", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE")) return undefined;
    return refused(`cannot be read: ${messageOf(error)}`, "check its permissions");
  }
}

async function nothingMatches(pattern: string, baseDirectory: string): Promise<Problem> {
  const kind = await stat(resolve(baseDirectory, pattern)).catch(() => undefined);
  const place = { file: pattern };
  if (kind?.isDirectory()) {
    const remedy = `name the files in it: "${pattern.replace(/[\\/]+$/, "")}/*.json"`;
    return { message: "a folder, not a case file", place, remedy };
  }
  const remedy = "a glob is relative to the file of the suite that names it";
  return { message: `no file matches in ${baseDirectory}`, place, remedy };
}
