import { join, sep } from "node:path";
import { codeFolder, packageFolder } from "../base/index.ts";

/** Whether a file is the user's own, not a package's and not Viva's. */
export function isUsersFile(file: string): boolean {
  return !file.includes(`${sep}node_modules${sep}`) && !isOwnFile(file);
}

/** Whether a file is part of Viva. Tests of the sources may have loaded the built package too. */
export function isOwnFile(file: string): boolean {
  return [codeFolder, join(packageFolder, "dist")].some((folder) => file.startsWith(folder + sep));
}

const folderOfPackage = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** The folder of the package that a file belongs to; undefined for users' own files and Viva's. */
export function packageOf(file: string): string | undefined {
  return isOwnFile(file) ? undefined : folderOfPackage.exec(file)?.[0];
}
