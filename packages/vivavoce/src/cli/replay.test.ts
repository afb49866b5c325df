import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, projectOf, resultsIn, servedBy, suiteText } from "./cli.test-helper.ts";

const usage = { inputTokens: 12, outputTokens: 4 };
const answering = () =>
  scriptedServer({ answer: ({ messages }) => ({ text: String(messages.at(-1)?.content), usage }) });

describe.concurrent("live, recorded and replayed", () => {
  test("a recording is replayed strictly, byte for byte, without a server", async () => {
    const server = await answering();
    const suite = (more = {}) => suiteText({ agent: asking, models: servedBy(server.url), ...more });
    const { viva, start, folder, write, runs } = projectHere({ "a.eval.ts": suite() });
    const recorded = await viva("run --record --json --concurrency 1");
    expect(recorded.code).toBe(0);
    expect(server.calls).toBe(2);
    expect(readdirSync(join(folder, "cassettes", "exam", "default"))).toEqual(["one.yaml", "two.yaml"]);
    await server.close();

    // One of them in a process of its own, which knows nothing of the recording but its files.
    const [first, second] = await Promise.all([
      start("run --replay --json").ended,
      viva("run --replay --json --concurrency 1"),
    ]);
    expect(first.code).toBe(0);
    expect(resultsIn(first.stdout)).toBe(resultsIn(recorded.stdout));
    expect(resultsIn(second.stdout)).toBe(resultsIn(first.stdout));
    expect(first.stderr).toContain("2 calls replayed, 0 live");
    const { header, results } = JSON.parse(first.stdout);
    expect(results[0].trials.map((trial: { case: string }) => trial.case)).toEqual(["one", "two"]);
    expect(header.suites[0]).toMatchObject({ mode: "replay", variants: [{ origin: "recorded" }] });

    // The stored run is shown unchanged.
    const shown = await viva(`show ${header.run} --json`);
    expect(resultsIn(shown.stdout)).toBe(resultsIn(first.stdout));

    // Another prompt makes another request, which no recorded answer fits.
    write({ "a.eval.ts": suite().replace("Be kind.", "Be brief.") });
    const changed = await viva("run --replay");
    expect(changed.code).toBe(3);
    expect(changed.stdout).toContain("2 errored");
    expect(changed.stdout).toContain("asks something different from what was recorded");
    const shownCase = await viva("show latest one");
    expect(shownCase.stdout).toContain("nearest recorded request");
    expect(shownCase.stdout).toContain("Be brief.");
    expect(await runs()).toHaveLength(4);
  });

  test("a recorded answer that was edited is said to be hand-written", async () => {
    await using server = await scriptedServer({ answer: () => ({ text: "Good night", usage }) });
    const { viva, write, read, trials } = projectHere({
      "a.eval.ts": suiteText({ agent: asking, models: servedBy(server.url) }),
    });
    expect((await viva("run --record")).code).toBe(1);
    const [one, two] = ["one", "two"].map((id) => `cassettes/exam/default/${id}.yaml`) as [string, string];
    write({ [one]: read(one).replace("text: Good night", "text: Hello one") });
    const { code, stdout } = await viva("run --replay");
    expect(code).toBe(1);
    expect(stdout).toContain(`${one} (case one): somebody has edited recorded answers`);
    expect(stdout).not.toContain(`${two} (case two): somebody`);
    expect((await trials()).map(({ answers }) => answers?.origin)).toEqual(["hand-written", "recorded"]);
  });

  test("--record missing asks only for what has no recording", async () => {
    await using server = await answering();
    const suite = (...ids: string[]) =>
      suiteText({ agent: asking, models: servedBy(server.url), cases: casesOf(...ids) });
    const { viva, write, read } = projectHere({ "a.eval.ts": suite("one") });
    expect((await viva("run --record")).code).toBe(0);
    const before = read("cassettes/exam/default/one.yaml");
    write({ "a.eval.ts": suite("one", "two") });
    const partly = await viva("run --replay");
    expect(partly).toMatchObject({ code: 3, stdout: expect.stringContaining("1 of 2 cases has no tape: npx viva") });
    const missing = await viva("run --record missing");
    expect(missing.code).toBe(0);
    expect(missing.stderr).toContain("1 call replayed, 1 live");
    expect(server.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(["Hello one", "Hello two"]);
    expect(read("cassettes/exam/default/one.yaml")).toBe(before);
    expect(missing.stdout).toContain("2 passed");
  });

  test("an agent, a config and a child that connect by themselves reach nothing", async () => {
    const server = await answering();
    const ask = `fetch(${JSON.stringify(server.url)}).catch(() => {})`;
    const agent = `{
      name: "own client",
      version: "1",
      open: (context) => ({
        async reply(message) {
          if (context.case.id === "one") await ${ask};
          if (context.case.id === "two") execFileSync(process.execPath, ["-e", ${JSON.stringify(ask)}]);
          context.record({ type: "text", text: message });
        },
      }),
    }`;
    const before = `import { execFileSync } from "node:child_process";`;
    const tape = (id: string) => `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes: [{ agent: [Hello] }]\n`;
    const ids = ["one", "two", "three"];
    const tapes = ids.map((id) => [`cassettes/exam/default/${id}.yaml`, tape(id)]);
    const { viva, write, statuses } = projectOf({
      "a.eval.ts": suiteText({ agent, before, cases: casesOf(...ids) }),
      ...Object.fromEntries(tapes),
    });
    write({ "viva.config.ts": `await ${ask};\nexport default { suites: ["*.eval.ts"] };\n` });
    const { code, stdout } = await viva("run --replay");
    expect(stdout.split("\n")[0]).toMatch(/ Network closed\.$/);
    expect(await statuses()).toEqual(["one errored", "two errored", "three passed"]);
    expect(code).toBe(3);
    expect(server.calls).toBe(0);
    await server.close();
  });

  test("without a key it replays and says which key is missing; hand-written tapes are called hand-written", async () => {
    const tape = (id: string) =>
      `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes:\n  - repeat: 1\n    agent:\n      - text: Hello ${id}\n`;
    const { viva } = projectHere({
      "a.eval.ts": suiteText({ agent: asking, models: `{ agent: "openrouter:some/model" }` }),
      "cassettes/exam/default/one.yaml": tape("one"),
      "cassettes/exam/default/two.yaml": tape("two"),
    });
    const { code, stdout } = await viva("run");
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toMatch(
      /^viva \d+\.\d+\.\d+ · no OPENROUTER_API_KEY: replaying hand-written recordings\. They show how Viva works, not how good a model is\. Network closed\.$/,
    );
    expect(stdout).not.toContain("plan:");
  });
});
