import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { hashOf, InputError, installTrialDate, readRegularFileSync, relativePath, sha256 } from "../base/index.ts";
import { installCapture } from "../gateway/index.ts";
import { installGuard } from "../network/index.ts";
import { loadProblem } from "./load-problem.ts";
import { type NativeLoad, noteNativeModules } from "./native-modules.ts";
import { watchCache, withBrought } from "./package-graph.ts";
import { takeStrayErrors } from "./stray-errors.ts";
import { strayProblem } from "./stray-problem.ts";
import { isUsersFile } from "./users-file.ts";

/**
 * Loads the modules that users' files import by name and that must be the same instances as in this process. Commands
 * that load none of the user's code do without.
 */
export type OwnModules = () => Promise<Readonly<Record<string, unknown>>>;

/** A user's module and every file that it imports. */
export interface LoadedModule {
  value: unknown;
  /** The user's own files. */
  files: string[];
  /** Those of packages. */
  packages: string[];
}

export interface LoadSettings {
  alias?: Readonly<Record<string, string>> | undefined;
  own: OwnModules;
}

/** Prepares this process for users' code. Must run before any of it is loaded: it may keep references to Node's functions. */
export function guardProcess(): void {
  installGuard();
  installTrialDate();
  installCapture();
}

/** What earlier calls have left in the CommonJS cache of this process. */
const leftOver = new Set<string>();

/**
 * Loads a user's TypeScript or JavaScript as its owner wrote it: imports without extensions, tsconfig paths, enums,
 * JSX, CommonJS. Each call evaluates the files anew, so that every suite has a module graph of its own.
 */
export function loadModule(file: string, settings: LoadSettings): Promise<LoadedModule> {
  guardProcess();
  return noteNativeModules((load) => loadNoted(file, settings, load));
}

async function loadNoted(file: string, { alias, own }: LoadSettings, load: NativeLoad): Promise<LoadedModule> {
  const path = realPath(file);
  const [modules, { createJiti }] = await Promise.all([own(), import("jiti")]);
  const jiti = createJiti(pathToFileURL(path).href, {
    alias: { ...alias },
    virtualModules: { ...modules },
    tsconfigPaths: true,
    jsx: { runtime: "automatic" },
    interopDefault: true,
  });
  for (const key of leftOver) delete jiti.cache[key];
  leftOver.clear();
  const others = new Set(Object.keys(jiti.cache));
  const endWatch = watchCache(jiti.cache, load.packages);
  try {
    const module = await refusingStrayErrors(async () => {
      const imported = await jiti.import<{ default?: unknown }>(path);
      await letTimersPass();
      return imported;
    });
    endWatch();
    const loaded = Object.keys(jiti.cache).filter((key) => !others.has(key) && isUsersFile(key));
    const files = [...new Set([path, ...loaded, ...load.files])].sort();
    return { value: module?.default ?? module, files, packages: withBrought(load.packages) };
  } catch (error) {
    throw new InputError(loadProblem(error, path, Object.keys(modules)), error);
  } finally {
    endWatch();
    for (const key of Object.keys(jiti.cache)) if (!others.has(key) && isUsersFile(key)) leftOver.add(key);
  }
}

/** Does work, and gives up at the first uncaught error, because the work may then never end. */
async function refusingStrayErrors<T>(work: () => Promise<T>): Promise<T> {
  let release = () => {};
  const stray = new Promise<never>((_, reject) => {
    release = takeStrayErrors((error) => reject(new InputError(strayProblem(error), error)));
  });
  return Promise.race([work(), stray]).finally(release);
}

/** Lets Node report unhandled rejections of a file now, and lets timers that the file set to run at once run first. */
async function letTimersPass(): Promise<void> {
  await sleep(1);
  await nextRound();
}

/** Modules are cached by their real path, so that a file reached through a link does not count twice. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    return absolute;
  }
}

/** A hash over files, named relative to a folder so that a checkout elsewhere has the same. */
export function hashFiles(files: readonly string[], folder: string): string {
  return hashOf(namedFiles(files, folder).map(({ name, content }) => [name, sha256(content)]));
}

/** Files with their content, named relative to a folder and in the order of their names. */
export function namedFiles(files: readonly string[], folder: string): { name: string; content: Uint8Array }[] {
  const from = realPath(folder);
  const named = files.map((file) => {
    return { name: relativePath(from, realPath(file)), content: readRegularFileSync(file) };
  });
  return named.sort(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));
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
