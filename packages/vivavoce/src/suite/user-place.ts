import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { codeFolder, type Place, packageFolder } from "../base/index.ts";

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

/** Where a file imports a module by this name. */
export function importPlace(name: string, file: string): Place {
  const quoted = ['"', "'", "`"].map((quote) => quote + name + quote);
  return firstOf(quoted, file);
}

/** Where a file's default export is. */
export function exportPlace(file: string): Place {
  return firstOf(
    ["export default", "as default", "export { default }", "export {default}", "module.exports", "exports.default"],
    file,
  );
}

/** Where an object in a file sets a field, optionally to this text, as far as the source text shows. */
export function fieldPlace(field: string, file: string, text?: string): Place {
  const source = readText(file);
  const value = text === undefined ? "" : `\\s*["'\`]${RegExp.escape(text)}["'\`]`;
  const match = new RegExp(`(?<=^|[{,\\s])["'\`]?${RegExp.escape(field)}["'\`]?\\s*:${value}`).exec(source);
  return match ? placeAt(match.index, source, file) : { file };
}

function firstOf(texts: readonly string[], file: string): Place {
  const source = readText(file);
  const index = texts.map((text) => source.indexOf(text)).find((found) => found >= 0);
  return index === undefined ? { file } : placeAt(index, source, file);
}

function placeAt(index: number, source: string, file: string): Place {
  const before = source.slice(0, index).split("\n");
  return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
