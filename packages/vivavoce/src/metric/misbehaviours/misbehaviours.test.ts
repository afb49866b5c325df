import { describe, expect, test } from "vitest";
import { missedBy, playedBy, readmeMetrics, strictMetrics } from "./desk.test-helper.ts";
import { type Row, right, rows } from "./rows.test-helper.ts";

const strictCase = ({ exam }: Pick<Row, "exam">) => ({
  ...exam.case,
  expect: { ...exam.case.expect, ...exam.strict },
});

/** The metrics that notice a behaviour, in a README-style case and in a strict one. */
async function noticed(row: Pick<Row, "exam" | "act"> & { failing?: unknown }) {
  const transcript = await playedBy(row.act, row.exam.case, row.failing);
  return {
    readme: await missedBy(readmeMetrics, transcript, row.exam.case),
    strict: await missedBy(strictMetrics, transcript, strictCase(row)),
  };
}

describe("a misbehaviour", () => {
  test.each(rows)("$sort: $deed ($readme)", async (row) => {
    const { readme, strict } = await noticed(row);
    expect(readme.length > 0 ? "noticed" : "not noticed").toBe(row.readme === "noticed" ? "noticed" : "not noticed");
    expect(strict.length > 0 ? "noticed" : "not noticed").toBe(row.readme === "judge" ? "not noticed" : "noticed");
  });
});

test.each(right)("no right behaviour is noticed: $deed", async (row) => {
  expect(await noticed(row)).toEqual({ readme: [], strict: [] });
});

test("of 41 misbehaviours, README-style cases notice at least 28", () => {
  expect(rows).toHaveLength(41);
  expect(rows.filter(({ readme }) => readme === "noticed").length).toBeGreaterThanOrEqual(28);
});

test("the guide has this table", async () => {
  const lines = await Promise.all(
    rows.map(async (row) => {
      const { readme, strict } = await noticed(row);
      const shown = (metrics: string[]) =>
        metrics.length === 0 ? "–" : metrics.map((name) => `\`${name}\``).join(", ");
      const only = row.readme === "judge" ? "a judge" : shown(strict);
      return `| ${row.sort} | ${row.deed} | ${shown(readme)} | ${only} |`;
    }),
  );
  const count = rows.filter(({ readme }) => readme === "noticed").length;
  const judged = rows.filter(({ readme }) => readme === "judge").length;
  const page = `# What cases notice

An agent at a booking desk misbehaves in ${rows.length} ways. Each row is played, with Viva's own metrics, by [a test](../../packages/vivavoce/src/metric/misbehaviours/misbehaviours.test.ts), which also writes this page and fails if it is out of date. The third column has the metrics that notice it in a case written like the README's: the expected call, the expected effect, a word in the reply, scored by \`toolUse\`, \`carriedOut\`, \`claims\`, \`worldEffects\`, \`safety\` and \`contains\`. The fourth has those of a strict case, which also forbids other arguments and lists the calls in order, with \`mustAsk\`, canaries, limits, more verbs for \`claims\`, and invariants in the suite.

README-style cases notice ${count} of ${rows.length}, strict cases ${rows.length - judged}. What is left needs [a judge](judged-metrics.md). The test also plays ${right.length} right behaviours, of which none is noticed.

| sort | what the agent does | README-style case | strict case |
| --- | --- | --- | --- |
${lines.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../../../../../docs/guide/misbehaviours.md");
});
