import { describe, expect, test } from "vitest";
import { type ScriptedServer, scriptedServer } from "../testing/index.ts";
import { projectOf, servedBy, suiteText, type TestProject, until } from "./cli.test-helper.ts";

const trials = 14;
const exchanges = 2;
const concurrency = 2;
const kills = 5;

/** Speaks with its model over several exchanges, with all that was said before. */
const talking = `{
  name: "talking",
  version: "1",
  open(context) {
    const messages = [];
    return {
      async reply(message) {
        messages.push({ role: "user", content: message });
        const { text } = await context.model().call({ messages: [...messages] });
        messages.push({ role: "assistant", content: text });
        context.record({ type: "text", text });
      },
    };
  },
}`;

function exam({ url }: ScriptedServer): TestProject {
  const cases = `Array.from({ length: ${trials} }, (_, index) => ({
    id: \`case-\${index}\`,
    script: Array.from({ length: ${exchanges} }, (_, line) => ({ content: \`case \${index}, line \${line}\` })),
    expect: { contains: ["You said"] },
  }))`;
  return projectOf({ "a.eval.ts": suiteText({ cases, agent: talking, models: servedBy(url) }) });
}

/** Waits until the run has asked for something new, and kills it a moment later. */
async function killOnce({ start }: TestProject, args: string, server: ScriptedServer, moment: number): Promise<void> {
  const before = server.calls;
  const { child, ended } = start(args);
  await until(() => server.calls > before, "the run asks for something");
  await new Promise((resolve) => setTimeout(resolve, moment));
  child.kill("SIGKILL");
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
}

/** The trials of the newest run by case, without the times that differ from run to run. */
async function results(project: TestProject): Promise<string[]> {
  return (await project.trials()).map(({ caseId, status, scores, transcript }) => {
    const said = transcript.exchanges.map(({ modelMs: _, firstWordMs: __, replyMs: ___, ...rest }) => rest);
    return JSON.stringify({ caseId, status, scores, said, outcome: transcript.outcome });
  });
}

describe("a run that is killed with -9 and resumed, again and again", { timeout: 120_000 }, () => {
  test("ends as if nobody had disturbed it: nothing lost, nothing doubled, hardly a call made twice", async () => {
    const server = await scriptedServer({
      delayMs: 40,
      answer: ({ messages }) => `You said: ${messages.at(-1)?.content}`,
    });
    const [calm, killed] = [exam(server), exam(server)];
    expect((await calm.viva("run --concurrency 20")).code).toBe(0);
    const before = server.calls;
    for (let kill = 0; kill < kills; kill++) {
      const args = `run --concurrency ${concurrency}${kill === 0 ? "" : " --resume"}`;
      await killOnce(killed, args, server, [5, 60, 25, 90, 45][kill % 5] ?? 50);
    }
    const finished = await killed.viva("run --resume --concurrency 20");
    expect(finished.code).toBe(0);
    expect(finished.stdout).toContain(`${trials} passed`);
    expect(await killed.runs()).toHaveLength(1);
    expect(await results(killed)).toEqual(await results(calm));

    // At each kill: what was in flight, and what waited for its commit.
    const repeated = server.calls - before - trials * exchanges;
    expect(repeated).toBeLessThanOrEqual(kills * concurrency * 2);
    await server.close();
  });
});
