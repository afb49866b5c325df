import { sep } from "node:path";
import { codeFolder } from "../base/index.ts";

/** Whether a file is the user's own, not a package's and not Viva's. */
export function isUsersFile(file: string): boolean {
  return !file.includes(`${sep}node_modules${sep}`) && !isOwnFile(file);
}

/** Whether a file is part of Viva. */
export function isOwnFile(file: string): boolean {
  return file.startsWith(codeFolder + sep);
}
