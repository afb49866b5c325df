import type { Dirent } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { InputError, type Problem, relativePath } from "../base/index.ts";
import type { Config } from "./config.ts";
import { fieldPlace } from "./user-place.ts";

/** Far more entries than a project has without its packages, and far fewer than a whole disk. */
const mostEntries = 100_000;

/** Where suites are looked for when no path is given. */
interface SearchPlace {
  root: string;
  configFile: string | undefined;
  config: Pick<Config, "suites">;
}

/** The files of the suites at paths (files, folders), or of all those that the config names. */
export async function findSuites(
  place: SearchPlace,
  paths: readonly string[],
  cwd: string,
  limit = mostEntries,
): Promise<string[]> {
  if (paths.length === 0) return configuredFiles(place, limit);
  const found = await Promise.all(paths.map((path) => filesAt(path, cwd, limit)));
  const problems = found.flatMap((at) => (Array.isArray(at) ? [] : [at]));
  if (problems.length > 0) throw new InputError(problems);
  return [...new Set(found.flatMap((at) => (Array.isArray(at) ? at : [])))];
}

async function configuredFiles({ root, config, configFile }: SearchPlace, limit: number): Promise<string[]> {
  const { suites } = config;
  if (configFile !== undefined && suites.length === 0) {
    throw new InputError({
      message: "the list of suites is empty, so there is nothing to load",
      place: fieldPlace("suites", configFile),
      remedy:
        'Put the suites\' files there: suites: ["evals/**/*.eval.ts"]. If you leave the list out, every *.eval.ts is found.',
    });
  }
  const remedy = configFile
    ? `${configFile} looks for ${suites.join(", ")}.`
    : "`npx viva init` writes a first one. If there is one elsewhere, give its path, or name it in a viva.config.ts.";
  const found = await Promise.all(suites.map((glob) => matching(root, [glob], limit)));
  const files = [...new Set(found.flat())].sort();
  if (files.length === 0) throw new InputError({ message: `no suite found in ${root}`, remedy });
  const idle = suites.filter((_, index) => found[index]?.length === 0);
  const correct = "Correct it, or remove it: suites that were there are not played.";
  const place = configFile === undefined ? undefined : fieldPlace("suites", configFile);
  if (idle.length > 0)
    throw new InputError(idle.map((glob) => ({ message: `no suite matches ${glob}`, place, remedy: correct })));
  return files;
}

/** The suite file at a path, or all those in a folder, or why there is none. */
async function filesAt(path: string, cwd: string, limit: number): Promise<string[] | Problem> {
  const absolute = resolve(cwd, path);
  const kind = await stat(absolute).catch(() => undefined);
  const remedy = "Give a suite's file, or a folder that holds one.";
  if (!kind) return { message: `${path} does not exist`, remedy };
  if (!kind.isDirectory()) return [absolute];
  // One search, then a check of the ending: eight patterns would be eight searches.
  const named = await matching(absolute, ["**/*.eval.*"], limit);
  const inside = named.filter((file) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file));
  return inside.length > 0 ? inside : { message: `no *.eval.ts in ${path}`, remedy };
}

const skipped = new Set(["node_modules", "dist", ".viva", ".git"]);

/** Hidden folders and links to folders are left out by the search itself, unless a pattern names them. */
export async function matching(folder: string, patterns: readonly string[], limit = mostEntries): Promise<string[]> {
  const seen = new Set<string>();
  const exclude = (entry: Dirent) => {
    seen.add(join(resolve(folder, entry.parentPath), entry.name));
    if (seen.size > limit) throw tooMany(folder, limit);
    return skipped.has(entry.name);
  };
  const files = new Set<string>();
  for await (const entry of glob([...patterns], { cwd: folder, exclude, withFileTypes: true })) {
    if (!entry.isDirectory()) files.add(join(resolve(folder, entry.parentPath), entry.name));
  }
  const key = (file: string) => relativePath(folder, file);
  return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function tooMany(folder: string, limit: number): InputError {
  return new InputError({
    message: `more than ${limit.toLocaleString("en")} files and folders in ${folder}: the search for suites was given up`,
    remedy: "Name the suites' files, or a smaller folder; a viva.config.ts can say where suites are.",
  });
}
