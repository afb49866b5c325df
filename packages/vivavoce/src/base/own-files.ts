import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

const isBuilt = extname(import.meta.filename) === ".js";

/** The folder of this package, wherever a bundler has put this file in it. */
export const packageFolder = folderWith("package.json", import.meta.dirname);

/** The folder of its code: the sources in the tests, what was built from them otherwise. */
export const codeFolder = join(packageFolder, isBuilt ? "dist" : "src");

/** One of its files that is read or started, by its path in the sources without extension: "store/writer-thread". */
export function ownFile(path: string): string {
  return join(codeFolder, `${path}${isBuilt ? ".js" : ".ts"}`);
}

function folderWith(file: string, folder: string): string {
  return existsSync(join(folder, file)) ? folder : folderWith(file, dirname(folder));
}

/** The version of this package. */
export const version: string = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).version;
