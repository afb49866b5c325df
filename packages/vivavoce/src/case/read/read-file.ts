import { statSync } from "node:fs";
import { extname } from "node:path";
import { InputError, isError, messageOf, readRegularFileSync } from "../../base/index.ts";
import type { ReadItem } from "./raw-case.ts";
import { readJson, readJsonLines } from "./read-json.ts";
import { readYaml } from "./read-yaml.ts";

export type CaseFormat = "json" | "json lines" | "yaml";

const formats: ReadonlyMap<string, CaseFormat> = new Map([
  [".json", "json"],
  [".jsonl", "json lines"],
  [".ndjson", "json lines"],
  [".yaml", "yaml"],
  [".yml", "yaml"],
]);

/** What a file holds, by the end of its name. */
export function formatOf(path: string): CaseFormat | undefined {
  return formats.get(extname(path).toLowerCase());
}

const largestFile = 64 * 1024 * 1024;

/** Everything in a case file, in order, including what is wrong. `what` names the contents if they are not cases. */
export function* readCaseFile(
  path: string,
  { format = formatOf(path), what = "case" }: { format?: CaseFormat | undefined; what?: string } = {},
): Generator<ReadItem> {
  let empty = true;
  try {
    for (const item of format ? readFormat(path, format) : [unknownFormat(path)]) {
      if (item.kind !== "remark") empty = false;
      yield item;
    }
  } catch (error) {
    const refusal = error instanceof InputError ? error.problems[0] : undefined;
    if (!refusal && !(isError(error) && "code" in error)) throw error;
    yield flawed(`cannot be read: ${messageOf(refusal ?? error)}`, "check that it is a file and that you may read it");
    return;
  }
  if (empty) yield flawed(`there is no ${what} in this file`, "write one, or remove the file");
}

function* readFormat(path: string, format: CaseFormat): Generator<ReadItem> {
  if (format === "json lines") yield* readJsonLines(path);
  else if (statSync(path).size > largestFile) {
    const remedy = "write one case per line in a .jsonl file, which is read line by line and may have any size";
    yield flawed(`larger than ${largestFile / 1024 / 1024} MB, too large to be read in one piece`, remedy);
  } else yield* format === "json" ? readJson(readRegularFileSync(path)) : readYaml(readRegularFileSync(path));
}

function unknownFormat(path: string): ReadItem {
  const name = extname(path);
  return flawed(
    name === "" ? "a file without an ending holds no cases" : `a ${name} file holds no cases`,
    `case files end in ${[...formats.keys()].join(", ")}; make the glob match only those`,
  );
}

function flawed(message: string, remedy?: string): ReadItem {
  return { kind: "unreadable", flaws: [{ message, remedy }] };
}
