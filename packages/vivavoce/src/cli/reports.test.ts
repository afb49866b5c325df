import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asking, casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

const cases = JSON.stringify([
  { id: "good", script: [{ content: "Hello" }], expect: { contains: ["Hello"] } },
  { id: "bad", script: [{ content: "Well,\n::error::forged ##[error]forged" }], expect: { contains: ["never said"] } },
]);
const exam = () => projectHere({ "exam.eval.ts": suiteText({ cases }), "deep/below/empty.txt": "" });

describe.concurrent("viva run --report", () => {
  test("writes the requested reports beside the config, from any folder, and says where", async () => {
    const project = exam();
    const { code, stdout } = await project.viva("run --report html,junit --report json,markdown", {
      from: "deep/below",
    });
    expect(code).toBe(1);
    const names = readdirSync(join(project.folder, "results")).sort();
    expect(names).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-exam-[0-9a-f]{8}\.html$/),
      expect.stringMatching(/\.json$/),
      expect.stringMatching(/\.junit\.xml$/),
      expect.stringMatching(/\.md$/),
    ]);
    for (const name of names) expect(stdout).toContain(`report: ${join("..", "..", "results", name)}\n`);
    const report = JSON.parse(project.read(join("results", names[1] ?? "")));
    expect(report.header.decisions).toEqual([expect.objectContaining({ suite: "exam", verdict: "fail" })]);
  });

  test("is refused for an unknown kind, before anything is played", async () => {
    const project = exam();
    const { code, stderr } = await project.viva("run --report html,pdf");
    expect(code).toBe(64);
    expect(stderr).toContain("there is no report pdf; give one or more of html, junit, json, markdown");
    expect(await project.runs()).toEqual([]);
  });

  test("keeps stdout for the report with --json", async () => {
    const project = exam();
    const { stdout, stderr } = await project.viva("run --json --report markdown");
    expect(JSON.parse(stdout).results).toHaveLength(1);
    expect(stderr).toMatch(/^report: results/m);
  });

  test("viva show writes them again from the store, with the verdict", async () => {
    const project = exam();
    await project.viva("run");
    expect(existsSync(join(project.folder, "results"))).toBe(false);
    const { code, stdout } = await project.viva("show latest --report junit,markdown");
    expect(code).toBe(0);
    const [, markdown = ""] = stdout.match(/report: (\S+\.md)/) ?? [];
    expect(project.read(markdown)).toContain("### `exam` ❌ fail");
  });
});

describe.concurrent("on GitHub's runner", () => {
  const environment = (folder: string) => ({
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
  });
  const commands = (text: string) => text.split(/[\r\n]/).filter((line) => line.trimStart().startsWith("::"));

  test("the job has a summary and an annotation at the case, and takes no commands from an agent's text", async () => {
    const project = projectHere(
      {
        "evals/exam.eval.ts": suiteText({ cases: 'cases("./cases.jsonl")' }),
        "evals/cases.jsonl": JSON.parse(cases)
          .map((one: unknown) => JSON.stringify(one))
          .join("\n"),
      },
      `{ suites: ["evals/*.eval.ts"] }`,
    );
    const { stdout, stderr } = await project.viva("run", { environment: environment(project.folder) });
    expect(commands(stdout)).toEqual([]);
    expect(commands(stderr)).toEqual([
      expect.stringMatching(/^::error file=evals\/cases\.jsonl,line=2,title=exam · bad · failed::contains: /),
      "::warning title=exam%3A fail::1 trial failed (contains in 1 case)",
    ]);
    expect(project.read("summary.md")).toContain("### `exam` ❌ fail");
    const shown = await project.viva("show latest bad", { environment: environment(project.folder) });
    expect(shown.stdout).toContain(": :error::forged ## [error]forged");
    expect(commands(shown.stdout)).toEqual([]);
    expect(shown.stdout).not.toContain("##[");
  });

  test("a case given in code is annotated at its suite; JSON stays unchanged", async () => {
    const project = exam();
    const { stdout, stderr } = await project.viva("run --json", { environment: environment(project.folder) });
    expect(JSON.parse(stdout).results[0].trials[1].transcript.exchanges[0].user.content).toBe(
      "Well,\n::error::forged ##[error]forged",
    );
    expect(stdout).not.toContain("##[");
    expect(commands(stderr)[0]).toMatch(/^::error file=exam\.eval\.ts,title=/);
  });

  test("a fork's pull request, whose secret is empty, replays, and the summary says that nothing was measured", async () => {
    const project = projectHere({
      "exam.eval.ts": suiteText({ agent: asking, models: '{ agent: "openai:any" }', cases: casesOf("one") }),
      "cassettes/exam/default/one.yaml":
        "viva: tape 1\norigin: hand-written\ncase: one\ntapes:\n  - agent:\n      - Hello one\n",
    });
    const fork = { ...environment(project.folder), OPENAI_API_KEY: "" };
    const { code, stdout, stderr } = await project.viva("run", { environment: fork });
    expect(code).toBe(0);
    expect(stdout).toContain("no OPENAI_API_KEY: replaying");
    expect(project.read("summary.md")).toContain("Nothing was measured");
    expect(commands(stderr)).toEqual([expect.stringMatching(/^::notice title=viva::.*Nothing was measured/)]);
  });

  test("outside of GitHub there is neither a summary nor an annotation", async () => {
    const project = exam();
    const { stdout, stderr } = await project.viva("run", {
      environment: { GITHUB_STEP_SUMMARY: join(project.folder, "summary.md") },
    });
    expect(commands(stdout + stderr)).toEqual([]);
    expect(existsSync(join(project.folder, "summary.md"))).toBe(false);
  });

  test("a summary that cannot be written changes no verdict", async () => {
    const project = exam();
    const there = { ...environment(project.folder), GITHUB_STEP_SUMMARY: join(project.folder, "no", "such", "folder") };
    const { code, stdout } = await project.viva("run", { environment: there });
    expect(code).toBe(1);
    expect(stdout).toContain("the job's summary could not be written");
  });
});
