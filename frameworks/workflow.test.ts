// The commands of our workflow, as it gives them, with fake keys against a server that says what the tapes say.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { scriptOf, useOf, workflowIn } from "../scripts/ci/action-steps.ts";
import { type Answers, tapedAnswers } from "./exams/answers.ts";
import { examServer } from "./exams/server.ts";

vi.mock("../packages/vivavoce/src/model/replay-traffic.ts", async (original) =>
  (await import("./exams/answers.ts")).listening(original as never),
);

const root = join(import.meta.dirname, "..");
const project = mkdtempSync(join(tmpdir(), "viva-workflow-"));
const output = join(project, "output");
afterAll(() => rmSync(project, { recursive: true, force: true }));

let answers: Answers;
beforeAll(async () => {
  for (const name of ["examples", "baselines", "docs/ci"]) {
    cpSync(join(root, name), join(project, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  }
  // One trial at a time, so that equal requests of different cases are answered in the order of the cases.
  const config = readFileSync(join(root, "viva.config.ts"), "utf8");
  writeFileSync(join(project, "viva.config.ts"), config.replace("defineConfig({", "defineConfig({ concurrency: 1,"));
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  symlinkSync(join(root, "packages/vivavoce"), join(project, "node_modules/vivavoce"));
  for (const name of ["yaml", "zod"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  symlinkSync("../vivavoce/bin/viva.js", join(project, "node_modules/.bin/viva"));
  answers = await tapedAnswers(project);
  rmSync(join(project, ".viva"), { recursive: true });
});

interface Ended {
  code: number | null;
  said: string;
}

async function bash(run: string, variables: Record<string, string>): Promise<Ended> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME, NO_COLOR: "1", CI: "true", ...variables };
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], { cwd: project, env });
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: child.exitCode, said: said + told };
}

const keys = (url: string) => ({
  OPENROUTER_API_KEY: "fake",
  OPENROUTER_BASE_URL: url,
  OPENAI_API_KEY: "fake",
  OPENAI_BASE_URL: url,
});

/** Runs a step of the action as a job of the workflow uses it. */
function step(name: string, job: string, variables: Record<string, string> = {}): Promise<Ended> {
  const { run, env } = scriptOf(name, useOf(workflowIn(".github/workflows/ci.yml"), job).with);
  const github = { GITHUB_ACTIONS: "true", GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: join(project, "summary") };
  return bash(run, { ...github, ...env, ...variables });
}

/** What a run cost, from what Viva says of each suite. */
function costIn(said: string): number {
  const costs = [...said.matchAll(/live\)? {3}\$([\d.]+)$/gm)].map(([, dollars]) => Number(dollars));
  expect(costs.length, said).toBeGreaterThan(0);
  return costs.reduce((sum, cost) => sum + cost, 0);
}

test("smoke passes for some cents, against the baseline in the repository", async () => {
  await using server = await examServer(answers);
  const { code, said } = await step("Hold the exam", "smoke", keys(server.url));
  expect(server.refused).toEqual([]);
  expect(code, said).toBe(0);
  expect(said).toMatch(/^viva \S+ · live$/m);
  // The cases that both have, and no verdict on the others.
  expect(said).toMatch(/on these 3 cases \(3 trials, selected by --tag smoke\)/);
  expect(said).toContain("counts as pass: gate.inconclusive");
  console.log("smoke", costIn(said), server.used);
  expect(costIn(said)).toBeLessThan(0.3);
  expect(readFileSync(output, "utf8")).toMatch(/^started=\d+\nexit-code=0\n$/);
  expect(readFileSync(join(project, "summary"), "utf8")).toContain("flow-coach");
  expect(
    readdirSync(join(project, "results"))
      .map((name) => /\.(junit\.xml|\w+)$/.exec(name)?.[0])
      .sort(),
  ).toEqual([".html", ".json", ".junit.xml", ".md"]);
});

test("the whole exam passes within its budget, and its results are the first of a trend", async () => {
  await using server = await examServer(answers);
  const { code, said } = await step("Hold the exam", "nightly", keys(server.url));
  expect(server.refused).toEqual([]);
  expect(code, said).toBe(0);
  expect(said).not.toContain("pending");
  console.log("the whole exam", costIn(said), server.used);
  expect(costIn(said)).toBeLessThan(5);
  expect(await step("Show the results over time", "nightly")).toMatchObject({ code: 0 });
  expect(readFileSync(join(project, "summary"), "utf8")).toMatch(
    /### Over time\n\n```\nflow-coach · prompt v2 {3}1 run/,
  );
  expect(await step("Keep the newest runs", "nightly")).toMatchObject({ code: 0 });
});

/** In every other conversation the coach has nothing to say. */
function tired({ model, messages }: { model: string; messages: { role: string; content: string }[] }) {
  const { content = "" } = messages.find(({ role }) => role === "user") ?? {};
  return model.includes("gemini") && content.length % 2 === 0 ? "You could think about it some more." : undefined;
}

test("a coach that got worse fails the whole exam, by its own gates and against the baseline", async () => {
  await using server = await examServer(answers, tired);
  const { code, said } = await step("Hold the exam", "nightly", keys(server.url));
  expect(code, said).toBe(1);
  expect(said).toMatch(
    /flow-coach {3}FAIL: .*criteria −0\.\d+ on these 37 cases \(37 trials\), at best −0\.\d+: beyond the margin/,
  );
  // The other exam is as it was.
  expect(said).toMatch(/receptionist-snippets {3}INCONCLUSIVE/);
});

test("a floor lets some cases fail, and the baseline still shows the drop", async () => {
  await using server = await examServer(answers, tired);
  const lenient = {
    ...keys(server.url),
    VIVA_ARGS: "--live --inconclusive pass --pass-rate 0",
    VIVA_PATHS: "examples/flow-coach/coach.eval.ts",
  };
  const { code, said } = await step("Hold the exam", "nightly", lenient);
  expect(code, said).toBe(1);
  expect(said).toMatch(/beyond the margin of 0\.05/);
});

test("too small a budget is refused before anything is asked", async () => {
  await using server = await examServer(answers);
  const { code, said } = await step("Hold the exam", "nightly", {
    ...keys(server.url),
    MAX_COST: "0.5",
    VIVA_PATHS: "examples/receptionist/simulated.eval.ts examples/flow-coach",
  });
  expect(code, said).toBe(64);
  expect(said).toMatch(/expected to cost about \$\d/);
  expect(said).toContain("--tag smoke");
  expect(server.calls).toBe(0);
});

test("what a workflow gives as flags is not read as code", async () => {
  const { code, said } = await step("Hold the exam", "smoke", {
    VIVA_ARGS: "--replay --case $(touch\thacked) `touch\thacked` * ",
  });
  expect(code, said).toBe(64);
  expect(readdirSync(project)).not.toContain("hacked");
});

test("without a key, as on a fork's pull request, smoke is replayed and a night fails", async () => {
  const smoke = await bash("docs/ci/run.sh smoke", {});
  expect(smoke.code, smoke.said).toBe(0);
  expect(smoke.said).toContain("no OPENROUTER_API_KEY");
  expect(smoke.said).toMatch(
    /exact: \d+ trials?, \d+ second plays alike, at most 0\.\d+ could differ; within the margin/,
  );
  expect((await bash("docs/ci/run.sh nightly", {})).code).toBe(3);
});
