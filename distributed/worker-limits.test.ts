import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { scriptedServer } from "../packages/vivavoce/src/testing/scripted-server.ts";
import { type Command, type Project, projectWith } from "./project.ts";
import { type Server, startRedis } from "./servers.ts";

const redis: Server | undefined = await startRedis();
afterAll(() => redis?.remove());

/** A project whose agent asks a model once in each trial, when its server was asked, and how often at once. */
async function exam({ cases = 60, delayMs = 30, limits = "" }) {
  const asked: number[] = [];
  const atOnce = { now: 0, most: 0 };
  const answer = async () => {
    asked.push(performance.now());
    atOnce.most = Math.max(atOnce.most, ++atOnce.now);
    await sleep(delayMs);
    atOnce.now -= 1;
    return { text: "Hello" };
  };
  const server = await scriptedServer({ answer, keepRequests: false });
  onTestFinished(() => server.close());
  const project = projectWith({
    "exam.eval.ts": `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "exam",
  cases: Array.from({ length: ${cases} }, (_, index) => ({
    id: "case-" + index,
    script: [{ content: "Greeting " + index }],
    expect: { contains: ["Hello"] },
  })),
  models: { agent: { model: "compatible:any", baseURL: "${server.url}"${limits} } },
  agent: {
    name: "asking",
    version: "1",
    open: (context) => ({
      async reply(message) {
        const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
        context.record({ type: "text", text });
      },
    }),
  },
  metrics: [contains()],
});
`,
  });
  return { project, asked, atOnce };
}

const queued = (project: Project, args: string) => project.start(`${args} --queue ${redis?.url}`);

async function twoWorkers(project: Project): Promise<Command[]> {
  const workers = [1, 2].map(() => queued(project, "worker --concurrency 20"));
  for (const worker of workers) await worker.said("waiting for runs");
  return workers;
}

/** Resolves when this process does not stand still: requests that came meanwhile would count as one crowd. */
async function calm(): Promise<void> {
  for (let late = Number.POSITIVE_INFINITY; late > 50; ) {
    const begun = performance.now();
    await sleep(50);
    late = performance.now() - begun - 50;
  }
}

describe.skipIf(!redis)("all workers together", () => {
  test("keep a model's 50 requests a second within 5 %", { tags: ["timed"] }, async () => {
    const perSecond = 50;
    const { project, asked } = await exam({ cases: 5_000, limits: `, requestsPerMinute: ${perSecond * 60}` });
    const workers = await twoWorkers(project);
    queued(project, "run");
    for (const worker of workers) await worker.said("playing its trials");
    await sleep(2_000);
    const rates: number[] = [];
    // On a machine that stands still for a moment some of the limit is lost, so the lower bound has three chances.
    while (rates.length < 3 && !((rates.at(-1) ?? 0) > perSecond * 0.95)) {
      await calm();
      const begun = performance.now();
      await sleep(10_000);
      const seconds = (performance.now() - begun) / 1_000;
      const count = asked.filter((time) => time >= begun).length;
      rates.push(count / seconds);
      expect(count).toBeLessThanOrEqual(perSecond * seconds * 1.05);
    }
    expect(rates.at(-1)).toBeGreaterThan(perSecond * 0.95);
  });

  test("have no more calls under way than the command that planned the run allows", async () => {
    const { project, asked, atOnce } = await exam({ cases: 200, delayMs: 60 });
    const workers = await twoWorkers(project);
    const run = queued(project, "run --model-concurrency 3");
    for (const worker of workers) await worker.said("playing its trials");
    while (asked.length < 60) await sleep(10);
    run.child.kill("SIGINT");
    expect(await run.ended).toBe(130);
    expect(atOnce).toEqual({ now: 0, most: 3 });
    // A resume has limits of its own.
    atOnce.most = 0;
    expect(await queued(project, "run --resume --model-concurrency 2").ended).toBe(0);
    expect(atOnce.most).toBe(2);
    expect(asked).toHaveLength(200);
    for (const worker of workers) {
      worker.child.kill("SIGTERM");
      expect(await worker.ended).toBe(0);
      expect(worker.printed).toMatch(/[1-9]\d* trials? played here/);
    }
  });

  test("use answers of earlier runs only if the run was planned with --cache", async () => {
    const { project, asked } = await exam({ cases: 20, delayMs: 20 });
    const [worker] = await twoWorkers(project);
    const ends = async (args: string) => {
      const run = queued(project, args);
      expect(await run.ended).toBe(0);
      return run.printed;
    };
    expect(await ends("run --cache")).toMatch(/20 live/);
    expect(await ends("run --cache")).toMatch(/0 live, 20 from the cache/);
    expect(asked).toHaveLength(20);
    expect(await ends("run")).not.toContain("from the cache");
    expect(asked).toHaveLength(40);
    // What was begun without them goes on without them, whatever flags and config say by then.
    const cut = queued(project, "run --live --model-concurrency 1");
    while (asked.length < 45) await sleep(10);
    cut.child.kill("SIGINT");
    expect(await cut.ended).toBe(130);
    expect(await ends("run --resume")).not.toContain("from the cache");
    expect(asked).toHaveLength(60);
    expect(worker?.printed).not.toContain("warning");
  });
});
