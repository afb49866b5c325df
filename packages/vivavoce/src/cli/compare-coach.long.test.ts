import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectHere, type TestProject } from "./cli.test-helper.ts";

const root = join(import.meta.dirname, "../../../..");

/** The coach of the repository, copied into a project of its own. */
function coachProject(): TestProject {
  const project = projectHere(
    {},
    `{ suites: ["coach/*.eval.ts"], threshold: 0.7, alias: { obsidian: "./coach/obsidian.ts" } }`,
  );
  cpSync(join(root, "examples/flow-coach"), join(project.folder, "coach"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"), "junction");
  return project;
}

/** Statuses by case, of the newest run. */
async function playCoach(project: TestProject, prompt: string) {
  await project.viva(`run coach/coach.eval.ts --replay --try 150 --variant prompt=${prompt}`);
  const [newest] = await project.runs();
  const statuses = new Map((await project.trials()).map(({ caseId, status }) => [caseId, status]));
  return { id: newest?.id ?? "", statuses };
}

test("two prompts of the coach, from recordings: exactly the flips, the interval, and an exact verdict", async () => {
  const project = coachProject();
  const v1 = await playCoach(project, "v1");
  const v2 = await playCoach(project, "v2");
  const { stdout, code } = await project.viva(`compare ${v1.id} ${v2.id} --json`);
  const [suite] = JSON.parse(stdout).suites;

  const decided = (status: string | undefined) => status === "passed" || status === "failed";
  const flipped = [...v1.statuses].filter(([id, status]) => {
    const other = v2.statuses.get(id);
    return decided(status) && decided(other) && status !== other;
  });
  expect(flipped.length).toBeGreaterThan(5);
  expect(new Set(suite.flips.map(({ caseId }: { caseId: string }) => caseId))).toEqual(
    new Set(flipped.map(([id]) => id)),
  );
  for (const { before, after, evidence } of suite.flips) {
    expect([before, after]).toEqual(["failed", "passed"]);
    expect(evidence.before).not.toBe("");
    expect(evidence.after).toMatch(/^“.*” \(exchange \d+\)$/s);
  }
  expect(code).toBe(0);
  expect(suite.decision.verdict).toBe("pass");
  const primary = suite.measures.find(({ role }: { role: string }) => role === "primary");
  expect(primary.name).toBe("criteria");
  expect(primary.lo).toBeLessThan(primary.difference);
  expect(primary.hi).toBeGreaterThan(primary.difference);
  expect(suite.changes).toContainEqual({ kind: "value", what: "variant prompt", before: "v1", after: "v2" });
  const prompt = suite.changes.find(({ kind }: { kind: string }) => kind === "file");
  expect(prompt.name).toBe("prompts/coach.v1.md → prompts/coach.v2.md");

  // Back from v2 to v1 is a regression: hand-written tapes are not sampled, so the verdict is exact.
  expect((await project.viva(`compare ${v2.id} ${v1.id}`)).code).toBe(1);
  const exact = await project.viva(`compare ${v2.id} ${v1.id} --metric toolUse`);
  expect(exact.code).toBe(1);
  expect(exact.stdout).toMatch(
    /FAIL: toolUse −0\.\d\d on these \d+ cases \(\d+ trials, .*\), exact: \d+ trials, \d+ second plays alike/,
  );
  // A metric that applies to a case in one run alone has no value in the other, so it does not pass either way.
  expect((await project.viva(`compare ${v1.id} ${v2.id} --metric nextActionQuality`)).code).toBe(3);
});
