import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { InputError, isJsonObject, type JsonObject, readRegularFileSync, shellWord } from "../../base/index.ts";
import { readJson } from "../../case/index.ts";
import { modelEnvironment } from "../../model/index.ts";
import { configNames } from "../../suite/index.ts";
import { upwards } from "../git-commit.ts";

/** The words of each package manager: how it adds a package, installs a lock, and runs a command or a script. */
export const managers = {
  npm: { add: ["install", "--save-dev"], clean: "npm ci", execute: "npx", run: "npm run" },
  pnpm: { add: ["add", "--save-dev"], clean: "pnpm install --frozen-lockfile", execute: "pnpm exec", run: "pnpm" },
  yarn: { add: ["add", "--dev"], clean: "yarn install", execute: "yarn", run: "yarn" },
  bun: { add: ["add", "--dev"], clean: "bun install --frozen-lockfile", execute: "bunx", run: "bun run" },
} as const;

export type PackageManager = keyof typeof managers;
export const managerNames = Object.keys(managers) as PackageManager[];

/** The command that puts Viva into a project, for people to read. */
export function installCommand(manager: PackageManager, spec = "vivavoce"): string {
  return [manager, ...managers[manager].add, shellWord(spec)].join(" ");
}

/** What the files in a folder tell about the project, before the user is asked. */
export interface ProjectFacts {
  folder: string;
  language: "ts" | "js";
  /** Whether a plain .js file is an ES module here. */
  isModule: boolean;
  manager: PackageManager;
  testRunner: "vitest" | "jest" | undefined;
  /** In words, where the project has a test runner that is too old to play suites. */
  oldTestRunner: string | undefined;
  /** The AI SDK's major version; undefined where the project does not use it. */
  aiSdk: { major: number; isInstalled: boolean } | undefined;
  /** In node_modules, or where Yarn keeps packages without that folder. */
  hasViva: boolean;
  configFile: string | undefined;
  /** The repository's folder, if it is above this one. */
  repositoryAbove: string | undefined;
  /** Environment and .env file. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** The last two are what an earlier `viva init` wrote. */
const signsOfTypeScript = ["tsconfig.json", "viva.config.ts", "evals/first.eval.ts"];

/** Looks at a folder. It may not exist yet. */
export function projectFacts(folder: string, variables: Readonly<Record<string, string | undefined>>): ProjectFacts {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new InputError({
      message: "this is a file, not a folder",
      place: { file: folder },
      remedy: "Name a folder; it may be a new one.",
    });
  }
  const manifest = readManifest(join(folder, "package.json"));
  const listed = dependenciesOf(manifest);
  const isThere = (...names: string[]) => names.some((name) => existsSync(join(folder, name)));
  const testRunner = (["vitest", "jest"] as const).find((name) => name in listed);
  const oldTestRunner = testRunner && oldRunnerIn(folder, testRunner, listed[testRunner]);
  const repository = [...upwards(folder)].find((above) => existsSync(join(above, ".git")));
  return {
    folder,
    language: isThere(...signsOfTypeScript) || "typescript" in listed || !hasJavaScript(folder) ? "ts" : "js",
    // The package.json that Viva writes has the type "module".
    isModule: manifest === undefined || manifest.type === "module",
    manager: managerOf(folder, manifest, variables),
    testRunner: oldTestRunner === undefined ? testRunner : undefined,
    oldTestRunner,
    aiSdk: aiSdkIn(folder, listed.ai),
    hasViva: installedVersion(folder, "vivavoce") !== undefined || ("vivavoce" in listed && isThere(".pnp.cjs")),
    configFile: configNames.find((name) => isThere(name)),
    repositoryAbove: repository === folder ? undefined : repository,
    environment: modelEnvironment(folder, variables),
  };
}

function readManifest(file: string): JsonObject | undefined {
  if (!existsSync(file)) return undefined;
  const bytes = readRegularFileSync(file);
  const remedy = "Correct it first: Viva adds a script to it.";
  try {
    const manifest: unknown = JSON.parse(withoutMark(bytes.toString("utf8")));
    if (isJsonObject(manifest)) return manifest;
  } catch {
    const [flaw] = [...readJson(bytes)].flatMap((item) => ("flaws" in item ? item.flaws : []));
    const message = `this is not JSON: ${flaw?.message ?? "the file is empty"}`;
    throw new InputError({ message, place: { file, ...flaw?.position }, remedy });
  }
  throw new InputError({ message: "this is not a JSON object", place: { file }, remedy });
}

/** Some editors on Windows put a byte order mark before the text. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

function dependenciesOf(manifest: JsonObject | undefined): Record<string, unknown> {
  const lists = [manifest?.devDependencies, manifest?.dependencies].filter(isJsonObject);
  return Object.assign(Object.create(null), ...lists);
}

/** Whether the project is written in JavaScript; config files of tools do not count. */
function hasJavaScript(folder: string): boolean {
  const isSource = (name: string) => /\.[cm]?jsx?$/.test(name) && !/\.config\.\w+$|^\./.test(name);
  return ["", "src", "lib"].some((part) => {
    const place = join(folder, part);
    return existsSync(place) && statSync(place).isDirectory() && readdirSync(place).some(isSource);
  });
}

/** The package manager that package.json names, or that wrote the lock, or that started this process. */
function managerOf(
  folder: string,
  manifest: JsonObject | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): PackageManager {
  const named = managerNamed(String(manifest?.packageManager ?? ""));
  if (named) return named;
  const locks = {
    "package-lock.json": "npm",
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
  } as const;
  for (const above of upwards(folder)) {
    for (const [lock, manager] of Object.entries(locks)) if (existsSync(join(above, lock))) return manager;
    if (existsSync(join(above, ".git"))) break;
  }
  return managerNamed(variables.npm_config_user_agent ?? "") ?? "npm";
}

function aiSdkIn(folder: string, range: unknown): ProjectFacts["aiSdk"] {
  if (typeof range !== "string") return undefined;
  const installed = installedVersion(folder, "ai");
  const major = Number(/\d+/.exec(installed ?? range)?.[0] ?? Number.NaN);
  return { major, isInstalled: installed !== undefined };
}

/** The oldest runners that can play suites. */
const leastRunners = { vitest: { name: "Vitest", major: 4, minor: 1 }, jest: { name: "Jest", major: 30, minor: 0 } };

/** Of a range only the first number counts: what will be installed for it, nobody knows yet. */
function oldRunnerIn(folder: string, runner: keyof typeof leastRunners, range: unknown): string | undefined {
  const installed = installedVersion(folder, runner);
  const [major, minor] = (installed ?? String(range)).match(/\d+/g)?.map(Number) ?? [];
  const least = leastRunners[runner];
  const isOld =
    major !== undefined &&
    (major < least.major || (installed !== undefined && major === least.major && (minor ?? 0) < least.minor));
  if (!isOld) return undefined;
  return `The project has ${least.name} ${installed ?? range}. vivavoce/${runner} needs ${least.major}.${least.minor} or newer, so no test file was written.`;
}

function installedVersion(folder: string, name: string): string | undefined {
  for (const above of upwards(folder)) {
    const file = join(above, "node_modules", name, "package.json");
    if (!existsSync(file)) continue;
    return /"version":\s*"([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
  }
  return undefined;
}

/** "pnpm@10.2.0" and "pnpm/10.2.0 npm/? node/v24" are both pnpm. */
function managerNamed(text: string): PackageManager | undefined {
  return managerNames.find((name) => new RegExp(`^${name}\\b`).test(text));
}
