import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsIn } from "../packages/vivavoce/src/store/store.test-helper.ts";
import { type Project, projectWith, resultsOf, runOf } from "./project.ts";
import { type Server, startPostgres, startRedis } from "./servers.ts";

let redis: Server;
let postgres: Server;
let isThere = false;
beforeAll(async () => {
  const [one, other] = [await startRedis(), await startPostgres()];
  if (!one || !other) return;
  [redis, postgres, isThere] = [one, other, true];
});
afterAll(async () => {
  await redis?.remove();
  await postgres?.remove();
});

/** A suite whose trials take so many milliseconds each. */
const suiteOf = (cases: number, takesMs: number) => ({
  "exam.eval.ts": `
import { functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
const say = async (message) => {
  await new Promise((resolve) => setTimeout(resolve, ${takesMs}));
  return message;
};
export default suite({
  name: "exam",
  cases: Array.from({ length: ${cases} }, (_, index) => ({
    id: "case-" + index,
    script: [{ content: "Hello " + index }],
    expect: { contains: ["Hello " + index] },
  })),
  agent: functionAgent(say, { name: "echo", version: "1" }),
  metrics: [contains()],
});
`,
});

const shared = (files: Record<string, string>): Project =>
  projectWith(files, { VIVA_STORE: postgres.url, VIVA_QUEUE: redis.url });

// A worker that was killed at the end of a test has signed as one that is there.
beforeEach(() => void (isThere && spawnSync("redis-cli", ["-p", String(redis.port), "flushall"])));

const finished = async () => {
  const [row] = await rowsIn(postgres.url, "select count(*) as count from trials where status is not null");
  return Number(row?.count);
};

