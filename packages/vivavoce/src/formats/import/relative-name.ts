import { relativePath } from "../../base/index.ts";

/** A file as the user would write it from where they stand. */
export function relativeName(path: string): string {
  const name = relativePath(process.cwd(), path);
  return name === "" || name.startsWith("../../..") ? path : name;
}
