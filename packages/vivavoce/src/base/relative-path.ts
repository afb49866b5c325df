import { relative, sep } from "node:path";

/** A file by its path from a folder, with slashes on every system. */
export function relativePath(folder: string, file: string): string {
  return relative(folder, file).split(sep).join("/");
}
