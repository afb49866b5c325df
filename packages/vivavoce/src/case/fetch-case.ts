import { resolve } from "node:path";
import { readRegularFile, sliceOfRegularFile } from "../base/index.ts";
import type { CaseFiles } from "./case-files.ts";
import type { CaseEntry } from "./case-index.ts";
import { formatOf } from "./read/read-file.ts";
import { readYaml } from "./read/read-yaml.ts";

export type FetchCase = (entry: CaseEntry) => Promise<unknown>;

/**
 * Reads single cases again from where the first pass found them. In JSON it reads only their bytes. A YAML file is parsed
 * as a whole, and the last file is kept.
 */
export function caseFetcher(source: CaseFiles, files: readonly string[], baseDirectory: string): FetchCase {
  const { from } = source;
  if (from.kind === "list") return async ({ offset }) => from.cases[offset];
  let last: { path: string; values: Promise<unknown[]> } | undefined;
  return async ({ file, offset, length }) => {
    const path = resolve(baseDirectory, files[file] ?? "");
    if (formatOf(path) !== "yaml") return JSON.parse(sliceOfRegularFile(path, offset, length).toString());
    if (last?.path !== path) last = { path, values: yamlValues(path) };
    return (await last.values)[offset];
  };
}

async function yamlValues(path: string): Promise<unknown[]> {
  const items = readYaml(await readRegularFile(path));
  return items.flatMap((item) => (item.kind === "case" ? [item.value] : [])).toArray();
}