describe("a night on several machines", () => {
  test("loses less than 15 s by a worker that stands still within a transaction", { tags: ["timed"] }, async ({
    skip,
  }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(700, 1_500));
    await project.viva("list");
    const run = project.start("run");
    const preload = `--import=${join(import.meta.dirname, "stops-in-transaction.js")}`;
    const [doomed] = [
      project.start("worker --concurrency 20", { NODE_OPTIONS: preload }),
      project.start("worker"),
      project.start("worker"),
    ];
    while ((await finished()) < 60) await sleep(100);
    project.write({ armed: "" });
    let [before, since, longest] = [await finished(), performance.now(), 0];
    for (const end = performance.now() + 60_000; performance.now() < end && before < 700; await sleep(200)) {
      const now = await finished();
      if (now !== before) [before, since] = [now, performance.now()];
      longest = Math.max(longest, performance.now() - since);
    }
    doomed.child.kill("SIGCONT");
    expect(await run.ended).toBe(0);
    expect(longest).toBeLessThan(15_000);
    expect(await resultsOf(project, runOf(run))).toHaveLength(700);
  });

  test("plays a run of 2 trials behind one of 1,500 within 10 s", { tags: ["timed"] }, async ({ skip }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(1_500, 500));
    const long = project.start("run");
    const worker = project.start("worker --concurrency 20");
    await worker.said("playing its trials");
    // A machine that does something else for a moment has another two chances.
    let shortest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3 && shortest > 10_000; round++) {
      const begun = performance.now();
      const short = project.start("run --case case-1 --case case-2");
      expect(await short.ended).toBe(0);
      shortest = Math.min(shortest, performance.now() - begun);
    }
    expect(shortest).toBeLessThan(10_000);
    expect(long.child.exitCode).toBeNull();
    expect(await long.ended).toBe(0);
    expect(await resultsOf(project, runOf(long))).toHaveLength(1_500);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    // Both sides of a turn are told once, not at every turn.
    expect(worker.printed.match(new RegExp(`run ${runOf(long)}: `, "g"))).toHaveLength(2);
  });

  test("plays every trial of three runs once, whatever happens to workers and servers between turns", async ({
    skip,
  }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(600, 100));
    await project.viva("list");
    const runs = [project.start("run"), project.start("run --priority 1"), project.start("run")];
    const [stopped, killed] = [project.start("worker"), project.start("worker"), project.start("worker")];
    const begun = await finished();
    while ((await finished()) < begun + 200) await sleep(100);
    stopped.child.kill("SIGSTOP");
    killed.child.kill("SIGKILL");
    while ((await finished()) < begun + 500) await sleep(100);
    await redis.restart();
    while ((await finished()) < begun + 800) await sleep(100);
    await postgres.restart();
    stopped.child.kill("SIGCONT");
    for (const run of runs) {
      expect(await run.ended, run.printed).toBe(0);
      expect(new Set(await resultsOf(project, runOf(run))).size).toBe(600);
      for (const table of ["trials", "scores"]) {
        const [row] = await rowsIn(postgres.url, `select count(*) as count from ${table} where run = '${runOf(run)}'`);
        expect(Number(row?.count)).toBe(600);
      }
    }
  });

  test("ends with 3 after --wait if no worker comes, or if all refuse, and says which", async ({ skip }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(2, 1));
    const alone = project.start("run --wait 2");
    expect(await alone.ended).toBe(3);
    expect(alone.printed).toMatch(
      /no trial of run \w+ was played for 2 s: no worker is at the queue\n +Start a worker/,
    );
    const id = /run (\w+) was played/.exec(alone.printed)?.[1];
    const other = shared(suiteOf(3, 1));
    const worker = other.start("worker");
    await worker.said("waiting for runs");
    const refused = project.start("run --wait 5");
    expect(await refused.ended).toBe(3);
    expect(refused.printed).toMatch(/every worker at the queue refuses it\. \S+: this worker has other code/);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    const able = project.start("worker");
    expect(await project.start(`run --resume ${id}`).ended).toBe(0);
    expect(able.printed).toMatch(/waiting for runs in the queue at .*; the store is postgres:\/\/127/);
    expect(await project.start("run --wait 2", { VIVA_QUEUE: "" }).ended).toBe(64);
  });

  test("names a store that is away, by its worker before there is a run and by both while there is one", async ({
    skip,
  }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(100, 1_000));
    const early = project.start("worker", { VIVA_STORE: "postgres://viva@127.0.0.1:1/exams" });
    await early.said("the store at postgres://127.0.0.1:1/exams cannot be reached");
    early.child.kill("SIGTERM");
    expect(await early.ended).toBe(0);
    const worker = project.start("worker");
    const run = project.start("run");
    await worker.said("playing its trials");
    await postgres.stop();
    await run.said(/waiting for the store: postgres:\/\/127.0.0.1:\d+\/postgres has not answered for \d+ s/);
    await worker.said(/the store at postgres:\S+ does not answer; waiting for it/);
    await postgres.start();
    expect(await run.ended).toBe(0);
    await worker.said(/the store at postgres:\S+ is back/);
  });

  test("names a store that is full, on both sides, and goes on when there is room", async ({ skip }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(40, 500));
    await project.viva("list");
    await rowsIn(
      postgres.url,
      `create or replace function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    );
    const worker = project.start("worker");
    const run = project.start("run");
    await worker.said("playing its trials");
    for (const table of ["trials", "runs"])
      await rowsIn(
        postgres.url,
        `create trigger disk_full before insert or update on ${table} execute function disk_full()`,
      );
    await worker.said(/is refused: the store at postgres:\S+ could not be written: the disk of the server is full/);
    await run.said(/refuses this run: the store at postgres:\S+ could not be written: the disk of the server is full/);
    await run.said(
      /waiting for the store: the store at postgres:\S+ could not be written: the disk of the server is full/,
    );
    for (const table of ["trials", "runs"]) await rowsIn(postgres.url, `drop trigger disk_full on ${table}`);
    expect(await run.ended).toBe(0);
    expect(await resultsOf(project, runOf(run))).toHaveLength(40);
  });

  test("is watched by Prometheus, on this machine only", async ({ skip }) => {
    if (!isThere) return skip();
    const project = shared(suiteOf(5, 1));
    const worker = project.start("worker --metrics 0");
    await worker.said("figures for Prometheus at http://127.0.0.1:");
    const [url = ""] = /http:\/\/127\S+/.exec(worker.printed) ?? [];
    expect(await project.start("run").ended).toBe(0);
    const figures = async () => (await fetch(url)).text();
    while (!(await figures()).includes('viva_worker_trials_total{status="passed"} 5\n')) await sleep(50);
    expect(await figures()).toMatch(/^viva_worker_trials_running 0$/m);
    expect(await figures()).toMatch(/^viva_worker_store_up 1$/m);
    expect(await figures()).toMatch(/^viva_worker_queue_up 1$/m);
    expect(await figures()).toMatch(/^viva_worker_last_progress_seconds 1\d{9}/m);
    expect((await fetch(new URL("/", url))).status).toBe(404);
    await redis.stop();
    while (!(await figures()).includes("viva_worker_queue_up 0\n")) await sleep(50);
    await redis.start();
    while (!(await figures()).includes("viva_worker_queue_up 1\n")) await sleep(50);
    expect(await project.start("worker --metrics nowhere").ended).toBe(64);
  });
});
