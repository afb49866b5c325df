import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { holdListener, InputError, installTrialDate } from "../base/index.ts";
import { installCapture } from "../gateway/index.ts";
import { installGuard } from "../network/index.ts";
import { compilerFor } from "./compiler-options.ts";
import { loadProblem } from "./load-problem.ts";
import { noteNativeModules } from "./native-modules.ts";
import { isUsersFile, orElse, strayProblem } from "./user-place.ts";

/** A user's module and every file that it imports. */
interface LoadedModule {
  value: unknown;
  /** The user's own files. */
  files: string[];
  /** Those of packages. */
  packages: string[];
}

interface LoadSettings {
  alias?: Readonly<Record<string, string>> | undefined;
  /**
   * Loads the modules that users' files import by name and that must be the same instances as in this process. Commands
   * that load none of the user's code do without.
   */
  own: () => Promise<Readonly<Record<string, unknown>>>;
  /** Milliseconds after which a file that is still being loaded is given up. */
  limitMs?: number;
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
export function loadModule(file: string, { alias, own, limitMs = 60_000 }: LoadSettings): Promise<LoadedModule> {
  guardProcess();
  return noteNativeModules(async ({ files, watch, packages }) => {
    // Modules are cached by their real path, so that a file reached through a link does not count twice.
    const path = orElse(() => realpathSync(file), resolve(file));
    const [modules, { createJiti }] = await Promise.all([own(), import("jiti")]);
    const jiti = createJiti(pathToFileURL(path).href, {
      ...compilerFor(path, createJiti),
      alias: { ...alias },
      virtualModules: { ...modules },
    });
    for (const key of leftOver) delete jiti.cache[key];
    leftOver.clear();
    const others = new Set(Object.keys(jiti.cache));
    const endWatch = watch(jiti.cache);
    try {
      const loading = async () => {
        const imported = await jiti.import<{ default?: unknown }>(path);
        await letTimersPass();
        const polluted = pollutedBy(path);
        if (polluted) throw polluted;
        return imported;
      };
      const module = await refusingStrayErrors(loading, limitMs);
      endWatch();
      const loaded = Object.keys(jiti.cache).filter((key) => !others.has(key) && isUsersFile(key));
      const graph = [...new Set([path, ...loaded, ...files])].sort();
      return { value: module?.default ?? module, files: graph, packages: packages() };
    } catch (error) {
      // It may be the cause of any other error.
      throw new InputError(loadProblem(pollutedBy(path) ?? error, path, modules), error);
    } finally {
      endWatch();
      for (const key of Object.keys(jiti.cache)) if (!others.has(key) && isUsersFile(key)) leftOver.add(key);
    }
  });
}

/** Does work, and gives up at the first uncaught error, because the work may then never end, or after a limit. */
async function refusingStrayErrors<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const release = takeStrayErrors((error) => reject(new InputError(strayProblem(error), error)));
  const giveUp = () =>
    reject(
      new InputError({
        message: `this file was still being loaded after ${limitMs / 1_000} s`,
        remedy: "Look at what it awaits outside any function, here or in a file that it imports.",
      }),
    );
  const timer = setTimeout(giveUp, limitMs);
  return Promise.race([work(), failed]).finally(() => {
    clearTimeout(timer);
    release();
  });
}

/** Lets Node report unhandled rejections of a file now, and lets timers that the file set to run at once run first. */
async function letTimersPass(): Promise<void> {
  await sleep(1);
  await nextRound();
}

/** A merge gone wrong. What libraries add on purpose is not enumerable. */
function pollutedBy(file: string): InputError | undefined {
  const [name] = Object.keys(Object.prototype);
  if (name === undefined) return undefined;
  return new InputError({
    message: `loading this file set Object.prototype.${name}, so that every object has it, those of Viva too`,
    place: { file },
    remedy: "Look for a merge that follows the keys __proto__ or constructor, and skip these keys there.",
  });
}

type Taker = (error: unknown) => void;

const takers: Taker[] = [];
let releases: (() => void)[] = [];

/**
 * Gives uncaught errors, such as those of a timer or of a forgotten promise, to `taker`. If several ask for them, the last
 * one gets them. Returns a function that ends this.
 */
export function takeStrayErrors(taker: Taker): () => void {
  if (takers.length === 0)
    releases = ["unhandledRejection", "uncaughtException"].map((event) => holdListener(event, give));
  takers.push(taker);
  return () => {
    const at = takers.lastIndexOf(taker);
    if (at < 0) return;
    takers.splice(at, 1);
    if (takers.length === 0) for (const release of releases) release();
  };
}

function give(error: unknown): void {
  takers.at(-1)?.(error);
}
