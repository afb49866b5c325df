import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import { storeFile } from "../store/index.ts";
import { type ScriptedServer, type ServerScript, scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, projectOf, suiteText, type TestProject } from "./cli.test-helper.ts";

const started: ScriptedServer[] = [];
afterAll(async () => {
  await Promise.all(started.map((server) => server.close()));
});

async function server(answer: ServerScript, delayMs = 0): Promise<ScriptedServer> {
  const one = await scriptedServer({ answer, delayMs });
  started.push(one);
  return one;
}

const usage = { inputTokens: 1_000, outputTokens: 0 };

/** A server for the agent, which works, and one for the judge, which the test controls. */
async function servers() {
  const told: { verdict: "yes" | "no" | undefined } = { verdict: undefined };
  const agent = await server(({ messages }) => String(messages.at(-1)?.content));
  const judge = await server(({ messages }, index) => {
    if (told.verdict !== undefined) return { text: judgeAnswer(messages, told.verdict), usage };
    return index % 2 === 0 ? { fault: "status", status: 500 } : { fault: "reset", after: "headers" };
  });
  return { agent, judge, told, models: `{ agent: ${spec("agent", agent)}, judge: ${spec("judge", judge)} }` };
}

function spec(name: string, { url }: ScriptedServer): string {
  return `{ model: "compatible:${name}", baseURL: ${JSON.stringify(url)}, retries: 0 }`;
}

const judged = `[contains(), metric.criteria({ criteria: ["is polite"], steps: [], threshold: 0.5 })]`;

/** The newest scores of the newest run: "one criteria 1.00". */
async function scoresIn({ trials }: TestProject): Promise<string[]> {
  return (await trials()).flatMap(({ caseId, scores }) =>
    scores.map(
      (score) => `${caseId} ${score.metric} ${score.status === "scored" ? score.value.toFixed(2) : score.status}`,
    ),
  );
}

/** Reads the store's database directly. */
function rowsIn({ folder }: TestProject, query: string): unknown[] {
  using database = new DatabaseSync(storeFile(folder));
  return database
    .prepare(query)
    .all()
    .map((row) => Object.values(row).join(" "));
}

