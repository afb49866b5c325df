import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

/** An agent and a judge; the agent's model numbers its answers, so that a new one differs. */
async function exam(cases: string[], { config = "", verdict = (): string => "yes" } = {}) {
  const agent = await scriptedServer({
    answer: ({ messages }, index) => ({ text: `${messages.at(-1)?.content} (${index})`, usage }),
  });
  const judge = await scriptedServer({ answer: ({ messages }) => ({ text: judgeAnswer(messages, verdict()), usage }) });
  const model = (url: string) =>
    `{ model: "compatible:any", baseURL: ${JSON.stringify(url)}, keyVariable: "A_KEY", retries: 0 }`;
  const suite = suiteText({
    agent: asking,
    cases: casesOf(...cases),
    models: `{ agent: ${model(agent.url)}, judge: ${model(judge.url)} }`,
    metrics: `[metric.criteria({ criteria: ["is polite"], threshold: 0.5 }), contains()]`,
  });
  const prices = `prices: { "compatible:any": { input: 0.5, output: 1 } }`;
  const project = projectHere({ "a.eval.ts": suite }, `{ suites: ["*.eval.ts"], ${prices}, ${config} }`);
  const stop = () => Promise.all([agent.close(), judge.close()]);
  return { ...project, asked: () => [agent.calls, judge.calls], stop };
}

const usage = { inputTokens: 1_000_000, outputTokens: 0 };
const inCi = { environment: { CI: "true" } };

