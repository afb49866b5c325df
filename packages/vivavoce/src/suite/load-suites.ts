import type { Dirent } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { InputError, messageOf, type Problem, relativePath } from "../base/index.ts";
import { isModelHost, type McpServers, type ModelHosts, refusedHosts } from "../gateway/index.ts";
import { SuiteNetwork, showConnection } from "../network/index.ts";
import type { Config } from "./config.ts";
import { loadModule } from "./module-loader.ts";
import type { Project } from "./project.ts";
import { isSuite, type Suite } from "./suite.ts";
import { exportPlace, fieldPlace } from "./user-place.ts";

/** Far more entries than a project has without its packages, and far fewer than a whole disk. */
const mostEntries = 100_000;

/** Where suites are looked for when no path is given. */
interface SearchPlace {
  root: string;
  configFile: string | undefined;
  config: Pick<Config, "suites">;
}

/** The files of the suites at paths (files, folders), or of all those that the config names. */
export async function findSuites(
  place: SearchPlace,
  paths: readonly string[],
  cwd: string,
  limit = mostEntries,
): Promise<string[]> {
  if (paths.length === 0) return configuredFiles(place, limit);
  const found = await Promise.all(paths.map((path) => filesAt(path, cwd, limit)));
  const problems = found.flatMap((at) => (Array.isArray(at) ? [] : [at]));
  if (problems.length > 0) throw new InputError(problems);
  return [...new Set(found.flatMap((at) => (Array.isArray(at) ? at : [])))];
}

async function configuredFiles({ root, config, configFile }: SearchPlace, limit: number): Promise<string[]> {
  const { suites } = config;
  if (configFile !== undefined && suites.length === 0) {
    throw new InputError({
      message: "the list of suites is empty, so there is nothing to load",
      place: fieldPlace("suites", configFile),
      remedy:
        'Put the suites\' files there: suites: ["evals/**/*.eval.ts"]. If you leave the list out, every *.eval.ts is found.',
    });
  }
  const remedy = configFile
    ? `${configFile} looks for ${suites.join(", ")}.`
    : "`npx viva init` writes a first one. If there is one elsewhere, give its path, or name it in a viva.config.ts.";
  const files = await matching(root, suites, limit);
  if (files.length > 0) return files;
  throw new InputError({ message: `no suite found in ${root}`, remedy });
}

/** The suite file at a path, or all those in a folder, or why there is none. */
async function filesAt(path: string, cwd: string, limit: number): Promise<string[] | Problem> {
  const absolute = resolve(cwd, path);
  const kind = await stat(absolute).catch(() => undefined);
  const remedy = "Give a suite's file, or a folder that holds one.";
  if (!kind) return { message: `${path} does not exist`, remedy };
  if (!kind.isDirectory()) return [absolute];
  // One search, then a check of the ending: eight patterns would be eight searches.
  const named = await matching(absolute, ["**/*.eval.*"], limit);
  const inside = named.filter((file) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(file));
  return inside.length > 0 ? inside : { message: `no *.eval.ts in ${path}`, remedy };
}

const skipped = new Set(["node_modules", "dist", ".viva", ".git"]);

