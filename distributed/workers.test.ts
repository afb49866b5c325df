import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Command, type Project, projectWith, resultsOf, runOf } from "./project.ts";
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

const secretKey = "sk-test-4f8e1c9d7b2a6035e8d1f7c4b9a2e6d3";
const prompt = "You are the examined agent, and your prompt stays here.";

/** A suite whose agent asks a model once; `after`: milliseconds that each trial takes. */
function suiteOf({ cases = 200, after = 5, version = "1", compute = 0 } = {}): Record<string, string> {
  return {
    "exam.eval.ts": `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
export default suite({
  name: "exam",
  cases: Array.from({ length: ${cases} }, (_, index) => ({
    id: "case-" + index,
    script: [{ content: "Hello " + index }],
    expect: { contains: ["Hello " + index] },
  })),
  models: { agent: scriptedModel((request) => request.messages.at(-1).content) },
  agent: {
    name: "asking",
    version: "${version}",
    open: (context) => ({
      async reply(message) {
        await new Promise((resolve) => setTimeout(resolve, ${after}));
        for (const until = process.cpuUsage().user + ${compute * 1_000}; process.cpuUsage().user < until; );
        const messages = [{ role: "system", content: "${prompt}" }, { role: "user", content: message }];
        const { text } = await context.model().call({ messages });
        context.record({ type: "text", text: message === "Hello 7" ? "no" : text });
      },
    }),
  },
  metrics: [contains()],
});
`,
  };
}

/** A project on a machine of its own; all of them have one store. */
function shared(files: Record<string, string>, environment: Record<string, string> = {}): Project {
  if (!postgres) throw new Error("without PostgreSQL");
  return projectWith(files, { VIVA_STORE: postgres.url, ...environment });
}

function queue(): string {
  if (!redis) throw new Error("without Redis");
  return `--queue ${redis.url}`;
}

const runs = (project: Project, args = "") => project.start(`run ${queue()}${args}`);
const works = (project: Project, args = "") => project.start(`worker ${queue()}${args}`);
const inRedis = (...args: string[]) =>
  spawnSync("redis-cli", ["-p", String(redis?.port), ...args], { encoding: "utf8" });

/** The same exam on one machine, as its results. */
async function onOneMachine(project: Project): Promise<string[]> {
  const alone = project.start("run");
  expect(await alone.ended).toBe(1);
  return resultsOf(project, runOf(alone));
}

