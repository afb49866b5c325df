import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { InputError, type Problem } from "../base/index.ts";
import { openProject } from "./config.ts";
import { type LoadedSuite, loadSuites } from "./load-suites.ts";

// The loader would keep a compiled copy of every file of every test in the system's temporary folder.
process.env.JITI_FS_CACHE = "false";

/** What suites import by name in these tests. */
export const ownModules = async () => {
  return { vivavoce: await import("../index.ts"), "vivavoce/metrics": await import("../metric/index.ts") };
};

/** A folder with these files in it, gone when the test is over. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "viva-suite-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write(folder, files);
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The source of a suite; `agentName` is an expression, so that a test can see what an import gave. */
export function suiteSource(name: string, { imports = "", agentName = '"agent"', more = "" } = {}): string {
  return `${imports}
import { suite } from "vivavoce";
import { toolUse } from "vivavoce/metrics";
export default suite({
  name: ${JSON.stringify(name)},
  cases: [{ id: "one", script: [{ content: "Hello" }] }],
  agent: () => ({ name: String(${agentName}), version: "1", open: () => ({ reply: async () => {} }) }),
  metrics: [toolUse()],
  ${more}
});
`;
}

/** Loads what a folder holds, as the command does. */
export async function loadAll(folder: string, ...paths: string[]): Promise<LoadedSuite[]> {
  return loadSuites(await openProject(folder, ownModules), paths, folder);
}

/** What is wrong with something, where something must be. */
export async function problemsOf(work: Promise<unknown> | (() => unknown)): Promise<readonly Problem[]> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  throw new Error("nothing was refused");
}
