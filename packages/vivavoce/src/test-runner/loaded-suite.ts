import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../base/index.ts";
import { SuiteNetwork } from "../network/index.ts";
import { fileOfSuite, isSuite, type LoadedSuite, loadModule, type Suite } from "../suite/index.ts";
import type { Bench } from "./bench.ts";

/**
 * A suite that a test file imported, with its file. It is played as it is, with whatever the test has mocked. Its file is
 * loaded once more to find its modules, so that the agent has the same identity as in `viva run`. For a suite made in the
 * test file itself, that file is all there is.
 */
export async function loadedSuite(bench: Bench, suite: unknown, testFile: string): Promise<LoadedSuite> {
  if (!isSuite(suite)) {
    const remedy = 'Give it the result of suite(): import coach from "./coach.eval.ts"; describeSuite(coach).';
    throw new InputError({ message: "describeSuite() was given something that is not a suite", remedy });
  }
  const file = fileOfSuite(suite) ?? testFile;
  const modules = isSame(file, testFile) ? [file] : await modulesOf(bench, suite, file);
  return { suite, file, folder: dirname(file), modules, network: new SuiteNetwork() };
}

async function modulesOf({ project }: Bench, { name }: Suite, file: string): Promise<string[]> {
  const { value, files } = await loadModule(file, project.load);
  // A helper that makes suites for other files exports another suite or none.
  return isSuite(value) && value.name === name ? files : [file];
}

function isSame(a: string, b: string): boolean {
  return realpathSync(a) === realpathSync(b);
}
