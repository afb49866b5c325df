import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Store, storeFile } from "../store/index.ts";
import { projectOf, suiteText, type TestProject, until } from "./cli.test-helper.ts";

const caseText = (id: string, said = `Hello ${id}`) =>
  JSON.stringify({ id, script: [{ content: said }], expect: { contains: ["Hello"] } });

const examText = (more = "") =>
  suiteText({ cases: 'cases("./cases/*.json")', fields: `files: ["./prompts/*.md"], ${more}` });

/** A suite with four cases in three files, and a prompt. */
function watchedProject(more: Record<string, string> = {}): TestProject {
  return projectOf({
    "exam.eval.ts": examText(),
    "prompts/v1.md": "Be kind.",
    "cases/a.json": caseText("a"),
    "cases/b.json": caseText("b"),
    "cases/c.json": `[${caseText("c")}, ${caseText("d")}]`,
    ...more,
  });
}

const everything = ["a", "b", "c", "d"];

/** The cases of every run so far, oldest first. */
async function played({ folder }: TestProject): Promise<string[][]> {
  const store = await Store.open(storeFile(folder));
  try {
    const cases: string[][] = [];
    for (const { id, suites } of (await store.runs.list()).reverse()) {
      const trials = await Promise.all(suites.map(({ position }) => Array.fromAsync(store.trials.read(id, position))));
      cases.push(trials.flat().map(({ caseId }) => caseId));
    }
    return cases;
  } finally {
    await store.close();
  }
}

/** A watch that is idle; every change waits until it is idle again. */
async function startWatch(project: TestProject, args = "run --watch") {
  const { child, ended } = project.start(args);
  let said = "";
  let rests = 0;
  child.stdout?.on("data", (part) => {
    said += part;
  });
  const rest = async () => {
    rests += 1;
    const isResting = () => said.split("\nwatching ").length > rests || child.exitCode !== null;
    await until(isResting, `the watch has rested ${rests} times; it said ${said}`);
  };
  await rest();
  return {
    said: () => said,
    async write(files: Record<string, string>) {
      project.write(files);
      await rest();
    },
    async touch(file: string) {
      utimesSync(join(project.folder, file), new Date(), new Date(Date.now() + 5_000));
      await rest();
    },
    async end() {
      child.kill("SIGINT");
      return (await ended).code;
    },
  };
}

describe.concurrent("viva run --watch", () => {
  test("plays everything once, then exactly the cases that changed, or whose file was saved again", async () => {
    const project = watchedProject();
    const watch = await startWatch(project);
    await watch.write({ "cases/b.json": caseText("b", "Hello again, b") });
    expect(watch.said()).toContain("changed: cases/b.json → exam (b)");
    await watch.write({ "cases/c.json": `[${caseText("c")}, ${caseText("d", "Hello, new d")}]` });
    await watch.touch("cases/c.json");
    await watch.write({ "cases/e.json": caseText("e") });
    expect(await watch.end()).toBe(0);
    expect(await played(project)).toEqual([everything, ["b"], ["d"], ["c", "d"], ["e"]]);
  });

  test("plays everything again when a prompt, a new prompt or the suite changes", async () => {
    const project = watchedProject();
    const watch = await startWatch(project);
    await watch.write({ "prompts/v1.md": "Be very kind." });
    await watch.write({ "prompts/v2.md": "Be brief." });
    await watch.write({ "exam.eval.ts": examText("threshold: 0.5,") });
    await watch.end();
    expect(await played(project)).toEqual([everything, everything, everything, everything]);
  });

  test("plays only the suite that a change concerns, with the agent's own modules loaded anew; the last run decides", async () => {
    const agent = (words: string) =>
      `export const agent = { name: "agent", version: "1", open: (context) => ({ reply: async () => context.record({ type: "text", text: ${JSON.stringify(words)} }) }) };\n`;
    const project = watchedProject({
      "agent.ts": agent("Hello"),
      "other.eval.ts": suiteText({
        name: "other",
        before: 'import { agent } from "./agent.ts";',
        agent: "agent",
        cases: JSON.stringify([{ id: "x", script: [{ content: "Hi" }], expect: { contains: ["Hello"] } }]),
      }),
    });
    const watch = await startWatch(project);
    await watch.write({ "agent.ts": agent("Go away") });
    expect(await watch.end()).toBe(1);
    expect(await played(project)).toEqual([[...everything, "x"], ["x"]]);
    expect(await project.statuses()).toEqual(["x failed"]);
  });

  test("keeps to the selection; a file that cannot be read is reported, and the watch waits for a correction", async () => {
    const project = watchedProject();
    const watch = await startWatch(project, "run --watch --case a --case b");
    await watch.write({ "cases/c.json": `[${caseText("c", "Hello, other c")}, ${caseText("d")}]` });
    expect(watch.said()).toContain("nothing to play");
    await watch.write({ "cases/b.json": '{ "id": "b", ' });
    expect(watch.said()).toMatch(/cases\/b\.json:\d+:\d+: /);
    await watch.write({ "cases/b.json": caseText("b", "Hello, mended b") });
    expect(await watch.end()).toBe(0);
    expect(await played(project)).toEqual([["a", "b"], ["b"]]);
  });

  test("with --failed, plays the cases that had failed when it began", async () => {
    const project = watchedProject({ "cases/b.json": caseText("b", "Goodbye") });
    expect((await project.viva("run")).code).toBe(1);
    const watch = await startWatch(project, "run --watch --failed");
    await watch.write({ "cases/b.json": caseText("b", "Hello at last") });
    await watch.write({ "prompts/v1.md": "Be very kind." });
    expect(await watch.end()).toBe(0);
    expect(await played(project)).toEqual([everything, ["b"], ["b"], ["b"]]);
  });

  test("plays the case of a tape that changes, in a replay", async () => {
    const tape = (id: string, words: string) =>
      `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes:\n  - agent:\n      - ${words}\n`;
    const asking = `{ name: "asking", version: "1", open: (context) => ({ async reply(message) {
      const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
      context.record({ type: "text", text });
    } }) }`;
    const project = projectOf({
      "exam.eval.ts": suiteText({ agent: asking, models: '{ agent: "openai:any" }' }),
      "cassettes/exam/default/one.yaml": tape("one", "Hello one"),
      "cassettes/exam/default/two.yaml": tape("two", "Hello two"),
    });
    const watch = await startWatch(project, "run --watch --replay");
    await watch.write({ "cassettes/exam/default/two.yaml": tape("two", "Goodbye") });
    expect(await watch.end()).toBe(1);
    expect(await played(project)).toEqual([["one", "two"], ["two"]]);
  });
});
