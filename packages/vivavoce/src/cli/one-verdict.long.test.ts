import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runsView, runView } from "../report/views/runs-view.ts";
import { pageApp } from "../server/app.ts";
import { Store, storeFile } from "../store/index.ts";
import { scriptedServer } from "../testing/index.ts";
import {
  asking,
  casesOf,
  type Ended,
  projectHere,
  projectOf,
  servedBy,
  suiteText,
  type TestProject,
  until,
} from "./cli.test-helper.ts";

/** Answers wrongly in the second case. */
const agent = `{
  name: "rude", version: "1",
  open: (context) => ({ async reply(message) { context.record({ type: "text", text: message === "Hello two" ? "Go away" : message }); } }),
}`;
const suite = suiteText({ agent, cases: casesOf("one", "two", "three") });

const words = { pass: "PASS", fail: "FAIL", inconclusive: "INCONCLUSIVE", error: "ERROR" } as const;

/** What the page is told by its server. */
async function pageAnswers({ folder }: TestProject, run: string) {
  const store = await Store.open(storeFile(folder));
  const door = { hosts: ["127.0.0.1"] };
  const views = { runs: runsView, run: runView };
  const app = pageApp({ store, invocation: "npx viva" }, { door, views, actions: {}, onFailure: () => {} });
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  const ask = async (path: string): Promise<any> => {
    const headers = { host: "127.0.0.1" };
    return (await app.fetch(new Request(`http://127.0.0.1/api/${path}`, { headers }))).json();
  };
  const told = { runs: await ask("runs"), run: await ask(`run?run=${run}`) };
  await store.close();
  return told;
}

/** Every place that says something about the newest run says this verdict, with this exit code, and no other. */
async function expectOneVerdict(project: TestProject, ended: Ended, verdict: keyof typeof words, code: number) {
  const { viva, read, folder } = project;
  const [newest] = JSON.parse((await viva("list --json")).stdout);
  const others = Object.values(words).filter((word) => word !== words[verdict]);
  const says = (text: string, where: string) => {
    const [sentence] = text.split("\n").filter((line) => line.includes(words[verdict]));
    expect(sentence, `${where}:\n${text}`).toBeDefined();
    for (const word of others) expect(text, where).not.toMatch(new RegExp(`\\b${word}\\b`));
  };
  expect(ended.code).toBe(code);
  says(ended.stdout, "run");
  const gate = await viva("gate");
  expect(gate.code, "gate").toBe(code);
  says(gate.stdout, "gate");
  says((await viva("list --limit 1")).stdout, "list");
  says((await viva("show latest")).stdout, "show");
  const own = { verdict, exitCode: code };
  expect(newest.decision).toMatchObject({ exitCode: code, suites: [own] });
  expect(JSON.parse((await viva("show latest --json")).stdout).header.decisions).toMatchObject([own]);
  expect(JSON.parse((await viva("gate --json")).stdout).suites).toMatchObject([{ decision: own }]);
  const page = await pageAnswers(project, newest.id);
  expect(page.runs.runs[0].suites).toMatchObject([{ verdict }]);
  expect(page.run.suites).toMatchObject([{ decision: own }]);
  await viva("show latest --report html,junit,markdown,json");
  const reports = readdirSync(join(folder, "results")).filter((name) => name.includes(newest.id));
  const report = (ending: string) => read(join("results", reports.find((name) => name.endsWith(ending)) ?? ending));
  expect(report(".xml")).toContain(`name="verdict" value="${verdict}"`);
  expect(report(".md")).toMatch(new RegExp(`^#.* ${verdict}$`, "m"));
  expect(report(".html")).toContain(`<b>${words[verdict]}</b>`);
  expect(JSON.parse(report(".json")).header.decisions).toMatchObject([own]);
  // Decided again by the same policy it comes out the same.
  expect((await viva("gate --gate maxSkipped=0.02")).code, "gate with flags").toBe(code);
}

describe("a run has one verdict wherever it is shown", () => {
  test("bailed, at a failed trial", async () => {
    const project = projectHere({ "a.eval.ts": suite });
    await expectOneVerdict(project, await project.viva("run --bail --concurrency 1"), "fail", 1);
  });

  test("bailed, although a floor would allow it", async () => {
    const lenient = suiteText({ agent, cases: casesOf("one", "two", "three"), fields: "gate: { passRate: 0.1 }" });
    const project = projectHere({ "a.eval.ts": lenient });
    await expectOneVerdict(project, await project.viva("run --bail --concurrency 1"), "fail", 1);
  });

  test("merged from shards, and each shard by itself", async () => {
    const project = projectHere({ "a.eval.ts": suite });
    const shards = [await project.viva("run --shard 1/2"), await project.viva("run --shard 2/2")];
    const isRed = shards[1]?.code === 1;
    await expectOneVerdict(project, shards[1] as Ended, isRed ? "fail" : "inconclusive", isRed ? 1 : 0);
    await expectOneVerdict(project, await project.viva("merge .viva"), "fail", 1);
  });

  test("interrupted", async () => {
    const { promise: open, resolve: release } = Promise.withResolvers<void>();
    const server = await scriptedServer({
      answer: async ({ messages }) => {
        await open;
        return String(messages.at(-1)?.content);
      },
    });
    const project = projectOf({
      "a.eval.ts": suiteText({ agent: asking, models: servedBy(server.url), cases: casesOf("one", "two", "three") }),
    });
    const running = project.start("run --concurrency 1");
    await until(() => server.calls === 1, "the model is asked");
    running.child.kill("SIGINT");
    let said = "";
    running.child.stderr?.on("data", (part) => {
      said += part;
    });
    await until(() => said.includes("Ctrl-C again"), "it has noticed");
    release();
    await expectOneVerdict(project, await running.ended, "error", 130);
    await server.close();
  });

  test("failed by its gate, with a comparison that is inconclusive", async () => {
    const fine = suiteText({ cases: casesOf("one", "two", "three"), fields: "again: false" });
    const project = projectHere({ "a.eval.ts": fine });
    await project.viva("run");
    await project.viva("baseline set main");
    project.write({ "a.eval.ts": suiteText({ agent, cases: casesOf("one", "two", "three"), fields: "again: false" }) });
    const run = await project.viva("run --baseline main --report html,markdown");
    const names = readdirSync(join(project.folder, "results"));
    for (const name of names) {
      // The page's own code knows every verdict; what it shows is above it.
      const [shown = ""] = project.read(join("results", name)).split("<script");
      expect(shown, name).not.toMatch(/INCONCLUSIVE|^#.*inconclusive/m);
    }
    await expectOneVerdict(project, run, "fail", 1);
  });
});
