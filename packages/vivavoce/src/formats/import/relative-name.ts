import { relativePath } from "../../base/index.ts";

/** A file's path relative to the user's folder. */
export function relativeName(path: string): string {
  const name = relativePath(process.cwd(), path);
  return name === "" || name.startsWith("../../..") ? path : name;
}
