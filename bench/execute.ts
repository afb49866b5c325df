// One run inside this process, as `viva run` makes it, without the terminal.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redactor } from "../packages/vivavoce/dist/base/index.js";
import {
  defaultOptions,
  executeRun,
  OpenedModels,
  planSuite,
  type RunOptions,
  suiteModels,
} from "../packages/vivavoce/dist/run/index.js";
import { Store } from "../packages/vivavoce/dist/store/index.js";
import { loadSuites, openProject } from "../packages/vivavoce/dist/suite/index.js";
import { ownModules } from "../packages/vivavoce/dist/test-runner/own-modules.js";

/** Loads, plans, plays, scores and stores one suite; every trial has to pass. */
export async function execute(file: string, given: Partial<RunOptions>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
  const store = await Store.open(join(folder, "store.sqlite"));
  try {
    const options = { ...defaultOptions, ...given };
    const project = await openProject(folder, ownModules);
    const [loaded] = await loadSuites(project, [file], folder);
    if (!loaded) throw new Error(`${file} holds no suite`);
    const models = suiteModels(loaded, project, options, process.env, new OpenedModels(options.concurrency));
    const plan = await planSuite(loaded, { position: 0, project, models, options, failedBefore: undefined });
    const never = new AbortController().signal;
    const header = { viva: "bench", node: process.versions.node, options, paths: [] };
    const result = await executeRun({
      root: folder,
      store,
      plans: [plan],
      options,
      header,
      redactor: redactor(),
      stop: never,
      abort: never,
    });
    const tally = result.suites[0]?.tally;
    if (tally?.passed !== tally?.planned) throw new Error(`not every trial passed: ${JSON.stringify(tally)}`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
