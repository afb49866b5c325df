import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { unlessMissing } from "../base/index.ts";
import { suiteFolder } from "../model/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/**
 * Where a suite's tapes are: in a folder of its own, so that no other suite records over them. Tapes that an earlier Viva
 * left beside such folders are used where they are, if they can only be this suite's; `unclear` if they may be another's.
 */
export async function cassetteFolder({
  suite,
  file,
  folder,
}: Pick<LoadedSuite, "suite" | "file" | "folder">): Promise<{ place: string; unclear?: true }> {
  const shared = resolve(folder, suite.cassettes ?? "cassettes");
  const own = join(shared, suiteFolder(suite.name));
  if ((await unlessMissing(() => stat(own))) || !(await holdsVariants(shared))) return { place: own };
  // A folder that the suite names is taken to be its own; a run of two suites that name the same one is refused.
  if (suite.cassettes === undefined && (await hasNeighbour(folder, file))) return { place: own, unclear: true };
  return { place: shared };
}

/** Whether the folders of variants are directly in a folder, as they were before each suite had its own. */
async function holdsVariants(folder: string): Promise<boolean> {
  const entries = (await unlessMissing(() => readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.some((entry) => entry.isDirectory() && (entry.name === "default" || /=|^_/.test(entry.name)));
}

/** Whether another suite in this folder may have recorded into the same place. It is only read, since it may not be part of the run. */
async function hasNeighbour(folder: string, file: string): Promise<boolean> {
  const ending = basename(file).replace(/^[^.]*/, "");
  const others = (await readdir(folder)).filter((name) => name.endsWith(ending) && name !== basename(file));
  for (const name of others) {
    const text = await readFile(join(folder, name), "utf8").catch(() => "");
    if (/\bsuite\s*\(/.test(text) && !/\bcassettes\b/.test(text)) return true;
  }
  return false;
}
