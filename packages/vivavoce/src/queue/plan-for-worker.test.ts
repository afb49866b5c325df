import { expect, test } from "vitest";
import { redactor, VivaError, version } from "../base/index.ts";
import { defaultOptions, planRun, suiteHeader } from "../run/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { openProject } from "../suite/index.ts";
import { folderOf, ownModules, suiteSource } from "../suite/temporary-project.test-helper.ts";
import { planForWorker, type WorkerProject } from "./plan-for-worker.ts";

test("a worker with another Viva than the run was planned with refuses it before anything is planned", async () => {
  const run = { id: "5eed0001", header: { viva: "0.1.0" } } as StoredRun;
  const around = { project: { root: "/" } } as WorkerProject;
  const planning = planForWorker(around, {} as Store, run, { concurrency: 1 });
  await expect(planning).rejects.toThrow(VivaError);
  await expect(planning).rejects.toThrow(`Viva is ${version} here and 0.1.0 there`);
});

const store = { calls: { of: async () => [] } } as unknown as Store;

/** A machine with a project and a package. */
async function machine(installed: string): Promise<WorkerProject> {
  const cwd = folderOf({
    "exam.eval.ts": suiteSource("exam", { imports: 'import { name } from "openai";', agentName: "name" }),
    "node_modules/openai/package.json": `{ "name": "openai", "version": "${installed}" }`,
    "node_modules/openai/index.js": 'exports.name = "agent";',
  });
  return { project: await openProject(cwd, ownModules), cwd, environment: {}, redactor: redactor({}) };
}

/** A run as it is stored when it was planned on a machine. */
async function plannedOn(around: WorkerProject, node = process.versions.node): Promise<StoredRun> {
  const plans = await planRun(around, [], defaultOptions, async () => store);
  const suites = plans.map((plan) => suiteHeader(plan, around.project.root));
  const header = { viva: version, node, options: defaultOptions, paths: [] };
  return { id: "5eed0002", header, suites } as unknown as StoredRun;
}

test("a worker with another version of a package refuses the run, and says which", async () => {
  const planning = planForWorker(await machine("6.7.0"), store, await plannedOn(await machine("6.9.1")), {
    concurrency: 1,
  });
  await expect(planning).rejects.toThrow(VivaError);
  await expect(planning).rejects.toThrow("than run 5eed0002: exam: openai 6.7.0 here, 6.9.1 in the plan");
  await expect(planning).rejects.toMatchObject({ remedy: expect.stringContaining("npm ci") });
});

test("a worker with another Node refuses the run", async () => {
  const planning = planForWorker(await machine("6.7.0"), store, await plannedOn(await machine("6.7.0"), "24.1.0"), {
    concurrency: 1,
  });
  await expect(planning).rejects.toThrow(`: Node ${process.versions.node} here, 24.1.0 in the plan`);
});

test("a worker with the same packages plays the run, also again, and one whose packages are unknown", async () => {
  const worker = await machine("6.7.0");
  const run = await plannedOn(await machine("6.7.0"));
  for (const _run of ["first", "second"])
    expect(await planForWorker(worker, store, run, { concurrency: 1 })).toHaveLength(1);
  for (const { header } of run.suites) if (header.sources) delete header.sources.packages;
  expect(await planForWorker(worker, store, run, { concurrency: 1 })).toHaveLength(1);
});
