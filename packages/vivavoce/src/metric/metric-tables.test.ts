// The tables in fixtures/cases, one for each metric: files of given transcripts, with the score that each should get.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectHere } from "../cli/cli.test-helper.ts";
import type { Score } from "../shape/index.ts";

interface Row {
  id: string;
  description?: string;
  /** The value, or the status of a score without one. */
  data: { score: number | string };
}

const folder = join(import.meta.dirname, "fixtures/cases");
const files = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const tables = Object.keys(files).filter((name) => name.endsWith(".cases.yaml"));
const project = projectHere(files);

describe.each(tables)("%s", (table) => {
  const metric = table.replace(".cases.yaml", "");
  const rows: Row[] = parse(files[table] ?? "");
  let scores: Record<string, Score>;
  beforeAll(async () => {
    const { stdout, stderr } = await project.viva(`score ${table} --metric ${metric} --json`);
    expect(stdout, stderr).toMatch(/^\{/);
    const trials: { case: string; scores: Score[] }[] = JSON.parse(stdout).results[0].trials;
    scores = Object.fromEntries(trials.flatMap(({ case: id, scores: [score] }) => (score ? [[id, score]] : [])));
  });

  test.each(rows)("$id: $data.score", ({ id, data }) => {
    const score = scores[id];
    expect(score, `${id} has no score`).toBeDefined();
    expect(score?.status === "scored" ? score.value : score?.status, JSON.stringify(score)).toBe(data.score);
  });

  test("has a row that meets the threshold, and one that does not", () => {
    const values = rows.flatMap(({ data: { score } }) => (typeof score === "number" ? [score] : []));
    expect(Math.max(...values)).toBe(1);
    expect(Math.min(...values)).toBeLessThan(1);
  });
});