describe.skipIf(spawnSync("redis-server", ["--version"]).status !== 0 && process.env.VIVA_SERVERS !== "required")(
  "workers on a queue",
  () => {
    test("give the results of one machine, on one file, and leave nothing in Redis", async () => {
      // Long enough for both workers to find the run.
      const project = projectWith(suiteOf({ after: 100 }));
      const run = runs(project);
      const workers = [works(project, " --once"), works(project, " --once")];
      expect(await run.ended).toBe(1);
      for (const worker of workers) {
        expect(await worker.ended).toBe(0);
        expect(worker.printed).toMatch(/trials? played here/);
      }
      const results = await resultsOf(project, runOf(run));
      expect(results).toHaveLength(200);
      expect(results).toEqual(await onOneMachine(project));
      expect(inRedis("keys", "*").stdout.trim()).toBe("");
    });

    test("have trials of a worker that is killed, and what Redis has forgotten", async () => {
      const project = shared(suiteOf({ cases: 600, after: 60 }));
      const run = runs(project);
      const first = works(project);
      await reached(run, 60);
      first.child.kill("SIGKILL");
      const second = works(project);
      await reached(run, 300);
      inRedis("flushall");
      await reached(run, 420);
      await redis?.restart();
      await postgres?.restart();
      expect(await run.ended).toBe(1);
      for (const { printed } of [run, second]) expect(printed.match(/is away/g) ?? []).toSatisfy(atMostOne);
      const results = await resultsOf(project, runOf(run));
      expect(results).toEqual(await onOneMachine(project));
      second.child.kill("SIGTERM");
      expect(await second.ended).toBe(0);
    });

    test("play each of 10,000 trials once, whatever happens to a worker, to Redis and to PostgreSQL", async () => {
      const files = suiteOf({ cases: 10_000, after: 1 });
      const project = shared(files);
      const run = runs(project);
      const doomed = works(project, " --concurrency 20");
      const steady = works(project, " --concurrency 20");
      await reached(run, 1_000);
      doomed.child.kill("SIGKILL");
      const late = works(project, " --concurrency 20");
      await reached(run, 4_000);
      await redis?.restart();
      await reached(run, 6_000);
      await postgres?.restart();
      expect(await run.ended).toBe(1);
      const id = runOf(run);
      const results = await resultsOf(project, id);
      expect(results).toHaveLength(10_000);
      const alone = projectWith(files);
      expect(results).toEqual(await onOneMachine(alone));
      for (const table of ["trials", "scores", "calls"]) expect(await rowsOf(table, id)).toBe(10_000);
      for (const worker of [steady, late]) {
        worker.child.kill("SIGTERM");
        expect(await worker.ended).toBe(0);
        expect(worker.printed).toMatch(/[1-9]\d* trials played here/);
      }
    });

    test("are faster by half if there are two, on trials that compute", { tags: ["timed"] }, async () => {
      // Two cores, which the servers share: other work on the machine can only make the ratio smaller.
      const project = shared(suiteOf({ cases: 120, after: 0, compute: 50 }));
      let best = 0;
      for (let round = 0; round < 5 && best < 1.5; round++) {
        const one = await timeWith(project, 1);
        best = Math.max(best, one / (await timeWith(project, 2)));
      }
      expect(best).toBeGreaterThanOrEqual(1.5);
    });

    test("play no more than a run needs that may stop early", async () => {
      const project = shared(suiteOf());
      const run = runs(project, " --stop early --pass-rate 0.8");
      for (const _ of ["one", "another"]) works(project);
      expect(await run.ended, run.printed).toBe(0);
      const played = Number(/stopped early after (\d+) of 200 cases/.exec(run.printed)?.[1]);
      expect(played).toBeLessThan(150);
      expect(await resultsOf(project, runOf(run))).toHaveLength(played);
    });

    test("refuse a run of another agent, and say why on both sides", async () => {
      const project = shared(suiteOf());
      const other = shared(suiteOf({ version: "2" }));
      const run = runs(project);
      await run.said(/waiting for a worker: .*worker, with the same queue and store/);
      const worker = works(other);
      await run.said(/refuses this run/);
      expect(worker.printed).toMatch(/is refused: .*exam: /);
      run.child.kill("SIGINT");
      expect(await run.ended).toBe(130);
    });

    test("find nothing in Redis of a run whose planner was killed a day ago", async () => {
      inRedis("flushall");
      const project = shared(suiteOf({ cases: 20 }));
      const killed = runs(project);
      await killed.said("waiting for a worker");
      killed.child.kill("SIGKILL");
      await killed.ended;
      const [id = ""] = inRedis("zrange", "viva:runs", "0", "-1").stdout.trim().split("\n");
      inRedis("zadd", "viva:runs", String(Date.now() - 25 * 60 * 60 * 1_000), id);
      await inStore("update runs set updated_at = 0 where id = $1", id);
      expect(inRedis("keys", `viva:${id}:t*`).stdout.trim()).not.toBe("");
      const run = runs(project);
      const worker = works(project, " --once");
      expect(await run.ended).toBe(1);
      expect(await worker.ended).toBe(0);
      expect(inRedis("keys", "*").stdout.trim()).toBe("");
    });

    test("use no other database of Redis than the one that was named", async () => {
      const run = shared(suiteOf()).start(`run --queue redis://127.0.0.1:${redis?.port}/77`);
      expect(await run.ended).toBe(3);
      expect(run.printed).toMatch(/\/77: .*DB index is out of range\n +Check the user, the password and the database/);
    });

    test("stop with Ctrl-C where the run was planned, and go on with --resume", async () => {
      const project = shared(suiteOf({ cases: 300, after: 200 }));
      const run = runs(project);
      const worker = works(project);
      await reached(run, 30);
      run.child.kill("SIGINT");
      expect(await run.ended).toBe(130);
      expect(run.printed).toContain("unfinished; go on where it stopped");
      const rest = runs(project, " --resume");
      expect(await rest.ended).toBe(1);
      expect(await resultsOf(project, runOf(run))).toEqual(await onOneMachine(project));
      worker.child.kill("SIGTERM");
      expect(await worker.ended).toBe(0);
    });

    test("are not waited for after Ctrl-C if the last one was killed", async () => {
      const project = shared(suiteOf({ cases: 300, after: 300 }));
      const run = runs(project);
      const worker = works(project);
      await reached(run, 20);
      worker.child.kill("SIGKILL");
      await worker.ended;
      run.child.kill("SIGINT");
      expect(await run.ended).toBe(130);
      expect(run.printed).toMatch(/trials? stays? pending, because (its|their) worker gives no sign any more/);
      expect(run.printed).toContain("unfinished; go on where it stopped");
    });

    test("are told neither keys nor prompts by Redis", async () => {
      const project = shared(suiteOf({ cases: 100, after: 2_000 }), { OPENROUTER_API_KEY: secretKey });
      const run = runs(project);
      const worker = works(project);
      await reached(run, 20);
      const dump = everythingInRedis();
      expect(dump).toContain("case-");
      expect(dump).not.toContain(secretKey);
      expect(dump).not.toContain("stays here");
      expect(dump).not.toContain("Hello");
      worker.child.kill("SIGKILL");
    });
  },
);

