import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Store } from "../packages/vivavoce/src/store/index.ts";
import { projectWith } from "./project.ts";
import { type Server, startPgBouncer, startPostgres } from "./servers.ts";

let postgres: Server | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

async function pooled(mode: Parameters<typeof startPgBouncer>[1]): Promise<string | undefined> {
  const bouncer = postgres && (await startPgBouncer(postgres, mode));
  if (bouncer) onTestFinished(() => bouncer.remove());
  return bouncer?.url;
}

const exam = `import { functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "exam",
  cases: Array.from({ length: 100 }, (_, index) => ({
    id: "case-" + index, script: [{ content: "Hello " + index }], expect: { contains: ["Hello"] },
  })),
  agent: functionAgent((message) => message, { name: "echo" }),
  metrics: [contains()],
});
`;

describe("a store behind PgBouncer", () => {
  test.each(["transaction", "session"] as const)("works with %s pooling, for several runs at once", async (mode) => {
    const url = await pooled(mode);
    if (url === undefined) return;
    const project = projectWith({ "exam.eval.ts": exam }, { VIVA_STORE: url });
    await project.viva("run");
    await Promise.all([1, 2, 3].map(() => project.viva("run")));
    await project.viva("score latest --all");
    expect(await project.viva("gate")).toContain("PASS");
    expect((await project.viva("list")).match(/100 of 100 trials/g)?.length).toBeGreaterThanOrEqual(4);
  });

  test("says what keeps it from being opened, and what to do", async () => {
    const opened = (place: string) =>
      Store.open(place).then(
        (store) => store.close(),
        (error: unknown) => error,
      );
    const url = await pooled("statement");
    if (url === undefined) return;
    const run = projectWith({ "exam.eval.ts": exam }, { VIVA_STORE: url }).start("run");
    expect(await run.ended).toBe(3);
    expect(run.printed).toContain("Set pool_mode = transaction or session in pgbouncer.ini");
    expect(await opened(`${url}?options=-csearch_path%3Dexams`)).toMatchObject({
      remedy: expect.stringContaining("alter role USER set search_path"),
    });
    expect(await opened(url.replace(/exams$/, "nobody"))).toMatchObject({
      remedy: expect.stringContaining("[databases] in pgbouncer.ini"),
    });
  });
});