// Many commands in a row are slow on a busy machine.
describe.concurrent("viva score", () => {
  test("finishes a run whose judge was down, and scores again by other judges and metrics; the agent is never called", async () => {
    const { agent, judge, told, models } = await servers();
    const before = `console.log("loading");`;
    const suite = suiteText({ agent: asking, metrics: judged, models, before });
    const project = projectOf({ "sub/a.eval.ts": suite }, `{ suites: ["sub/*.eval.ts"] }`);
    const { viva, write, statuses, runs } = project;
    const run = await viva("run");
    const [{ id } = { id: "" }] = await runs();
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("2 unscored");
    expect(run.stdout).toContain(`unscored; ask the judge again, without the agent: npx viva score ${id}`);
    expect((await project.trials()).map(({ transcript }) => transcript.outcome.kind)).toEqual([
      "completed",
      "completed",
    ]);

    told.verdict = "yes";
    const scored = await viva(`score ${id.slice(0, 6)}`, { from: "sub" });
    expect(scored).toMatchObject({ code: 0, stderr: "" });
    for (const words of ["exam: 2 trials scored, no agent called", "2 passed · 0 failed · 0 unscored", "PASS"])
      expect(scored.stdout).toContain(words);
    expect(await statuses()).toEqual(["one passed", "two passed"]);
    expect(judge.calls).toBe(4);

    const again = await viva("score latest");
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("exam: 0 trials scored") });
    expect(judge.calls).toBe(4);

    told.verdict = "no";
    const failed = await viva("score latest --all --json --concurrency 1");
    expect(failed.code).toBe(1);
    const { header, results } = JSON.parse(failed.stdout);
    expect(header.decisions).toMatchObject([{ suite: "exam", verdict: "fail", exitCode: 1 }]);
    expect(results[0].trials[0]).toMatchObject({ status: "failed", scores: [{ metric: "contains" }, { value: 0 }] });

    told.verdict = "yes";
    const environment = { COMPATIBLE_BASE_URL: judge.url };
    const other = await viva("score latest --metric criteria --judge compatible:strict", { environment });
    expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining("2 trials scored") });
    expect(judge.requests.slice(-2).map(({ model }) => model)).toEqual(["strict", "strict"]);
    const appended =
      "select metric, group_concat(pass), count(distinct identity) from scores where trial like '%/one/%' group by metric";
    expect(rowsIn(project, appended)).toEqual(["contains 1,3 1", "criteria 1,2,3,4 2"]);

    const asked = judge.calls;
    write({ "sub/a.eval.ts": suite.replace("Hello two", "Good evening") });
    const [changed, unknown, metric, both] = await Promise.all([
      viva("score latest --all"),
      viva("score 7f3a"),
      viva("score latest --metric tone"),
      viva("score latest --live --replay"),
    ]);
    expect(changed.code).toBe(64);
    expect(changed.stderr).toMatch(
      /sub\/a\.eval\.ts: case two was changed or removed after run \w+ .*\n {4}Play it again/,
    );
    expect(unknown).toMatchObject({ code: 64, stderr: expect.stringContaining("there is no run 7f3a") });
    expect(metric).toMatchObject({ code: 64, stderr: expect.stringMatching(/no metric tone\n.*contains, criteria/) });
    expect(both).toMatchObject({ code: 64, stderr: expect.stringContaining("exclude each other") });
    expect([agent.calls, judge.calls]).toEqual([2, asked]);
  });

  test("killed and started again, it gives the same result as without interruption, and asks for no answer twice", async () => {
    let up = false;
    const agent = await server(({ messages }) => String(messages.at(-1)?.content));
    // One of three samples says no: a score that took another's answers would come out differently.
    const judge = await server(
      ({ messages, seed }) =>
        up ? judgeAnswer(messages, seed === 2 ? "no" : "yes") : { fault: "status", status: 500 },
      25,
    );
    const models = `{ agent: ${spec("agent", agent)}, judge: ${spec("judge", judge)} }`;
    const metrics = `[metric.criteria({ criteria: ["is polite"], steps: [], samples: 3, threshold: 0.5 })]`;
    const ids = ["a", "b", "c", "d", "e", "f"];
    const project = projectOf({ "a.eval.ts": suiteText({ agent: asking, metrics, models, cases: casesOf(...ids) }) });
    expect((await project.viva("run")).code).toBe(3);
    up = true;
    const before = judge.calls;
    for (const kill of [5, 11]) {
      const { child, ended } = project.start("score latest --concurrency 2");
      while (judge.calls - before < kill && child.exitCode === null) await sleep(1);
      child.kill("SIGKILL");
      expect(await ended).toMatchObject({ code: null });
    }
    expect((await project.viva("score latest --concurrency 2")).code).toBe(0);
    const union = await scoresIn(project);
    expect(union).toEqual(ids.map((id) => `${id} criteria 0.67`));
    // Three answers for each trial, and none of them twice.
    const answers = "select count(*), count(distinct trial || position) from calls where role = 'judge' and pass = 2";
    expect(rowsIn(project, answers)).toEqual(["18 18"]);

    expect((await project.viva("score latest --all")).code).toBe(0);
    expect(await scoresIn(project)).toEqual(union);
    expect(rowsIn(project, "select pass, count(*) from scores group by pass")).toEqual(["1 6", "2 6", "3 6"]);
    expect(agent.calls).toBe(ids.length);
  });
});

// Not beside the others: a replay in this process closes the network of the programs that it starts meanwhile.
test("keeps to a cost limit; a judge whose key is missing is replaced by old recordings only with --replay", async () => {
  const { judge, told } = await servers();
  told.verdict = "yes";
  const models = `{ judge: "openai:gpt-5-mini" }`;
  const prices = `{ prices: { "openai:gpt-5-mini": { input: 0.25, output: 2 } } }`;
  const { viva } = projectHere({ "a.eval.ts": suiteText({ metrics: judged, models }) }, prices);
  const environment = { OPENAI_BASE_URL: judge.url };
  expect((await viva("run --record", { environment })).code).toBe(0);
  const poor = await viva("score latest --all --concurrency 1 --max-cost 0.0003", { environment });
  expect(poor).toMatchObject({ code: 3, stderr: expect.stringContaining("the cost limit was reached") });
  expect(poor.stdout).toContain("1 trial scored");
  const keyless = await viva("score latest --all");
  expect(keyless).toMatchObject({ code: 3, stderr: expect.stringContaining("OPENAI_API_KEY is not set") });
  const replayed = await viva("score latest --all --replay");
  expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining("2 trials scored") });
  expect(judge.calls).toBe(3);
});