describe("answers of earlier runs", () => {
  test("are not used unless somebody asks for them: a live run with its servers down ends with 3", async () => {
    const { viva, asked, stop } = await exam(["one"], { config: "cache: true" });
    expect((await viva("run --cache")).code).toBe(0);
    expect(asked()).toEqual([1, 2]);
    await stop();
    expect((await viva("run --live", inCi)).code).toBe(3);
    const configured = await viva("run", inCi);
    expect(configured.code).toBe(3);
    expect(configured.stdout).toMatch(
      /^viva \S+ · live\. The config's cache: true is ignored in CI: the models are asked\.\n/,
    );
    expect((await viva("run --live")).stdout).toContain("The config's cache: true is ignored with --live");
    expect((await viva("run --no-cache")).code).toBe(3);
    expect((await viva("run --cache", inCi)).code).toBe(0);
  });

  test("are used where --cache says so, and every output says how many", async () => {
    const { viva, asked, read, folder } = await exam(["one", "two"]);
    const first = await viva("run --cache");
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/^viva [^ ]+ · live\n/);
    // Two trials, their two judgements, and the judge's evaluation steps.
    expect(asked()).toEqual([2, 3]);

    const again = await viva("run --cache --concurrency 1 --max-cost 0.01 --report junit,json,markdown,html");
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("answers are used: --no-cache asks again."),
    });
    expect(again.stderr).toMatch(/0 live, 4 from the cache \(\$2\.00 saved\) +\$0\.00/);
    expect(again.stdout).toMatch(/cost \$1\.00.*\(recorded\)/);
    expect(asked()).toEqual([2, 3]);
    const said = "4 of 4 answers from an earlier run";
    expect(again.stdout).toContain(said);
    const [run] = JSON.parse((await viva("list --json")).stdout);
    const reports = readdirSync(join(folder, "results"));
    const report = (ending: string) => read(join("results", reports.find((name) => name.endsWith(ending)) ?? ending));
    for (const ending of [".xml", ".md", ".html"]) expect(report(ending)).toContain(said);
    const { header, origins, results } = JSON.parse(report(".json"));
    expect(header.suites[0].variants[0].answers).toEqual({ cached: 4 });
    expect(origins[0].trials[0]).toEqual({ case: "one", origin: "cached", answers: { cached: 2 } });
    expect(results[0].variants[0]).toMatchObject({ cached: 2 });
    expect((await viva("list")).stdout).toContain(said);
    expect((await viva(`show ${run.id}`)).stdout).toContain(said);

    const anew = await viva("run");
    expect(anew.stdout).toMatch(/^viva [^ ]+ · live\n/);
    expect(anew.stdout).not.toContain("recorded");
    expect(anew.stdout).not.toContain("answers from an earlier run");
    expect(asked()).toEqual([4, 6]);
  });

  test("are one sample with those they were copied from, and two draws of the same words are two", async () => {
    const { viva } = await exam(["one", "two"]);
    await viva("run --cache");
    await viva("run --cache");
    await viva("run");
    const [fresh, cached, original] = JSON.parse((await viva("list --json")).stdout).map(
      ({ id }: { id: string }) => id,
    );
    const compared = await viva(`compare ${original} ${cached}`);
    expect(compared.code).toBe(2);
    expect(compared.stdout).toContain("in 2 trials the same answers were used twice, so there is no second sample");
    expect((await viva(`compare ${original} ${fresh}`)).stdout).not.toContain("second sample");
  });

  test("are replaced by every live answer", async () => {
    const { viva, asked, trials } = await exam(["one"]);
    const said = async () => (await trials())[0]?.transcript.exchanges[0]?.items[0];
    await viva("run --cache");
    const first = await said();
    await viva("run");
    const second = await said();
    expect(second).not.toEqual(first);
    await viva("run --cache");
    expect(await said()).toEqual(second);
    await viva("run --record");
    const third = await said();
    await viva("run --cache");
    expect(await said()).toEqual(third);
    expect(asked()[0]).toBe(3);
  });

  test("of a judge that were refused are not kept, so that the run can be repeated", async () => {
    let verdict = "perhaps";
    const { viva, asked } = await exam(["one"], { verdict: () => verdict });
    expect((await viva("run --cache")).stdout).toContain("unscored");
    expect(asked()).toEqual([1, 4]);
    verdict = "yes";
    expect((await viva("run --cache")).code).toBe(0);
    expect(asked()).toEqual([1, 5]);
  });

  test("if the config asks for them and there is nothing else, leave nothing measured: 3", async () => {
    const { viva, asked } = await exam(["one"], { config: "cache: true" });
    expect((await viva("run")).code).toBe(0);
    const again = await viva("run");
    expect(again.code).toBe(3);
    expect(again.stdout).toContain("all 2 answers are from an earlier run, so nothing was measured");
    expect((await viva("gate latest")).code).toBe(3);
    expect((await viva("list")).stdout).toContain("ERROR: all 2 answers");
    expect((await viva("run --cache")).code).toBe(0);
    expect(asked()).toEqual([1, 2]);
    expect((await viva("run --repeat 2")).code).toBe(0);
    expect(asked()[0]).toBe(2);
  });

  test.each(["run --live", "run --record", "run --record missing", "score latest --live", "score latest --all"])(
    "and %s exclude each other",
    async (command) => {
      const { viva } = await exam(["one"]);
      if (command.startsWith("score")) await viva("run");
      const refused = await viva(`${command} --cache`);
      expect(refused.code).toBe(64);
      expect(refused.stderr).toMatch(/--cache uses answers of earlier runs, and --\w+ asks for new ones/);
    },
  );

  test("are not used by a resume of a run that did not use them", async () => {
    const { viva, asked, runs } = await exam(["one", "two"], { config: "cache: true" });
    await viva("run");
    expect(asked()[0]).toBe(2);
    expect((await viva("run --no-cache --concurrency 1 --max-cost 0.01")).code).toBe(3);
    const before = asked()[0] ?? 0;
    expect((await viva("run --resume --max-cost 100")).code).toBe(0);
    expect(asked()[0]).toBe(4);
    expect(before).toBeLessThan(4);
    expect((await runs())[0]?.header.options.cache).toBeUndefined();
    expect((await viva("run --resume --cache")).code).toBe(64);
  });

  test("are asked for again with the key of another account", async () => {
    const { viva, asked } = await exam(["one"]);
    for (const key of ["first-account-key", "other-account-key", "first-account-key"])
      expect((await viva("run --cache", { environment: { A_KEY: key } })).code).toBe(0);
    // Each time a trial, its judgement and the judge's evaluation steps.
    expect(asked()).toEqual([2, 4]);
  });

  test("are kept for each repeat on its own", async () => {
    const { viva, asked } = await exam(["one"]);
    await viva("run --cache --repeat 2");
    expect(asked()[0]).toBe(2);
    await viva("run --cache --repeat 3");
    expect(asked()[0]).toBe(3);
  });

  test("in a damaged file are asked for again, and the file is set aside; a recording does not look at them", async () => {
    const { viva, asked, folder } = await exam(["one"]);
    await viva("run --cache");
    await viva("run --record");
    expect(asked()).toEqual([2, 4]);
    const file = join(folder, ".viva", "cache.sqlite");
    writeFileSync(file, "damaged ".repeat(2_000));
    const again = await viva("run --cache");
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("warning: the cache of answers cannot be used, so the models are asked");
    expect(asked()).toEqual([3, 6]);
    expect(readFileSync(`${file}.damaged`, "utf8")).toContain("damaged damaged");
  });
});

test("scoring with --cache asks the judge nothing that it was asked before; without, it is asked again", async () => {
  const { viva, asked, folder } = await exam(["one"]);
  await viva("run --cache");
  const file = join(folder, "a.eval.ts");
  const change = (from: string, to: string) => writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  change("threshold: 0.5", "threshold: 0.6");
  expect((await viva("score latest --cache")).code).toBe(0);
  expect(asked()).toEqual([1, 2]);
  change("threshold: 0.6", "threshold: 0.7");
  await viva("score latest");
  expect(asked()).toEqual([1, 3]);
  await viva("score latest --all");
  expect(asked()).toEqual([1, 4]);
});
