import { relative, sep } from "node:path";

/** A file's path relative to the user's folder. */
export function relativeName(path: string): string {
  const name = relative(process.cwd(), path).split(sep).join("/");
  return name === "" || name.startsWith("../../..") ? path : name;
}
