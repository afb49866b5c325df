import { relative, sep } from "node:path";

/** A file as the user would write it from where they stand. */
export function relativeName(path: string): string {
  const name = relative(process.cwd(), path).split(sep).join("/");
  return name === "" || name.startsWith("../../..") ? path : name;
}
