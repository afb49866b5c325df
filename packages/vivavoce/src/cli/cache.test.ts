import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

/** An agent and a judge; the agent's model numbers its answers, so that a new one differs. */
async function exam(...cases: string[]) {
  const agent = await scriptedServer({
    answer: ({ messages }, index) => ({ text: `${messages.at(-1)?.content} (${index})`, usage }),
  });
  const judge = await scriptedServer({ answer: ({ messages }) => ({ text: judgeAnswer(messages, "yes"), usage }) });
  const model = (url: string) => `{ model: "compatible:any", baseURL: ${JSON.stringify(url)}, keyVariable: "A_KEY" }`;
  const suite = suiteText({
    agent: asking,
    cases: casesOf(...cases),
    models: `{ agent: ${model(agent.url)}, judge: ${model(judge.url)} }`,
    metrics: `[metric.criteria({ criteria: ["is polite"], threshold: 0.5 }), contains()]`,
  });
  const prices = `prices: { "compatible:any": { input: 0.5, output: 1 } }`;
  const project = projectHere({ "a.eval.ts": suite }, `{ suites: ["*.eval.ts"], ${prices} }`);
  return { ...project, asked: () => [agent.calls, judge.calls] };
}

const usage = { inputTokens: 1_000_000, outputTokens: 0 };

describe("a live run", { timeout: 60_000 }, () => {
  test("uses the answers of an earlier one where it asks the same, and says so; --no-cache asks again", async () => {
    const { viva, asked } = await exam("one", "two");
    const first = await viva("run");
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/^viva [^ ]+ · live\n/);
    // Two trials, their two judgements, and the judge's evaluation steps.
    expect(asked()).toEqual([2, 3]);

    const again = await viva("run --concurrency 1 --max-cost 0.01");
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("answers are used: --no-cache asks again."),
    });
    expect(again.stderr).toMatch(/0 live, 4 from the cache \(\$2\.00 saved\) +\$0\.00/);
    expect(again.stdout).toMatch(/cost \$1\.00.*\(recorded\)/);
    expect(asked()).toEqual([2, 3]);

    const anew = await viva("run --no-cache");
    expect(anew.stdout).toMatch(/^viva [^ ]+ · live\n/);
    expect(anew.stdout).not.toContain("recorded");
    expect(asked()).toEqual([4, 6]);
    const limited = await viva("run --no-cache --concurrency 1 --max-cost 0.01");
    expect(limited.code).toBe(3);

    const listed: { id: string }[] = JSON.parse((await viva("list --json")).stdout);
    const [, uncached, cached, original] = listed.map(({ id }) => id);
    const compared = await viva(`compare ${original} ${cached}`);
    expect(compared.stdout).toContain("2 trials have the same cached answers in both runs: one sample, not two.");
    expect((await viva(`compare ${original} ${uncached}`)).stdout).not.toContain("cached answers");
  });

  test("asks again with the key of another account", async () => {
    const { viva, asked } = await exam("one");
    for (const key of ["first-account-key", "other-account-key", "first-account-key"])
      expect((await viva("run", { environment: { A_KEY: key } })).code).toBe(0);
    // Each time a trial, its judgement and the judge's evaluation steps.
    expect(asked()).toEqual([2, 4]);
  });

  test("asks for each repeat on its own, and keeps those it has", async () => {
    const { viva, asked } = await exam("one");
    await viva("run --repeat 2");
    expect(asked()[0]).toBe(2);
    await viva("run --repeat 3");
    expect(asked()[0]).toBe(3);
  });

  test("with a damaged cache asks the models, and sets it aside; one that records does not look at it", async () => {
    const { viva, asked, folder } = await exam("one");
    await viva("run");
    await viva("run --record");
    expect(asked()).toEqual([2, 4]);
    const file = join(folder, ".viva", "cache.sqlite");
    writeFileSync(file, "damaged ".repeat(2_000));
    const again = await viva("run");
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("warning: the cache of answers cannot be used, so the models are asked");
    expect(asked()).toEqual([3, 6]);
    expect(readFileSync(`${file}.damaged`, "utf8")).toContain("damaged damaged");
  });
});

test("scoring by a changed metric asks the judge nothing that it was asked before; --all asks it again", async () => {
  const { viva, asked, folder } = await exam("one");
  await viva("run");
  const file = join(folder, "a.eval.ts");
  const change = (from: string, to: string) => writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  change("threshold: 0.5", "threshold: 0.6");
  expect((await viva("score latest")).code).toBe(0);
  expect(asked()).toEqual([1, 2]);
  change("threshold: 0.6", "threshold: 0.7");
  await viva("score latest --no-cache");
  expect(asked()).toEqual([1, 3]);
  await viva("score latest --all");
  expect(asked()).toEqual([1, 4]);
});