/** Hidden folders and links to folders are left out by the search itself, unless a pattern names them. */
async function matching(folder: string, patterns: readonly string[], limit: number): Promise<string[]> {
  const seen = new Set<string>();
  const exclude = (entry: Dirent) => {
    seen.add(join(resolve(folder, entry.parentPath), entry.name));
    if (seen.size > limit) throw tooMany(folder, limit);
    return skipped.has(entry.name);
  };
  const files = new Set<string>();
  for await (const entry of glob([...patterns], { cwd: folder, exclude, withFileTypes: true })) {
    if (!entry.isDirectory()) files.add(join(resolve(folder, entry.parentPath), entry.name));
  }
  const key = (file: string) => relativePath(folder, file);
  return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function tooMany(folder: string, limit: number): InputError {
  return new InputError({
    message: `more than ${limit.toLocaleString("en")} files and folders in ${folder}: the search for suites was given up`,
    remedy: "Name the suites' files, or a smaller folder; a viva.config.ts can say where suites are.",
  });
}

/** A suite with its file and everything that the file imports. */
export interface LoadedSuite {
  suite: Suite;
  file: string;
  /** Its folder: globs and cassettes are relative to it. */
  folder: string;
  /** The project's folder: paths in results are relative to it. */
  root?: string;
  /** Every file of its module graph, without packages. */
  modules: string[];
  /** The files of packages in its module graph; undefined if they are not known. */
  packages?: string[];
  /** The connections of its code. */
  network?: SuiteNetwork;
}

/**
 * Loads the suites at paths (files, folders), or all those that the config names. Reports all problems at once. Set
 * `replayed` if it is already known that they are replayed: the network is then closed from the first line of their code.
 */
export async function loadSuites(
  project: Project,
  paths: readonly string[],
  cwd: string,
  { replayed = false }: { replayed?: boolean } = {},
): Promise<LoadedSuite[]> {
  const files = await findSuites(project, paths, cwd);
  const problems: Problem[] = [];
  const suites: LoadedSuite[] = [];
  for (const file of files) {
    try {
      suites.push(await loadSuite(project, file, replayed));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(...error.problems);
    }
  }
  for (const [index, { suite, file }] of suites.entries()) {
    const other = suites.findIndex((candidate) => candidate.suite.name === suite.name);
    if (other < index) {
      problems.push({
        message: `two suites are called ${suite.name}`,
        place: { file },
        remedy: `The other is ${suites[other]?.file}.`,
      });
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  return suites;
}

async function loadSuite(project: Project, file: string, replayed: boolean): Promise<LoadedSuite> {
  await refuseNoFile(file);
  const network = new SuiteNetwork(replayed ? (project.config.network?.allow ?? []) : undefined);
  const { value, files, packages } = await network
    .within(() => loadModule(file, project.load))
    .catch((error: unknown) => {
      // Whatever error the file threw, the refused connection is the cause.
      throw network.isClosed ? (connectedEarly(network.close([]), "this file", file) ?? error) : error;
    });
  if (!isSuite(value)) throw new InputError(noSuite(value, file));
  return { suite: value, file, folder: dirname(file), root: project.root, modules: files, packages, network };
}

/**
 * From here on the suite's code may reach only what it and the config allow, if it is replayed, and its model calls go to
 * the gateway, if they are captured. Throws if the suite is replayed and tried to reach more while it was loaded.
 */
export function decideNetwork(
  { suite, file, network }: LoadedSuite,
  project: Project,
  { replayed, capture }: { replayed: boolean; capture: ModelHosts | undefined },
): void {
  if (capture) network?.lead(isModelHost(capture), refusedHosts(capture));
  if (!replayed) network?.open();
  const early = replayed ? network?.close(allowedIn(suite, project)) : undefined;
  const problem = connectedEarly(early ?? [], `suite ${suite.name}`, file);
  if (problem) throw problem;
}

/** The hosts that a suite's code may reach in a replay. */
export function allowedIn({ network }: Suite, { config }: Project): string[] {
  return [...(config.network?.allow ?? []), ...(network?.allow ?? [])];
}

function connectedEarly([first]: ReturnType<SuiteNetwork["close"]>, who: string, file: string): InputError | undefined {
  if (!first) return undefined;
  const where = showConnection(first);
  return new InputError({
    message: `${who} connects to ${where} while it is loaded, and a replay has no network`,
    place: { file },
    remedy: `Connect in open() or world(), allow the host in viva.config.ts with network: { allow: ["${where}"] }, or run with --live.`,
  });
}

/** Refuses pipes, which would never end, and links that lead nowhere. */
async function refuseNoFile(file: string): Promise<void> {
  const problem = (message: string) => new InputError({ message, place: { file }, remedy: "Remove it, or repair it." });
  const kind = await stat(file).catch((error: unknown) => {
    throw problem(`a link that leads nowhere: ${messageOf(error)}`);
  });
  if (!kind.isFile()) throw problem("it has a suite's name, but is not a regular file");
}

/** The problem of a file that exports something other than a suite. */
function noSuite(value: unknown, file: string): Problem {
  const place = exportPlace(file);
  const remedy = "Write `export default suite({ … })`, with suite from vivavoce.";
  if (place.line === undefined) return { message: "the file has no default export, so it has no suite", place, remedy };
  if (value instanceof Promise) {
    const awaited = "Await it: `export default await …`.";
    return { message: "the default export is a promise, not a suite", place, remedy: awaited };
  }
  return { message: `the default export is ${kindOf(value)}, not a suite`, place, remedy };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const isDefinition = ["cases", "agent", "metrics"].every((field) => field in value);
  return isDefinition ? "an object that did not go through suite()" : "an object";
}

/** The MCP servers of a suite. Commands are started in the suite's folder, wherever Viva was called. */
export function suiteMcp({ suite: { mcp = {} }, folder }: Pick<LoadedSuite, "suite" | "folder">): McpServers {
  return Object.fromEntries(
    Object.entries(mcp).map(([name, server]) => [
      name,
      "command" in server ? { ...server, cwd: resolve(folder, server.cwd ?? ".") } : server,
    ]),
  );
}
