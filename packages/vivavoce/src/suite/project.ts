import { existsSync } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { InputError, type Problem } from "../base/index.ts";
import { type Config, defineConfig } from "./config.ts";
import { absoluteAlias, type LoadSettings, loadModule, type OwnModules } from "./module-loader.ts";
import { isSuite, type Suite } from "./suite.ts";

/** Where Viva stands: the folder of the nearest config, or the working directory where there is none. */
export interface Project {
  root: string;
  configFile: string | undefined;
  config: Config;
  load: LoadSettings;
}

/** A suite with the file it came from and everything that file brought along. */
export interface LoadedSuite {
  suite: Suite;
  file: string;
  /** Its folder: globs and cassettes are relative to it. */
  folder: string;
  /** Every file of its module graph, packages aside. */
  modules: string[];
}

const configNames = ["viva.config.ts", "viva.config.mts", "viva.config.js", "viva.config.mjs"];

/** Finds and loads the nearest config, from a folder upwards. */
export async function openProject(from: string, own: OwnModules): Promise<Project> {
  const configFile = nearestConfig(resolve(from));
  if (configFile === undefined) {
    return { root: resolve(from), configFile, config: defineConfig({}), load: { own } };
  }
  const { value } = await loadModule(configFile, { own });
  const config = checkedConfig(value, configFile);
  return {
    root: dirname(configFile),
    configFile,
    config,
    load: { own, alias: absoluteAlias(config.alias, configFile) },
  };
}

/** A config need not go through defineConfig(), but it is checked all the same. */
function checkedConfig(value: unknown, file: string): Config {
  try {
    return defineConfig(value as Config);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.problems.map((problem) => ({ ...problem, place: { file } })));
  }
}

function nearestConfig(folder: string): string | undefined {
  const found = configNames.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestConfig(parent);
}

/** Loads the suites at paths (files, folders), or all those that the config names. All problems at once. */
export async function loadSuites(project: Project, paths: readonly string[], cwd: string): Promise<LoadedSuite[]> {
  const files = await suiteFiles(project, paths, cwd);
  const problems: Problem[] = [];
  const suites: LoadedSuite[] = [];
  for (const file of files) {
    try {
      suites.push(await loadSuite(project, file));
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

async function loadSuite(project: Project, file: string): Promise<LoadedSuite> {
  const { value, files } = await loadModule(file, project.load);
  if (!isSuite(value)) {
    const remedy = "Write `export default suite({ … })`, with suite from vivavoce.";
    throw new InputError({ message: "the default export is no suite", place: { file }, remedy });
  }
  return { suite: value, file, folder: dirname(file), modules: files };
}

async function suiteFiles(project: Project, paths: readonly string[], cwd: string): Promise<string[]> {
  if (paths.length === 0) {
    const files = await matching(project.root, project.config.suites);
    if (files.length > 0) return files;
    const remedy = project.configFile
      ? `${project.configFile} looks for ${project.config.suites.join(", ")}.`
      : "Give a path, or write a viva.config.ts that says where suites are.";
    throw new InputError({ message: `no suite found in ${project.root}`, remedy });
  }
  const found = await Promise.all(paths.map((path) => filesAt(path, cwd)));
  const problems: Problem[] = [];
  const files = new Set<string>();
  for (const at of found) {
    if (!Array.isArray(at)) problems.push(at);
    else for (const file of at) files.add(file);
  }
  if (problems.length > 0) throw new InputError(problems);
  return [...files];
}

/** The suite file at a path, or all those in a folder, or why there is none. */
async function filesAt(path: string, cwd: string): Promise<string[] | Problem> {
  const absolute = resolve(cwd, path);
  const kind = await stat(absolute).catch(() => undefined);
  if (kind?.isFile()) return [absolute];
  const inside = kind?.isDirectory() ? await matching(absolute, ["**/*.eval.{ts,mts,cts,tsx,js,mjs,cjs,jsx}"]) : [];
  if (inside.length > 0) return inside;
  const message = kind ? `no *.eval.ts in ${path}` : `${path} does not exist`;
  return { message, remedy: "Give a suite's file, or a folder that holds one." };
}

async function matching(folder: string, patterns: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  const exclude = (name: string) => /(?:^|[\\/])(?:node_modules|dist|\.viva|\.git)$/.test(name);
  for await (const file of glob([...patterns], { cwd: folder, exclude })) files.add(join(folder, file));
  const key = (file: string) => relative(folder, file).split(sep).join("/");
  return [...files].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
