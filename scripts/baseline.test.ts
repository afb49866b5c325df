import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSuites, openProject } from "../packages/vivavoce/src/suite/index.ts";
import { ownModules } from "../packages/vivavoce/src/suite/temporary-project.test-helper.ts";
import { root } from "./run-viva.ts";

interface Result {
  suite: string;
  metrics: { name: string; identities: string[]; judged: boolean }[];
}

test("the baseline was scored by the metrics of today: otherwise make it anew with npm run baseline", async () => {
  const { results }: { results: Result[] } = JSON.parse(readFileSync(join(root, "baselines/main.json"), "utf8"));
  const suites = await loadSuites(await openProject(root, ownModules), [], root);
  expect(suites.length).toBeGreaterThan(5);
  // A judged metric's identity holds its judge's too, which only a run knows.
  const today = suites.flatMap(({ suite }) =>
    suite.metrics
      .filter(({ judged }) => !judged)
      .map(({ name, identity }) => `${suite.name}: ${name} ${identity.hash}`),
  );
  const then = results.flatMap(({ suite, metrics }) =>
    metrics.flatMap(({ name, identities }) => identities.map((identity) => `${suite}: ${name} ${identity}`)),
  );
  expect(then).toEqual(expect.arrayContaining(today));
});
