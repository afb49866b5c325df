import { join, sep } from "node:path";
import { codeFolder, packageFolder } from "../base/index.ts";

const packages = `${sep}node_modules${sep}`;

/** Whether a file is the user's own, not a package's and not Viva's. */
export function isUsersFile(file: string): boolean {
  return !file.includes(packages) && !isOwnFile(file);
}

/** Tests of the sources may have loaded the built package too. */
const ownFolders = [codeFolder + sep, join(packageFolder, "dist") + sep];

/** Whether a file is part of Viva. */
export function isOwnFile(file: string): boolean {
  return ownFolders.some((folder) => file.startsWith(folder));
}

/** The folder of the package that a file belongs to; undefined for users' own files and Viva's. */
export function packageOf(file: string): string | undefined {
  const at = file.lastIndexOf(packages);
  if (at < 0 || isOwnFile(file)) return undefined;
  const name = at + packages.length;
  const end = file.indexOf(sep, file[name] === "@" ? file.indexOf(sep, name) + 1 : name);
  return end < 0 ? file : file.slice(0, end);
}
