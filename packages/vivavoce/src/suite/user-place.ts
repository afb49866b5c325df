import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Place } from "../base/index.ts";
import { isUsersFile } from "./users-file.ts";

/** The innermost line of the user's own code that an error came through. Its column is that of code made from it, so it is left out. */
export function userFrame(error: unknown): Place | undefined {
  if (!(error instanceof Error)) return undefined;
  for (const frame of (error.stack ?? "").split("\n")) {
    const match = /^\s+at .*?(?<=[\s(])((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?):(\d+):\d+\)?$/.exec(frame);
    if (!match?.[1]) continue;
    const file = match[1].startsWith("file://") ? fileURLToPath(match[1]) : match[1];
    if (isUsersFile(file)) return { file, line: Number(match[2]) };
  }
  return undefined;
}

/** Where a file imports a module by this name. */
export function importPlace(name: string, file: string): Place {
  const source = readText(file);
  const index = ['"', "'", "`"].map((quote) => source.indexOf(quote + name + quote)).find((found) => found >= 0);
  if (index === undefined) return { file };
  const before = source.slice(0, index).split("\n");
  return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
