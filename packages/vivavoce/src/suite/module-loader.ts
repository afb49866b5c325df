import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../base/index.ts";
import { loadProblem } from "./load-problem.ts";

/** Modules that users' files import by name and that must be the very ones of this process. */
export type OwnModules = Readonly<Record<string, unknown>>;

/** A user's module and every file that it brought along, packages aside. */
export interface LoadedModule {
  value: unknown;
  files: string[];
}

export interface LoadSettings {
  alias?: Readonly<Record<string, string>> | undefined;
  own: OwnModules;
}

/**
 * Loads a user's TypeScript or JavaScript as its owner wrote it: imports without extensions, tsconfig paths, enums,
 * JSX, CommonJS. Each call evaluates the files anew, so that every suite has a module graph of its own.
 */
export async function loadModule(file: string, { alias, own }: LoadSettings): Promise<LoadedModule> {
  const path = resolve(file);
  const { createJiti } = await import("jiti");
  const jiti = createJiti(pathToFileURL(path).href, {
    alias: { ...alias },
    virtualModules: { ...own },
    tsconfigPaths: true,
    jsx: { runtime: "automatic" },
    interopDefault: true,
  });
  for (const key of Object.keys(jiti.cache)) if (isUsers(key)) delete jiti.cache[key];
  try {
    const module = await jiti.import<{ default?: unknown }>(path);
    const files = [...new Set([path, ...Object.keys(jiti.cache).filter(isUsers)])].sort();
    return { value: module?.default ?? module, files };
  } catch (error) {
    throw new InputError(loadProblem(error, path), error);
  }
}

const ownFolder = resolve(import.meta.dirname, "..");

function isUsers(file: string): boolean {
  return !file.includes(`${sep}node_modules${sep}`) && !file.startsWith(ownFolder + sep);
}

/** A hash over files, named relative to a folder so that a checkout elsewhere has the same. */
export function hashFiles(files: readonly string[], folder: string): string {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) {
    hash
      .update(`${relative(folder, file).split(sep).join("/")}\n`)
      .update(readFileSync(file))
      .update("\n");
  }
  return hash.digest("hex");
}

/** Aliases of a config, their targets made absolute. */
export function absoluteAlias(alias: Readonly<Record<string, string>> | undefined, configFile: string) {
  return Object.fromEntries(
    Object.entries(alias ?? {}).map(([name, target]) => [
      name,
      target.startsWith(".") ? resolve(dirname(configFile), target) : target,
    ]),
  );
}
