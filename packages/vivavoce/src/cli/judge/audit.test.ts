import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { afterThisFile } from "../../after-file.test-helper.ts";
import { judgeAnswer, linesIn } from "../../run/judge-answer.test-helper.ts";
import { type ScriptedServer, scriptedServer } from "../../testing/index.ts";
import { projectHere, suiteText, type TestProject } from "../cli.test-helper.ts";

let server: ScriptedServer;
let project: TestProject;
let isOut = false;

/** A judge that likes long replies. */
beforeAll(async () => {
  server = await scriptedServer({
    answer: ({ messages }) => {
      if (isOut) return { fault: "status", status: 400, message: "no" };
      const said = linesIn(messages).flatMap(({ speaker, text }) => (speaker === "agent" ? [String(text)] : []));
      return judgeAnswer(messages, (text) => (said.join(" ").length > 60 || text.includes("polite") ? "yes" : "no"));
    },
  });
  afterThisFile(() => server.close());
  const cases = Array.from({ length: 12 }, (_, index) => ({
    id: `case-${index}`,
    script: [{ content: `Hi ${index}` }],
  }));
  project = projectHere({
    "exam.eval.ts": suiteText({
      cases: JSON.stringify(cases),
      metrics: `[metric.criteria({ criteria: ["is polite", "is kind"], steps: [] }), metric.limits({ modelCalls: 3 })]`,
      models: `{ judge: { model: "compatible:any", baseURL: ${JSON.stringify(server.url)}, retries: 0 } }`,
    }),
  });
  expect((await project.viva("run")).code).toBe(1);
});

const quick = "--checks retest,padding";

describe("viva judge audit", () => {
  test("shows a table, a picture and a sentence for each check, in 80 columns", async () => {
    const { code, stdout, stderr } = await project.viva("judge audit");
    expect(stderr).toContain("12 conversations, each asked about in 7 ways: about 84 calls, cost unknown");
    expect(code).toBe(0);
    expect(stdout).toMatch(/padding +24 +12 +0\.50 \[/);
    expect(stdout).toContain(
      "padding: With longer replies, the judge is more lenient: of 24 verdicts, 12\n    rose and 0 fell.",
    );
    expect(stdout).toContain("cannot be measured here");
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("is recorded apart from the suite's tapes, and replays to the same bytes without asking", async () => {
    const recorded = await project.viva(`judge audit ${quick} --record --json`);
    expect(readdirSync(join(project.folder, "cassettes", "exam"))).toEqual(["_audit"]);
    const asked = server.calls;
    const replayed = await project.viva(`judge audit ${quick} --replay --json --report html,json`);
    expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout]);
    expect(server.calls).toBe(asked);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ format: 1, seed: 1, suites: [{ suite: "exam", sampled: 12 }] });
    const [, page = "", json = ""] = /report: (\S+html)\nreport: (\S+json)\n/.exec(replayed.stderr) ?? [];
    expect(project.read(json)).toBe(replayed.stdout);
    expect(project.read(page)).toContain("<svg");
    const other = await project.viva(`judge audit ${quick} --replay --seed 2 --checks injection`);
    expect(other.code).toBe(3);
    expect(other.stderr).toContain("has no tape");
  });

  test("leaves the run as it was", async () => {
    const before = await project.trials();
    await project.viva(`judge audit --checks retest --trials 2`);
    expect(await project.trials()).toEqual(before);
  });

  test("--trials, --metric, --suite and --checks choose what is asked", async () => {
    const asked = server.calls;
    const { stdout } = await project.viva("judge audit --suite exam --metric criteria --trials 3 --checks injection");
    expect(server.calls - asked).toBe(9);
    expect(stdout).toContain("3 conversations of 12");
    expect(stdout).toContain("injection: Too few: failed verdicts of 3 cases, and 10 cases are needed.");
    expect(stdout).not.toContain("padding");
  });

  test("does not ask about the family", async () => {
    const asked = server.calls;
    const { code, stdout } = await project.viva("judge audit --checks family");
    expect([code, server.calls]).toEqual([0, asked]);
    expect(stdout).toContain("family: Whether judge and agent are of one family is not known");
  });

  test.each([
    ["judge audit --checks order,colour", "there is no check colour"],
    ["judge audit --metric limits", "limits"],
    ["judge audit --suite other", "there is no suite other in run"],
    ["judge audit nosuchrun", "nosuchrun"],
    ["judge audit --live --replay", "exclude each other"],
    ["judge audit --report pdf", "there is no report pdf"],
    ["judge audit --trials 0", "whole number"],
  ])("refuses %s", async (args, words) => {
    const { code, stdout, stderr } = await project.viva(args);
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toContain(words);
  });

  test("refuses an audit that would cost more than the limit, before anybody is asked", async () => {
    const priced = `{ suites: ["*.eval.ts"], prices: { "compatible:any": { input: 10, output: 10 } } }`;
    project.write({
      "viva.config.ts": `import { defineConfig } from "vivavoce";\nexport default defineConfig(${priced});`,
    });
    const asked = server.calls;
    const { code, stderr } = await project.viva("judge audit --max-cost 0.01");
    expect([code, server.calls]).toEqual([64, asked]);
    expect(stderr).toContain("more than the limit of $0.01");
  });

  test("an outage is reported and ends with 3", async () => {
    isOut = true;
    const { code, stdout, stderr } = await project.viva("judge audit --checks retest --trials 2");
    isOut = false;
    expect(code).toBe(3);
    expect(stdout).toContain("4 of 4 scores have no valid answer");
    expect(stderr).toContain("too many answers of the judge are missing");
  });
});
