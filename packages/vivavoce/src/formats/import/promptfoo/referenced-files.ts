import { glob, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type JsonValue,
  messageOf,
  readRegularFile,
  readYamlText,
  toJsonValue,
  yamlData,
} from "../../../base/index.ts";
import { withMerges } from "../records.ts";

/** What a reference leads to, or why that is not read. */
export type Behind<T> = { found: T[] } | { refused: string };

const folderOf = new Map<string, Promise<string>>();

/** Whether a text stands for the file that it names. An address of the web is a text like any other. */
export function isReference(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("file://");
}

/** Follows `file://…`, with globs, to files below a folder. A config from elsewhere reads nothing beyond its own folder. */
export async function follow(reference: string, folder: string): Promise<Behind<string>> {
  if (/^(?!file:)\w+:\/\//.test(reference)) return { refused: "is not a local file" };
  const path = pathOf(reference);
  if (path === undefined) return { refused: "is not a path" };
  const unread = unreadKind(path);
  if (unread) return { refused: unread };
  const found = /[*?[{]/.test(path) ? await matches(path, folder) : [resolve(folder, path)];
  for (const one of found) {
    const refused = await refusal(one, folder);
    if (refused) return { refused };
  }
  return found.length === 0 ? { refused: "matches no file" } : { found };
}

function unreadKind(path: string): string | undefined {
  if (/\.(?:[cm]?[jt]s|py|rb|go)(?::\w+)?$/.test(path)) return "is a program, and an import runs no code";
  return /\.xlsx?(?:#.*)?$/.test(path) ? "is a spreadsheet; save it as CSV" : undefined;
}

/** The texts of the files that a reference names. */
export async function textsBehind(reference: string, folder: string): Promise<Behind<{ path: string; text: string }>> {
  const files = await follow(reference, folder);
  if ("refused" in files) return files;
  const found: { path: string; text: string }[] = [];
  for (const path of files.found) {
    const unread = unreadKind(path);
    if (unread) return { refused: unread };
    try {
      const bytes = await readRegularFile(path);
      if (bytes.includes(0)) return { refused: "is not a text" };
      found.push({ path, text: bytes.toString("utf8").replace(/^\ufeff/, "") });
    } catch (error) {
      return { refused: `cannot be read: ${messageOf(error)}` };
    }
  }
  return { found };
}

/** What referenced files hold: YAML and JSON as data, any other file as its text. */
export async function dataBehind(reference: string, folder: string): Promise<Behind<JsonValue>> {
  const files = await textsBehind(reference, folder);
  if ("refused" in files) return files;
  const values = files.found.map(({ path, text }) => (/\.(?:json|ya?ml)$/i.test(path) ? dataIn(text) : text.trim()));
  const found = values.filter((value) => value !== undefined);
  return found.length < values.length ? { refused: "is neither JSON nor YAML" } : { found };
}

/** JSON is YAML, too. */
function dataIn(text: string): JsonValue | undefined {
  const [document, second] = readYamlText(text).documents;
  if (!document || second || document.errors.length > 0) return undefined;
  const read = yamlData(document, 100);
  return "value" in read ? withMerges(toJsonValue(read.value)) : undefined;
}

function pathOf(reference: string): string | undefined {
  if (!reference.startsWith("file://")) return reference;
  if (!reference.startsWith("file:///")) return reference.slice("file://".length);
  try {
    return fileURLToPath(reference);
  } catch {
    return undefined;
  }
}

async function matches(pattern: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: folder })) found.push(resolve(folder, path));
  return found.sort();
}

/** A link counts as the file that it leads to. */
async function refusal(path: string, folder: string): Promise<string | undefined> {
  const root = folderOf.get(folder) ?? realpath(folder);
  folderOf.set(folder, root);
  const outside = (from: string, to: string) => {
    const way = relative(from, to);
    return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  };
  if (outside(folder, path)) return "is outside the config's folder";
  try {
    return outside(await root, await realpath(path)) ? "leads outside the config's folder" : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "is missing" : `cannot be read: ${messageOf(error)}`;
  }
}
