import { existsSync } from "node:fs";
import { dirname, extname, join, sep } from "node:path";

// Loaded into processes of older Node versions too, so it uses nothing of base.
const packageFolder = folderWith("package.json", import.meta.dirname);
const isBuilt = extname(import.meta.filename) === ".js";

/** The folder of this package's running code. */
export const ownFolder = join(packageFolder, isBuilt ? "dist" : "src");

/** Whether a file is code of this package, built or not: tests have both in one process. */
export function isOwnCode(path: string): boolean {
  return ["src", "dist"].some((part) => path.startsWith(join(packageFolder, part) + sep));
}

/** A module of this package, by its path without an extension. */
export function ownModule(path: string): string {
  return join(ownFolder, `${path}.${isBuilt ? "js" : "ts"}`);
}

function folderWith(file: string, folder: string): string {
  return existsSync(join(folder, file)) ? folder : folderWith(file, dirname(folder));
}
