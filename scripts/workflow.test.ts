import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./run-viva.ts";

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { needs?: string; steps: { run?: string; if?: string; env?: Record<string, string> }[] }>;
}

const text = readFileSync(join(root, "docs/ci/viva.yml"), "utf8");
const workflow = parse(text) as Workflow;

test("the workflow for users tests first, then plays with the key as a secret", () => {
  const { test: tests, evaluate } = workflow.jobs;
  expect(tests?.steps.map(({ run }) => run)).toContain("npm test");
  expect(evaluate?.needs).toBe("test");
  const exam = evaluate?.steps.find(({ run }) => run?.startsWith("npx viva run"));
  expect(exam?.env?.OPENROUTER_API_KEY).toMatch(/^\$\{\{ secrets\.OPENROUTER_API_KEY \}\}$/);
  // A push without the secret fails; a fork's pull request, which gets none, replays.
  expect(exam?.env?.MODE).toContain("github.event_name == 'push' && '--live' || ''");
  expect(exam?.run).toMatch(/^npx viva run \$MODE /);
});

test("nothing in it swallows a failure, and no stranger's code sees a secret", () => {
  expect(text).not.toMatch(/continue-on-error|\|\| true/);
  expect(Object.keys(workflow.on)).toEqual(["push", "pull_request"]);
  expect(workflow.permissions).toEqual({ contents: "read" });
  // What comes from a pull request's title or branch never stands in a script.
  for (const { steps } of Object.values(workflow.jobs))
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
});
