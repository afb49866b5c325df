import { existsSync, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { didYouMean, filesBeside, InputError, messageOf, type Problem, relativePath } from "../base/index.ts";
import { isModelHost, type McpServers, type ModelHosts, refusedHosts } from "../gateway/index.ts";
import { SuiteNetwork, showConnection } from "../network/index.ts";
import type { Project } from "./config.ts";
import { findSuites, matching } from "./find-suites.ts";
import { loadModule } from "./module-loader.ts";
import { isSuite, type Suite } from "./suite.ts";
import { textPlace } from "./user-place.ts";

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
  const files = await findSuites(project, await suitePaths(project, paths, cwd, { replayed }), cwd);
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

/**
 * The paths as they are given, with the files of a suite in the place of its name. What is a path is not taken for a name.
 * The code of other suites runs only if no file has the name in its text.
 */
export async function suitePaths(
  project: Project,
  given: readonly string[],
  cwd: string,
  { replayed = false }: { replayed?: boolean | undefined } = {},
): Promise<string[]> {
  const names = given.filter((path) => !existsSync(resolve(cwd, path)));
  if (names.length === 0) return [...given];
  const files = await matching(project.root, project.config.suites);
  const found = new Map<string, string[]>();
  const isLikely = (file: string) =>
    statSync(file).isFile() && names.some((name) => readFileSync(file, "utf8").includes(name));
  const { likely = [], others = [] } = Object.groupBy(files, (file) => (isLikely(file) ? "likely" : "others"));
  for (const file of [...likely, ...others]) {
    if (names.every((name) => isPath(name) || found.has(name)) && !likely.includes(file)) break;
    const loaded = await loadSuite(project, file, replayed).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
    });
    if (loaded) found.set(loaded.suite.name, [...(found.get(loaded.suite.name) ?? []), file]);
  }
  const unknown = names.filter((name) => !found.has(name));
  if (unknown.length === 0) return given.flatMap((path) => found.get(path) ?? path);
  const otherwise = "Give a suite's name, its file, or a folder that holds one.";
  throw new InputError(
    unknown.map((name) => {
      const known = [...found.keys(), ...filesBeside(name, cwd), ...files.map((file) => relativePath(cwd, file))];
      const message = isPath(name) ? `${name} does not exist` : `there is no suite ${name}, and no such path`;
      return { message, remedy: didYouMean(name, known, otherwise) };
    }),
  );
}

function isPath(text: string): boolean {
  return !/^[\w.-]+$/.test(text) || /\.[cm]?[jt]sx?$/.test(text);
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
  const place = textPlace(file);
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
