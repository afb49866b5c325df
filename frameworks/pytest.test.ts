// Viva from Python, with the real pytest and the real deepeval: docs/guide/python.md.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { deepeval } from "vivavoce/metrics";
import { scriptedServer } from "vivavoce/testing";
import { answerOf } from "./deepeval/answers.ts";
import { outputOf, pythonFor } from "./python/python-with.ts";

const root = resolve(import.meta.dirname, "..");
const launcher = join(root, "packages/vivavoce/bin/viva.js");
const coach = join(root, "examples/flow-coach/coach.eval.ts");
const folder = mkdtempSync(join(tmpdir(), "viva-pytest-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { PATH = "", HOME = "" } = process.env;
const environment = { PATH, HOME, DEEPEVAL_TELEMETRY_OPT_OUT: "1", VIVA: `'${process.execPath}' '${launcher}'` };

const viva = (args: string[], env: Record<string, string> = {}, cwd = folder) =>
  outputOf(process.execPath, [launcher, ...args], { cwd, env: { ...environment, ...env } });

type Skip = (note: string) => never;
let installed: Promise<{ python: string; site: string }> | undefined;

/** The bridge as `pip install` leaves it, beside pytest and deepeval. */
function bridge(skip: Skip): Promise<{ python: string; site: string }> {
  installed ??= install(skip);
  return installed;
}

async function install(skip: Skip) {
  const python = await pythonFor("pytest and deepeval", skip, ".venv-deepeval", "deepeval.txt");
  const [copy, site] = [join(folder, "source"), join(folder, "site")];
  // setuptools builds in the folder of the sources.
  cpSync(join(root, "python"), copy, { recursive: true });
  const quietly = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-build-isolation"];
  const { code, stderr } = await outputOf(python, ["-m", "pip", "install", ...quietly, "--target", site, copy]);
  expect(code, stderr).toBe(0);
  return { python, site };
}

async function pytest(skip: Skip, cwd: string, ...args: string[]) {
  const { python, site } = await bridge(skip);
  const options = ["-P", "-m", "pytest", "-p", "no:cacheprovider", "-W", "ignore", ...args];
  return outputOf(python, options, { cwd, env: { ...environment, PYTHONPATH: site } });
}

/** The names of the tests in a JUnit file, with what became of those that did not pass. */
function testsIn(file: string): { name: string; passed: boolean }[] {
  const cases = readFileSync(file, "utf8").matchAll(/<testcase [^>]*? name="([^"]*)"[^>]*?(\/>|>)/g);
  const text = (name = "") => name.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return [...cases].map(([, name, end]) => ({ name: text(name), passed: end === "/>" }));
}

describe("pytest", () => {
  test("the bridge's own tests", async ({ skip }) => {
    const { code, stdout } = await pytest(skip, join(root, "python/tests"), "-q", "--strict-markers", ".");
    expect(code, stdout).toBe(0);
    expect(stdout).not.toMatch(/skipped/);
  });

  test("the coach's cases are 37 tests by their titles, deepeval's metrics beside Viva's", async ({ skip }) => {
    const project = join(folder, "coach");
    mkdirSync(project);
    cpSync(join(import.meta.dirname, "deepeval/test_coach.py"), join(project, "test_coach.py"));
    const started = performance.now();
    const report = join(project, "junit.xml");
    const { code, stdout } = await pytest(skip, project, "-q", `--junitxml=${report}`, "test_coach.py");
    console.info(`37 cases with pytest and deepeval: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(code, stdout).toBe(0);
    const listed = await viva(["list", "--cases", "--json", coach], {}, root);
    const rows = listed.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const titles = rows.map(({ id, title, type, description }) =>
      (title ?? `${type ? `[${type}] ` : ""}${description || id}`).split(/\s+/).join(" "),
    );
    expect(titles).toHaveLength(37);
    // pytest writes what is beyond ASCII in its own way.
    const ascii = (name: string) => name.replaceAll(/\\u[\da-f]{4}|\\x[\da-f]{2}|[^\x20-\x7e]/g, "?");
    const tests = testsIn(report);
    expect(tests.every(({ passed }) => passed)).toBe(true);
    expect(tests.map(({ name }) => ascii(name))).toEqual(titles.map((title) => ascii(`test_coach[${title}]`)));
  });

  test("the guide's own suite, tests and program", async ({ skip }) => {
    const project = join(folder, "guide");
    mkdirSync(project);
    const page = readFileSync(join(root, "docs/guide/python.md"), "utf8");
    const shown = [...page.matchAll(/^```\w+\n(?:#|\/\/) ([\w.]+)\n([\s\S]*?)^```$/gm)];
    for (const [, name = "", text = ""] of shown) writeFileSync(join(project, name), text);
    expect(shown.map(([, name]) => name)).toEqual(["desk.eval.ts", "test_desk.py", "exam.py", "judged.eval.ts"]);
    const tested = await pytest(skip, project, "-v", "test_desk.py", "desk.eval.ts");
    expect(tested.stdout).toMatch(/test_desk\[A user wants a room for two nights\.\] PASSED/);
    expect(tested.stdout).toMatch(/2 passed/);
    const { python, site } = await bridge(skip);
    const env = { ...environment, PYTHONPATH: site };
    const program = await outputOf(python, ["exam.py"], { cwd: project, env });
    expect(program).toMatchObject({ code: 0, stdout: expect.stringContaining("two-nights passed 1") });
    // Every option of the suite that judges is one that deepeval takes.
    const planned = await viva(
      ["run", "judged.eval.ts", "--dry-run"],
      { DEEPEVAL_PYTHON: python, OPENROUTER_API_KEY: "none" },
      project,
    );
    expect(planned, planned.stderr).toMatchObject({ code: 0 });
  });

  test("without a function; a failing case is told in Viva's own words", async ({ skip }) => {
    const args = ["--viva-mode", "replay", "--viva-args", "--variant prompt=v1", "-q", "--rootdir", folder, coach];
    const { code, stdout } = await pytest(skip, folder, ...args);
    expect(code).toBe(1);
    // With the old prompt, 20 of the cases have no recording: they are not played, and so not passed.
    const counts = /(\d+) failed(?:, (\d+) passed)? in /.exec(stdout) ?? [];
    expect(Number(counts[1]) + Number(counts[2] ?? 0)).toBe(37);
    expect(stdout.match(/Viva did not play this case/g)).toHaveLength(20);
    expect(stdout).toContain("called add_next_action_to_project (exchange 1), but no such call is expected");
    expect(stdout).toMatch(/next: npx viva show \w+ stalled-project-advice/);
  });
});

/** A suite with metrics of deepeval's, in a project of its own. */
function projectOf(name: string, ...metrics: string[]): string {
  const project = join(folder, name);
  mkdirSync(project);
  cpSync(join(import.meta.dirname, "deepeval/mine.py"), join(project, "mine.py"));
  writeFileSync(
    join(project, "a.eval.ts"),
    `import { functionAgent, suite } from "vivavoce";
     import { contains, deepeval } from "vivavoce/metrics";
     const python = process.env.DEEPEVAL_PYTHON;
     const model = { model: "compatible:judge", baseURL: process.env.DEEPEVAL_SERVER ?? "http://127.0.0.1:9/v1", retries: 0 };
     export default suite({
       name: "desk",
       cases: [{ id: "one", script: [{ content: "Hello" }], expect: { contains: ["Hello"] } }],
       agent: functionAgent((message) => message, { name: "echo" }),
       metrics: [contains(), ${metrics.map((metric) => `deepeval({ python, ${metric} })`).join(", ")}],
       models: { judge: model },
     });`,
  );
  return project;
}

describe("a metric of deepeval inside a run", () => {
  test("is recorded, and replayed to the same results with the network closed", async ({ skip }) => {
    const { python } = await bridge(skip);
    const server = await scriptedServer({ answer: answerOf });
    const suite = join(import.meta.dirname, "deepeval/desk.eval.ts");
    const env = { DEEPEVAL_PYTHON: python, DEEPEVAL_TAPES: join(folder, "tapes"), DEEPEVAL_SERVER: server.url };
    const recorded = await viva(["run", suite, "--record", "--json"], env);
    expect(recorded.code, recorded.stderr).toBe(1);
    const { calls } = server;
    await server.close();
    const [{ trials }] = JSON.parse(recorded.stdout).results;
    const scores = trials.map((trial) => trial.scores.map(({ metric, value, status }) => [metric, value ?? status]));
    expect(scores).toEqual([
      [
        ["contains", 0],
        ["AnswerRelevancyMetric", 1],
        ["FaithfulnessMetric", 1],
        ["TurnRelevancyMetric", 0.5],
        ["helpful", 0.8],
        ["ExactMatchMetric", "skipped"],
      ],
      [
        ["contains", 1],
        ["AnswerRelevancyMetric", 0],
        // Nothing was retrieved: there is nothing to be faithful to.
        ["FaithfulnessMetric", "skipped"],
        ["TurnRelevancyMetric", 0],
        ["helpful", 0.8],
        ["ExactMatchMetric", "skipped"],
      ],
    ]);
    expect(trials.map(({ status }) => status)).toEqual(["failed", "failed"]);
    const relevancy = trials[0].scores[1];
    expect(relevancy.checks.map(({ id, value }) => [id, value])).toEqual([
      ["exchange-1", 1],
      ["exchange-2", 1],
    ]);
    expect(relevancy.detail).toMatchObject({ deepeval: { version: "4.3.1" }, judge: { calls: 6 } });
    const { identity } = deepeval({ metric: "GEval", options: { name: "x" }, python });
    expect(identity.parts).toEqual({ deepeval: "4.3.1", metric: "GEval", options: { name: "x" }, threshold: 0.7 });
    expect(trials[1].failures).toContainEqual({
      source: "AnswerRelevancyMetric",
      text: "exchange 1: 0.00, passes at 0.7. as said",
    });
    const replayed = await viva(["run", suite, "--replay", "--json"], env);
    expect(replayed.stderr).toContain(`${calls} calls replayed, 0 live`);
    const resultsIn = (report: string) => report.slice(report.indexOf('"results":'));
    expect(resultsIn(replayed.stdout)).toBe(resultsIn(recorded.stdout));
  });

  test("is not a score where it breaks, or the judge is out of reach", async ({ skip }) => {
    const { python } = await bridge(skip);
    const expected: [name: string, metric: string, status: string, reason: RegExp][] = [
      ["throws", `metric: "mine:Throws"`, "errored", /deepeval: ValueError: not today/],
      ["lower", `metric: "mine:Lower"`, "errored", /a higher score is better/],
      ["beyond", `metric: "mine:Beyond"`, "errored", /its score is 1\.5/],
      ["misnamed", `metric: "GEval", options: { nam: "x" }`, "errored", /unexpected keyword argument/],
      ["hides", `metric: "mine:Hides"`, "unscored", /the judge could not be asked/],
      ["unjudged", `metric: "mine:Hides", judged: false`, "errored", /made with judged: false/],
      ["lacks", `metric: "ContextualRecallMetric"`, "skipped", /expected_output/],
      ["planless", `metric: "PlanAdherenceMetric"`, "skipped", /reads a trace/],
      ["unplanned", `metric: "PlanQualityMetric"`, "skipped", /reads a trace/],
      ["stepless", `metric: "StepEfficiencyMetric"`, "skipped", /reads a trace/],
      ["serverless", `metric: "MCPUseMetric"`, "skipped", /mcp_servers/],
    ];
    const project = projectOf("breaks", ...expected.map(([name, metric]) => `name: "${name}", ${metric}`));
    const { code, stdout } = await viva(["run", "--live", "--json", "a.eval.ts"], { DEEPEVAL_PYTHON: python }, project);
    const [trial] = JSON.parse(stdout).results[0].trials;
    expect([code, trial.status]).toEqual([3, "errored"]);
    expect(trial.scores.slice(1)).toEqual(
      expected.map(([metric, , status, reason]) =>
        expect.objectContaining({ metric, status, reason: expect.stringMatching(reason) }),
      ),
    );
  });

  test("is not a score where its process ends, which is told with what it said", async ({ skip }) => {
    const { python } = await bridge(skip);
    const project = projectOf("falls", `metric: "mine:Falls"`);
    const { code, stdout } = await viva(["run", "--live", "--json", "a.eval.ts"], { DEEPEVAL_PYTHON: python }, project);
    const [trial] = JSON.parse(stdout).results[0].trials;
    expect([code, trial.status]).toEqual([3, "errored"]);
    expect(trial.scores[1].reason).toMatch(/ended with code 7; stderr: “about to fall”/);
  });

  test("connections of its own are refused in a replay", async ({ skip }) => {
    const { python } = await bridge(skip);
    let arrived = 0;
    const victim = createServer((socket) => {
      arrived += 1;
      socket.end();
    });
    await new Promise<void>((listening) => victim.listen(0, "127.0.0.1", listening));
    const { port } = victim.address() as { port: number };
    const project = projectOf("dials", `metric: "mine:Dials", options: { port: ${port} }`);
    mkdirSync(join(project, "cassettes/default"), { recursive: true });
    writeFileSync(
      join(project, "cassettes/default/one.yaml"),
      "viva: tape 2\norigin: hand-written\ncase: one\ntapes:\n  - repeat: 1\n",
    );
    const { code, stdout, stderr } = await viva(
      ["run", "--replay", "--json", "a.eval.ts"],
      { DEEPEVAL_PYTHON: python },
      project,
    );
    expect(code, stderr).toBe(3);
    expect(JSON.parse(stdout).results[0].trials[0]).toMatchObject({ status: "errored" });
    expect(stdout).toContain(`127.0.0.1:${port}`);
    expect(arrived).toBe(0);
    victim.close();
  });

  test("what cannot work is refused before anything is played", async ({ skip }) => {
    const { python } = await bridge(skip);
    const bare = join(folder, "bare");
    await outputOf(python, ["-m", "venv", "--without-pip", bare]);
    const refusals: [string, string, string, RegExp][] = [
      ["no-python", `metric: "GEval"`, ".venv/bin/none", /there is no Python .*\.venv\/bin\/none/],
      ["no-deepeval", `metric: "GEval"`, join(bare, "bin/python"), /has no deepeval[\s\S]*-m pip install deepeval/],
      [
        "no-metric",
        `metric: "AnswerRelevanceMetric"`,
        python,
        /no metric AnswerRelevanceMetric[\s\S]*mean AnswerRelevancyMetric/,
      ],
      ["no-module", `metric: "yours:Metric"`, python, /there is no module yours/],
      ["classifier", `metric: "RefusalClassifier"`, python, /RefusalClassifier is a classifier/],
      ["by-module", `metric: "deepeval.classifiers:RefusalClassifier"`, python, /RefusalClassifier is a classifier/],
      ["own-classifier", `metric: "mine:Sorts"`, python, /Sorts is a classifier/],
      ["arena", `metric: "ArenaGEval"`, python, /has no metric ArenaGEval/],
      [
        "own-threshold",
        `metric: "GEval", options: { threshold: 1, model: "x" }`,
        python,
        /options\.threshold[\s\S]*options\.model/,
      ],
    ];
    for (const [name, metric, path, words] of refusals) {
      const project = projectOf(name, metric);
      const { code, stderr } = await viva(["run", "a.eval.ts"], { DEEPEVAL_PYTHON: path }, project);
      expect({ code, stderr }).toMatchObject({ code: 64, stderr: expect.stringMatching(words) });
    }
  });
});
