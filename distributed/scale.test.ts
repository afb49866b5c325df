import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectWith, resultsOf, runOf } from "./project.ts";
import { type Server, startPostgres } from "./servers.ts";

let postgres: Server | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.remove());

const page = readFileSync(join(import.meta.dirname, "../docs/scale.md"), "utf8");
const byRun = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
const byTrial = byRun
  .replaceAll("hash (run)", "hash (trial)")
  .replace("primary key (run, sequence)", "primary key (trial, sequence)");

const suite = {
  "exam.eval.ts": `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
export default suite({
  name: "exam",
  models: { agent: scriptedModel(({ messages }) => messages.at(-1).content) },
  agent: {
    name: "asking", version: "1",
    open: (context) => ({
      async reply(content) {
        const { text } = await context.model().call({ messages: [{ role: "user", content }] });
        context.record({ type: "text", text });
      },
    }),
  },
  metrics: [contains()],
  cases: Array.from({ length: 80 }, (_, index) => ({
    id: "case-" + index, script: [{ content: "number " + index }], expect: { contains: ["number " + index] },
  })),
});
`,
};

test.each([
  ["run", byRun],
  ["trial", byTrial],
])(
  "Viva works on tables that the statements of docs/scale.md divide by %s, and finds what was there",
  async (column, statements) => {
    if (!postgres) return;
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      await client.query("drop schema public cascade; create schema public");
      const project = projectWith(suite, { VIVA_STORE: postgres.url });
      const before = project.start("run");
      expect(await before.ended, before.printed).toBe(0);
      const results = await resultsOf(project, runOf(before));
      await client.query(statements);
      const partitioned = await client.query(`select relname as name, pg_get_partkeydef(oid) as key
      from pg_class where relkind = 'p' order by relname`);
      expect(partitioned.rows).toEqual(
        ["calls", "scores", "trials"].map((name) => ({ name, key: `HASH (${column})` })),
      );
      expect(await resultsOf(project, runOf(before))).toEqual(results);
      const after = project.start("run");
      expect(await after.ended, after.printed).toBe(0);
      expect(await resultsOf(project, runOf(after))).toEqual(results);
      await project.viva(`score ${runOf(after)} --all`);
      await project.viva(`compare ${runOf(before)} ${runOf(after)}`);
      await project.viva(`rm ${runOf(before)}`);
      const { rows } = await client.query("select run, count(*) as calls from calls group by run");
      expect(rows).toEqual([{ run: runOf(after), calls: "80" }]);
    } finally {
      await client.end();
    }
  },
);
