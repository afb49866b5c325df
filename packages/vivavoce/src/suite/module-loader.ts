import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  didYouMean,
  InputError,
  installTrialDate,
  messageOf,
  nearest,
  type Place,
  type Problem,
  VivaError,
} from "../base/index.ts";
import { installCapture } from "../gateway/index.ts";
import { installGuard } from "../network/index.ts";
import { compilerFor } from "./compiler-options.ts";
import { noteNativeModules } from "./native-modules.ts";
import { isUsersFile, orElse, strayProblem, takeStrayErrors, textPlace, userFrame } from "./user-place.ts";

/** A user's module and every file that it imports. */
interface LoadedModule {
  value: unknown;
  /** The user's own files. */
  files: string[];
  /** Those of packages. */
  packages: string[];
}

/** Viva's own modules by name, as users import them, and what each exports. */
type OwnExports = Readonly<Record<string, unknown>>;

interface LoadSettings {
  alias?: Readonly<Record<string, string>> | undefined;
  /**
   * Loads the modules that users' files import by name and that must be the same instances as in this process. Commands
   * that load none of the user's code do without.
   */
  own: () => Promise<OwnExports>;
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

/** What went wrong while a user's file was loaded, with the place in the user's own code. */
function loadProblem(error: unknown, file: string, own: OwnExports): Problem | Problem[] {
  const thrownAt = userFrame(error) ?? { file };
  if (VivaError.isInstance(error) && "problems" in error) {
    return (error as InputError).problems.map((problem) => ({ ...problem, place: problem.place ?? thrownAt }));
  }
  const { place, ...problem } = missingModule(error, file, Object.keys(own)) ??
    missingExport(error, own) ??
    unreadable(error) ??
    missingKey(error) ?? {
      message: firstLine(error),
      remedy: "The file threw this while it was loaded: fix that line, or what it calls.",
    };
  const where = place ?? thrownAt;
  return {
    ...problem,
    message: where.file === file ? problem.message : `${problem.message} (while loading ${file})`,
    place: where,
  };
}

function missingModule(error: unknown, file: string, ownNames: readonly string[]): Problem | undefined {
  const name = missingName(messageOf(error));
  if (name === undefined) return undefined;
  const importer = importerOf(error) ?? file;
  const ours = isUsersFile(importer);
  return {
    message: `cannot find ${name}${ours ? "" : `, which ${importer} needs`}`,
    place: ours ? textPlace(importer, [`"${name}"`, `'${name}'`, `\`${name}\``]) : undefined,
    remedy: remedyFor(name, ownNames),
  };
}

/** A module that is not there, or an entry that a package which is there does not have. */
function missingName(message: string): string | undefined {
  const entry = /^Package subpath '\.(\/[^']+)' is not defined .* in .*node_modules[\\/](.+)[\\/]package\.json/.exec(
    message,
  );
  return entry ? `${entry[2]}${entry[1]}` : /Cannot find (?:module|package) ['"]([^'"]+)['"]/.exec(message)?.[1];
}

/** A name that is imported and not there is undefined until it is called, in the words of the compiled code. */
function missingExport(error: unknown, own: OwnExports): Problem | undefined {
  const name = /^\(0 ?, ?_[\w$]+\.([\w$]+)\) is not a function$/.exec(firstLine(error))?.[1];
  if (name === undefined) return undefined;
  const exported = Object.values(own).flatMap((module) => Object.keys(module as object));
  return {
    message: `${name} is imported, but was not a function when it was called`,
    remedy: didYouMean(name, exported, "Check the name in the import, and whether two modules import each other."),
  };
}

/** SDKs of models ask for a key as soon as a client is made, long before it is needed. */
function missingKey(error: unknown): Problem | undefined {
  const message = firstLine(error);
  const variable = /\b[A-Z][A-Z0-9]*_API_KEY\b/.exec(message)?.[0];
  if (variable === undefined) return undefined;
  return {
    message,
    remedy: `Set ${variable} in the environment: a .env file is read by Viva, but not by your code. In a replay any value will do: ${variable}=none npx viva run --replay.`,
  };
}

/** The file whose import failed; Node words this in several ways. */
function importerOf(error: unknown): string | undefined {
  const { requireStack } = error as { requireStack?: unknown };
  const [nearest]: unknown[] = Array.isArray(requireStack) ? requireStack : [];
  if (typeof nearest === "string") return nearest;
  return / imported from ['"]?([^'"\n]+?)['"]?$/m.exec(messageOf(error))?.[1];
}

function remedyFor(name: string, ownNames: readonly string[]): string {
  if (name.startsWith(".") || name.startsWith("/")) return "Check the path.";
  const [own] = ownNames;
  const meant = nearest(name, ownNames);
  if (own !== undefined && name.startsWith(`${own}/`))
    return `${meant ? `Did you mean ${meant}? ` : ""}There is ${ownNames.join(", ")}.`;
  const parts = name.split("/");
  const packageName = parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
  return `Install ${packageName}, or, if it only runs inside another program, replace it with \`alias: { "${name}": "./stand-in.ts" }\` in viva.config.ts.`;
}

/** A file that is not code, or not JSON: each parser says in its own way where. */
function unreadable(error: unknown): Problem | undefined {
  const message = messageOf(error);
  const code = /^ParseError: (?<what>.*?)\s*\n\s*(?<file>\S.*):(?<line>\d+):(?<column>\d+)\s*$/.exec(message)?.groups;
  // The column is counted from 0.
  const remedy = "Fix it there: the file can be read up to that place.";
  if (code) return { message: `syntax error: ${code.what}`, place: placeOf(code, 1), remedy };
  const json = /^(?<file>\S.*): (?<what>.*?) in JSON at position \d+ \(line (?<line>\d+) column (?<column>\d+)\)$/.exec(
    message,
  )?.groups;
  if (json) return { message: `not valid JSON: ${json.what}`, place: placeOf(json, 0), remedy };
  return undefined;
}

function placeOf({ file = "", line, column }: Record<string, string | undefined>, more: number): Place {
  return { file, line: Number(line), column: Number(column) + more };
}

function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1)[0] ?? "";
}
