import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsIn } from "../packages/vivavoce/src/store/store.test-helper.ts";
import { projectWith } from "./project.ts";
import { type Server, startPostgres, startRedis } from "./servers.ts";

let redis: Server | undefined;
let postgres: Server | undefined;
beforeAll(async () => {
  redis = await startRedis();
  postgres = await startPostgres();
});
afterAll(async () => {
  await redis?.remove();
  await postgres?.remove();
});

const suite = `
import { functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "exam",
  cases: [{ id: "hello", script: [{ content: "Hello" }], expect: { contains: ["Hello"] } }],
  agent: functionAgent((message) => message, { name: "echo", version: "1" }),
  metrics: [contains()],
});`;

test("a worker whose user may only read says so once, on both sides, and goes on waiting", async ({ skip }) => {
  if (!redis || !postgres) return skip();
  const planner = projectWith({ "exam.eval.ts": suite }, { VIVA_STORE: postgres.url, VIVA_QUEUE: redis.url });
  await planner.viva("list");
  const run = planner.start("run");
  await run.said("waiting for a worker");
  await rowsIn(postgres.url, "create role reader login");
  await rowsIn(postgres.url, "grant select on all tables in schema public to reader");
  const worker = planner.start("worker", { VIVA_STORE: postgres.url.replace("viva@", "reader@") });
  await worker.said("cannot be written");
  await run.said(/refuses this run: the store at .* cannot be written/);
  await sleep(5_000);
  expect(worker.printed.match(/cannot be written/g)).toHaveLength(1);
  expect(worker.child.exitCode).toBeNull();
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  planner.start("worker");
  expect(await run.ended).toBe(0);
});
