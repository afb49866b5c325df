import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterThisFile } from "../after-file.test-helper.ts";
import type { StoredRun } from "../shape/index.ts";
import { Store, type StoredTrial, storeFile } from "../store/index.ts";
import { launcher, vivaInThisProcess } from "./in-process.test-helper.ts";

/** Compiled modules are kept between commands, as they are on a user's machine. */
const temporaryFolder = tmpdir();
const cache = join(temporaryFolder, "viva-test-cache");
/** What a command left behind when it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Settings {
  /** The text on stdin. */
  input?: string | undefined;
  /** The test writes to stdin itself, and ends it. */
  keepOpen?: boolean;
  environment?: Record<string, string>;
  /** The user's current folder, within the project. */
  from?: string;
  /** Run on this Node instead of the test's own. */
  node?: string;
}

/** A command that is still running. */
export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
}

export interface TestProject {
  folder: string;
  viva(args: string, settings?: Settings): Promise<Ended>;
  start(args: string, settings?: Settings): Running;
  write(files: Record<string, string>): void;
  read(file: string): string;
  runs(): Promise<StoredRun[]>;
  /** The newest run's trials, as "case status". */
  statuses(): Promise<string[]>;
  trials(): Promise<StoredTrial[]>;
  /** A folder for TMPDIR, and the files in it. */
  temporary: string;
  temporaryFiles(): string[];
}

/** A user's project in a folder of its own, with a config that names every suite in it. */
export function projectOf(files: Record<string, string>, config = `{ suites: ["*.eval.ts"] }`): TestProject {
  const folder = realpathSync(mkdtempSync(join(temporaryFolder, "viva-cli-")));
  const temporary = join(folder, "tmp");
  afterThisFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(temporary);
  mkdirSync(cache, { recursive: true });
  const write = (given: Record<string, string>) => {
    for (const [name, content] of Object.entries(given)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  };
  write({
    "viva.config.ts": `import { defineConfig } from "vivavoce";\nexport default defineConfig(${config});\n`,
    ...files,
  });
  const start = (args: string, settings: Settings = {}) => startViva(folder, words(args), settings);
  const withStore = async <T>(look: (store: Store) => Promise<T>): Promise<T> => {
    const store = await Store.open(storeFile(folder));
    return look(store).finally(() => store.close());
  };
  const trials = () =>
    withStore(async (store) => {
      const [newest] = await store.runs.list(1);
      return newest ? Array.fromAsync(store.trials.read(newest.id, 0)) : [];
    });
  return {
    folder,
    start,
    viva: (args, settings) => oneOfThree(() => start(args, settings).ended),
    write,
    read: (file) => readFileSync(join(folder, file), "utf8"),
    runs: () => withStore((store) => store.runs.list()),
    trials,
    statuses: async () => (await trials()).map(({ caseId, status }) => `${caseId} ${status}`),
    temporary,
    temporaryFiles: () => readdirSync(temporary),
  };
}

/**
 * The same, but `viva` runs in this process, in a third of the time. For tests of what a command says, stores and
 * returns. Tests of its process (exit, signals, streams, what a suite's code prints or does to it) need `projectOf`.
 */
export function projectHere(files: Record<string, string>, config?: string): TestProject {
  const project = projectOf(files, config);
  return { ...project, viva: (args, settings) => obeyHere(project.folder, words(args), settings) };
}

let running = 0;
const waiting: (() => void)[] = [];

/** At most three commands at a time: more would only wait for each other, and for the machine. */
async function oneOfThree<T>(work: () => Promise<T>): Promise<T> {
  if (running >= 3) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Words as a shell would split them; single quotes hold one together. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** A command's folder and environment, without the keys of the person who runs the tests. */
function placeOf(folder: string, { environment, from }: Settings) {
  const caches = { TMPDIR: cache, XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: cache };
  const env = { PATH: process.env.PATH, HOME: folder, ...caches, ...environment };
  return { cwd: from === undefined ? folder : join(folder, from), env };
}

async function obeyHere(folder: string, args: string[], settings: Settings = {}): Promise<Ended> {
  const { input, node } = settings;
  if (input !== undefined || node !== undefined) throw new Error("this needs a process of its own: projectOf");
  const said = { stdout: "", stderr: "" };
  const onText = (text: string, stream: keyof typeof said) => {
    said[stream] += text;
  };
  return { code: await vivaInThisProcess(args, { ...placeOf(folder, settings), onText }), ...said };
}

function startViva(folder: string, args: string[], settings: Settings): Running {
  const { input, node } = settings;
  // A process group of its own, to see whether any process is left over.
  const child = spawn(node ?? process.execPath, [launcher, ...args], {
    ...placeOf(folder, settings),
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  afterThisFile(() => {
    if (child.exitCode === null) child.kill("SIGKILL");
  });
  child.stdin.on("error", () => {});
  if (!settings.keepOpen) child.stdin.end(input ?? "");
  const code = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  // A test may close a stream: then it gets only what it has read by then.
  const read = (stream: Readable) => text(stream).catch(() => "");
  const ended = Promise.all([code, read(child.stdout), read(child.stderr)]).then(([exit, stdout, stderr]) => {
    return { code: exit, stdout, stderr };
  });
  return { child, ended };
}

/** Whether any process of a command's group is still there. */
export function isAnybodyLeft({ child }: Pick<Running, "child">): boolean {
  try {
    process.kill(-(child.pid ?? 0), 0);
    return true;
  } catch {
    return false;
  }
}

export interface SuiteText {
  name?: string;
  /** The definition's fields as source text. */
  cases?: string;
  agent?: string;
  metrics?: string;
  models?: string;
  /** Further fields, and lines before the suite. */
  fields?: string;
  before?: string;
}

/** Repeats the user's message. */
export const echo = `{
  name: "echo",
  version: "1",
  open: (context) => ({ reply: async (message) => context.record({ type: "text", text: message }) }),
}`;

/** Asks its model once for every message. */
export const asking = `{
  name: "asking",
  version: "1",
  open: (context) => ({
    async reply(message) {
      const messages = [{ role: "system", content: prompt }, { role: "user", content: message }];
      const { text } = await context.model().call({ messages });
      context.record({ type: "text", text });
    },
  }),
}`;

/** Cases that expect their own words back. */
export function casesOf(...ids: string[]): string {
  return JSON.stringify(
    ids.map((id) => ({ id, script: [{ content: `Hello ${id}` }], expect: { contains: [`Hello ${id}`] } })),
  );
}

export function suiteText(given: SuiteText = {}): string {
  const { name = "exam", cases = casesOf("one", "two"), agent = echo, metrics = "[contains()]", models } = given;
  return `
import { cases, suite } from "vivavoce";
import * as metric from "vivavoce/metrics";
const { contains, defineMetric, scored } = metric;
const prompt = "Be kind.";
${given.before ?? ""}
export default suite({
  name: ${JSON.stringify(name)},
  cases: ${cases},
  agent: ${agent},
  metrics: ${metrics},
  ${models === undefined ? "" : `models: ${models},`}
  ${given.fields ?? ""}
});
`;
}

/** The models of a suite whose agent asks a server. */
export function servedBy(url: string, more = ""): string {
  return `{ agent: { model: "compatible:any", baseURL: ${JSON.stringify(url)}, ${more} } }`;
}

/** The part of a JSON report that is the same for the same tapes, as text. */
export function resultsIn(report: string): string {
  const at = report.indexOf('"results":');
  if (at < 0) throw new Error(`no results in ${report.slice(0, 200)}`);
  return report.slice(at);
}

/** Waits until a condition holds. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