/** How many rows of a table belong to a run. */
async function rowsOf(table: string, run: string): Promise<number> {
  const [row] = await inStore(`select count(*) as count from ${table} where run = $1`, run);
  return Number(row.count);
}

async function inStore(statement: string, ...values: string[]) {
  const client = new pg.Client({ connectionString: postgres?.url });
  await client.connect();
  const { rows } = await client.query(statement, values);
  await client.end();
  return rows;
}

/** How long a run takes from its first to its last trial, with workers that are waiting for it. */
async function timeWith(project: Project, workers: number): Promise<number> {
  const waiting = Array.from({ length: workers }, () => works(project, " --once --concurrency 2"));
  for (const worker of waiting) await worker.said("waiting for runs");
  const run = runs(project);
  for (const worker of waiting) await worker.said("playing its trials");
  const begun = performance.now();
  await run.said(/120\/120/);
  const took = performance.now() - begun;
  for (const command of [run, ...waiting]) await command.ended;
  return took;
}

function everythingInRedis(): string {
  const keys = inRedis("keys", "*").stdout.trim().split("\n");
  const read: Record<string, string[]> = {
    string: ["get"],
    hash: ["hgetall"],
    list: ["lrange", "0", "-1"],
    set: ["smembers"],
    zset: ["zrange", "0", "-1"],
    stream: ["xrange", "-", "+"],
  };
  return keys
    .flatMap((key) => {
      const [command = "get", ...rest] = read[inRedis("type", key).stdout.trim()] ?? [];
      return [key, inRedis(command, key, ...rest).stdout];
    })
    .join("\n");
}

const atMostOne = (found: readonly string[]) => found.length <= 1;

/** Resolves when the run has said that this many trials are done. */
async function reached(run: Command, trials: number): Promise<void> {
  let isOver = false;
  void run.ended.then(() => (isOver = true));
  while (![...run.printed.matchAll(/(\d+)\/\d+/g)].some(([, done]) => Number(done) >= trials)) {
    if (isOver) throw new Error(`it ended before ${trials} trials:\n${run.printed}`);
    await sleep(20);
  }
}
