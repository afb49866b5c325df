import { resolve, sep } from "node:path";

const ownFolder = resolve(import.meta.dirname, "..");

/** Whether a file is the user's own: neither a package's nor one of ours. */
export function isUsersFile(file: string): boolean {
  return !file.includes(`${sep}node_modules${sep}`) && !isOwnFile(file);
}

/** Whether a file is part of Viva. */
export function isOwnFile(file: string): boolean {
  return file.startsWith(ownFolder + sep);
}
