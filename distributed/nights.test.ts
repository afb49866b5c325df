import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const finished = async () => {
  const [row] = await rowsIn(postgres.url, "select count(*) as count from trials where status is not null");
  return Number(row?.count);
};

describe("a night on several machines", () => {
  test("loses less than 15 s by a worker that stands still within a transaction", async ({ skip }) => {
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
    console.log(longest, before, existsSync(join(project.folder, "armed")), doomed.printed);
    expect(await run.ended).toBe(0);
    expect(longest).toBeLessThan(15_000);
    expect(await resultsOf(project, runOf(run))).toHaveLength(700);
  });
});
