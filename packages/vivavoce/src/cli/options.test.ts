import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, projectOf, servedBy, suiteText } from "./cli.test-helper.ts";

describe.concurrent("options of viva run, each of which changes what happens", () => {
  test("--case, --tag, --failed and --repeat choose what is played", async () => {
    const list = [
      { id: "inbox", tags: ["quick"], script: [{ content: "Hello inbox" }], expect: { contains: ["Hello"] } },
      { id: "review", script: [{ content: "Hello review" }], expect: { contains: ["Good night"] } },
    ];
    const { viva, statuses } = projectHere({ "a.eval.ts": suiteText({ cases: JSON.stringify(list) }) });
    expect((await viva("run --tag quick --repeat 2")).stdout).toContain("1 case × 2 repeats = 2 trials");
    expect(await statuses()).toEqual(["inbox passed", "inbox passed"]);
    expect((await viva("run")).code).toBe(1);
    expect((await viva("run --failed")).code).toBe(1);
    expect(await statuses()).toEqual(["review failed"]);
  });

  test("--failed plays failed cases under the variants in which they failed, unless --variant names others", async () => {
    const agent = `({ mood }) => ({ name: "moody", version: "1", open: (context) => ({ reply: async (message) =>
      context.record({ type: "text", text: mood === "bad" || message.endsWith("c") ? "No" : message }) }) })`;
    const fields = `variants: { mood: ["good", "bad"] }`;
    const { viva, trials } = projectHere({ "a.eval.ts": suiteText({ agent, fields, cases: casesOf("a", "b", "c") }) });
    const played = async () => (await trials()).map(({ variant, caseId }) => `${variant.mood} ${caseId}`);
    await viva("run --variant mood=good,bad");
    const again = await viva("run --failed");
    expect(again.stdout).toContain("4 trials of 3 cases × 2 variants, live");
    expect(await played()).toEqual(["good c", "bad a", "bad b", "bad c"]);
    // An interrupted run resumes with the same trials, even if the last run's failures are now others.
    expect((await viva("run --failed --bail --concurrency 1")).code).toBe(1);
    expect(await played()).toEqual(["good c"]);
    expect((await viva("run --resume")).code).toBe(1);
    expect(await played()).toEqual(["good c", "bad a", "bad b", "bad c"]);
    await viva("run --failed --variant mood=good");
    expect(await played()).toEqual(["good a", "good b", "good c"]);
    await viva("run --failed");
    expect(await played()).toEqual(["good c"]);
  });

  test("--dry-run shows the plan and plays nothing", async () => {
    await using server = await scriptedServer({ answer: "never" });
    const { viva, runs } = projectHere({ "a.eval.ts": suiteText({ agent: asking, models: servedBy(server.url) }) });
    const { code, stdout } = await viva("run --dry-run --repeat 3");
    expect(code).toBe(0);
    expect(stdout).toContain("2 cases × 3 repeats = 6 trials, live   about 6 calls, cost unknown");
    expect(server.calls).toBe(0);
    expect(await runs()).toEqual([]);
  });

  test("--variant plays the chosen values, --bail stops at the first miss, --verbose shows every reason", async () => {
    const agent = `({ prompt }) => ({
      name: "echo", version: prompt,
      open: (context) => ({ reply: async (message) => context.record({ type: "text", text: prompt === "v1" ? message : "No" }) }),
    })`;
    const texts = Array.from({ length: 9 }, (_, index) => `word-${index}`);
    const list = [{ id: "wordy", script: [{ content: "Hello" }], expect: { contains: texts } }];
    const fields = `variants: { prompt: ["v2", "v1"] }`;
    const { viva, trials } = projectHere({
      "a.eval.ts": suiteText({ agent, fields, cases: casesOf("a", "b") }),
      "wordy/a.eval.ts": suiteText({ name: "wordy", cases: JSON.stringify(list) }),
    });
    const [bailed, verbose] = await Promise.all([viva("run --bail --concurrency 1"), viva("run wordy --verbose")]);
    expect(bailed.code).toBe(1);
    expect(bailed.stdout).toContain("1 failed · 0 unscored · 0 errored · 0 skipped · 1 pending");
    expect(bailed.stdout).toMatch(/unfinished; go on where it stopped: npx viva run --resume \w+/);
    expect(verbose.stdout).toContain("word-8");
    expect((await viva("run --variant prompt=v1,v2")).stdout).toContain("2 variants");
    expect((await trials()).map(({ variant, status }) => `${variant.prompt} ${status}`)).toEqual([
      "v1 passed",
      "v1 passed",
      "v2 failed",
      "v2 failed",
    ]);
  });

  test("--timeout, --seed and --model reach the agent; with --json only the report is on stdout, whatever users' code prints", async () => {
    const before = `console.log("loading"); console.info("still loading");`;
    const agentThat = (does: string) => `{
      name: "odd", version: "1",
      open: (context) => ({
        async reply(message) {
          ${does}
          if (message.endsWith("slow")) await new Promise((resolve) => setTimeout(resolve, 5_000));
          context.record({ type: "text", text: message + " " + context.random() + " " + context.model().id });
        },
      }),
    }`;
    const models = servedBy("http://127.0.0.1:9/v1");
    const given = { models, cases: casesOf("slow", "quick") };
    const loud = projectOf({
      "a.eval.ts": suiteText({ ...given, before, agent: agentThat(`console.log("thinking");`) }),
    });
    const silent = projectHere({ "a.eval.ts": suiteText({ ...given, agent: agentThat("") }) });
    const [first, another] = await Promise.all([
      loud.viva("run --case quick --json"),
      silent.viva("run --json --seed 2 --timeout 0.2 --model ollama:other"),
    ]);
    const said = ({ stdout }: { stdout: string }) =>
      JSON.parse(stdout).results[0].trials.map(
        ({ transcript }: { transcript: { exchanges: { items: { text: string }[] }[]; outcome: object } }) => ({
          text: transcript.exchanges[0]?.items[0]?.text,
          outcome: transcript.outcome,
        }),
      );
    const [quick] = said(first);
    expect(quick.text).toMatch(/^Hello quick 0\.\d+ compatible:any$/);
    const [slow, other] = said(another);
    expect(slow.outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(other.text).toMatch(/ ollama:other$/);
    expect(other.text.split(" ")[2]).not.toBe(quick.text.split(" ")[2]);
    expect(another.code).toBe(1);
    for (const words of ["loading", "still loading", "thinking", "viva 0.2.0 · live", "plan:"])
      expect(first.stderr).toContain(words);
  });

  test("--agent examines a stand-in instead of the agent", async () => {
    const tools = `tools: [{ name: "save", parameters: { type: "object", properties: { note: { type: "string" } } }, effect: "write" }]`;
    const agent = `{ name: "broken", version: "1", ${tools}, open() { throw new Error("not me"); } }`;
    const { viva, trials } = projectHere({
      "a.eval.ts": suiteText({ agent, models: `{ agent: "openai:gpt-5" }`, cases: casesOf("one") }),
    });
    expect((await viva("run --agent random")).code).toBe(1);
    const [trial] = await trials();
    expect(trial?.transcript.agent.name).toBe("random");
    expect(trial?.transcript.exchanges[0]?.items.map(({ type }) => type)).toEqual(["call", "call", "text"]);
  });
});

describe.concurrent("--resume", () => {
  test("without an id finds the trials that an outage spoiled; if none are left it shows the result again", async () => {
    let down = true;
    await using server = await scriptedServer({
      answer: ({ messages }) => {
        const said = String(messages.at(-1)?.content);
        return down && said.endsWith("b") ? { fault: "status", status: 401 } : said;
      },
    });
    const { viva, runs } = projectHere({
      "a.eval.ts": suiteText({ agent: asking, models: servedBy(server.url), cases: casesOf("a", "b", "c") }),
    });
    const spoiled = await viva("run");
    const [{ id = "" } = {}] = await runs();
    expect(spoiled.code).toBe(3);
    expect(spoiled.stdout).toContain(`errored; play those trials again: npx viva run --resume ${id}`);
    down = false;
    const resumed = await viva("run --resume");
    expect(resumed.stdout).toContain(`resuming run ${id}: 1 trial without a result (1 errored)`);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("3 passed · 0 failed") });
    expect(server.calls).toBe(4);
    const again = await viva("run --resume");
    expect(again.stdout).toContain(`nothing is left to do in run ${id}; this is its result`);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("3 passed · 0 failed") });
    expect(server.calls).toBe(4);
    expect(await runs()).toHaveLength(1);
  });

  test("from another folder, and only with the same exam", async () => {
    const { viva, write, runs, statuses } = projectHere({
      "exam/a.eval.ts": suiteText({
        cases: `cases("./cases.json")`,
        agent: `{
        name: "echo", version: process.env.VERSION ?? "1",
        open: (context) => ({ reply: async (message) => context.record({ type: "text", text: message.replace("bad", "") }) }),
      }`,
      }),
      "exam/cases.json": casesOf("one", "bad", "three"),
    });
    const cut = await viva("run a.eval.ts --bail --concurrency 1", { from: "exam" });
    expect(cut.code).toBe(1);
    expect(await statuses()).toEqual(["one passed", "bad failed"]);

    const refused = await viva("run --resume", { environment: { VERSION: "2" } });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(
      /cannot be resumed, because this has changed:\n {2}exam: the agent's version\n {4}Start a new run/,
    );
    expect(await statuses()).toHaveLength(2);

    write({ "exam/cases.json": casesOf("one", "two", "three") });
    const whole = await viva("run --resume");
    expect(whole.code).toBe(0);
    // A failed trial must not disappear without a word.
    expect(whole.stdout).toContain("warning: the suite no longer has bad: what the run had of that is deleted");
    expect(await statuses()).toEqual(["one passed", "two passed", "three passed"]);
    const all = await runs();
    expect(all).toHaveLength(1);
    expect(all[0]?.header.paths).toEqual(["exam/a.eval.ts"]);
  });
});
