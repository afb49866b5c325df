import { expect, test } from "vitest";
import { version } from "../base/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { planForWorker, type WorkerProject, WorkerRefused } from "./plan-for-worker.ts";

test("a worker with another Viva than the run was planned with refuses it before anything is planned", async () => {
  const run = { id: "5eed0001", header: { viva: "0.1.0" } } as StoredRun;
  const around = { project: { root: "/" } } as WorkerProject;
  const planning = planForWorker(around, {} as Store, run, { concurrency: 1 });
  await expect(planning).rejects.toThrow(WorkerRefused);
  await expect(planning).rejects.toThrow(`Viva is ${version} here and 0.1.0 there`);
});
