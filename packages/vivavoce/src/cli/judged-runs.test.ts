import { describe, expect, test } from "vitest";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import { scriptedServer } from "../testing/index.ts";
import { projectHere, resultsIn, suiteText } from "./cli.test-helper.ts";

describe.concurrent("runs with judges, graphs and simulated users", () => {
  test("a judge of the agent's family is a warning before anything is played, once", async () => {
    const models = `{ agent: "ollama:gpt-oss", judge: "openrouter:openai/gpt-5" }`;
    const suite = (name: string) => suiteText({ name, metrics: `[metric.coherence(), contains()]`, models });
    const { viva } = projectHere({ "a.eval.ts": suite("a"), "b.eval.ts": suite("b") });
    const { stdout } = await viva("run --dry-run", { environment: { OPENROUTER_API_KEY: "a-key-for-nobody" } });
    expect(stdout.match(/^warning: .*$/gm)).toEqual([
      "warning: judge and agent are both made by OpenAI (openrouter:openai/gpt-5, ollama:gpt-oss): a judge tends to favour its own family; name another under models.judge",
    ]);
  });

  test("show --dag draws the path of a case, and is refused without a case", async () => {
    const graph = `metric.dag({
      name: "path",
      root: metric.dag.code("greets", (transcript) => "yes", {
        yes: metric.dag.verdict(1, "it greets"),
        no: metric.dag.verdict(0, "it does not"),
      }),
    })`;
    const { viva } = projectHere({ "a.eval.ts": suiteText({ metrics: `[${graph}, contains()]` }) });
    expect((await viva("run --case one")).code).toBe(0);
    const [drawn, refused] = await Promise.all([viva("show latest one --dag"), viva("show latest --dag")]);
    expect(drawn).toMatchObject({ code: 0, stdout: expect.stringMatching(/^exam · one · .*\n\npath\n.*greets/) });
    expect(drawn.stdout).toContain("it greets");
    expect(drawn.stdout).not.toContain("Hello one");
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining("show latest CASE --dag") });
  });

  test("conversations that a simulated user spoiled are reported apart from the agent's failures, with every attempt", async () => {
    await using user = await scriptedServer({
      answer: (_request, index) => (index < 2 ? "Is my number B-4711?" : "Thank you.\n<<goal met>>"),
    });
    await using judge = await scriptedServer({ answer: ({ messages }) => judgeAnswer(messages, "fits") });
    const persona = {
      persona: "Ada",
      goal: "a visit",
      opening: "The visit is on Monday.",
      cannotKnow: ["B-4711"],
      maxExchanges: 2,
    };
    const stop = { goalMet: "it is booked." };
    const cases = JSON.stringify(["one", "two"].map((id) => ({ id, user: { ...persona, stop } })));
    const served = (url: string) => `{ model: "compatible:any", baseURL: ${JSON.stringify(url)}, retries: 0 }`;
    const models = `{ user: ${served(user.url)}, judge: ${served(judge.url)} }`;
    const metrics = `[defineMetric({ name: "fine", score: () => scored(1, []) })]`;
    const fields = `simulator: { retries: 1, judge: true }`;
    const { viva } = projectHere({ "a.eval.ts": suiteText({ cases, models, metrics, fields }) });
    const run = await viva("run --record --concurrency 1");
    expect(run.code).toBe(3);
    expect(run.stdout).toContain("1 passed · 0 failed · 1 unscored");
    expect(run.stdout).toContain("simulated user: spoiled 2 of 3 conversations");
    expect(run.stdout).toMatch(/simulated user {2}exchange 2: said “B-4711”, which it cannot know “Is my number/);
    expect(run.stdout).toMatch(
      /^incomplete: 1 tape lacks a full result: cassettes\/exam\/default\/one\.yaml \(case one\): the sim/m,
    );
    expect(run.stdout).toContain("play these trials again: npx viva run --record missing\n");
    // Scoring again would not help.
    expect(run.stdout).not.toContain("viva score");

    const [json, shown, one] = await Promise.all([
      viva("show latest --json"),
      viva("show latest one"),
      viva("show latest one --json"),
    ]);
    const [first, second] = JSON.parse(json.stdout).results[0].trials;
    expect(first.spoiled).toMatchObject([{ user: { faults: [{ kind: "leaked" }] } }]);
    expect(second).not.toHaveProperty("spoiled");
    expect(shown.stdout).toMatch(/attempt 1, spoiled by the simulated user\n.*leaked, exchange 2: .*\nattempt 2\n/s);
    expect(JSON.parse(one.stdout)[0].spoiled).toHaveLength(1);
    expect(resultsIn(json.stdout)).toContain("B-4711");
  });
});
