import { describe, expect, test } from "vitest";
import { readYamlText, yamlData } from "../../base/index.ts";
import { caseSchema } from "../../shape/index.ts";
import { trialKey } from "../../store/index.ts";
import { check, exchange, type MadeTrial, scored, storedRun, transcript, without } from "../stored-run.test-helper.ts";
import { actions } from "./actions.ts";
import { caseView, howPlayed } from "./case-view.ts";

async function answered(...trials: MadeTrial[]) {
  const { store, run } = await storedRun({ trials, metrics: [{ name: "criteria", judged: true }] });
  const [first] = trials;
  const query = { run: run.id, suite: 0, case: first?.id ?? "" };
  return { store, run, ask: () => caseView.answer({ store, invocation: "npx viva" }, query) };
}

const bad: MadeTrial = {
  id: "bad",
  title: "[multi-turn] The user says no",
  status: "failed",
  scores: [
    scored("criteria", 0.5, {
      judged: true,
      threshold: 0.7,
      checks: [
        check("asks first", "it did not ask", { evidence: [{ text: "Done, all ten.", exchange: 1, source: "reply" }] }),
      ],
    }),
  ],
  transcript: {
    history: [{ role: "user", content: "earlier" }],
    exchanges: [
      exchange("Done, **all** ten.", {
        replyMs: 1_200,
        items: [
          { type: "text", text: "Done, **all** ten." },
          {
            type: "call",
            call: {
              id: "1",
              name: "archive",
              effect: "destructive",
              arguments: { all: true },
              approval: { decision: "rejected" },
              result: "no",
            },
          },
        ],
        effects: [{ kind: "frontmatter.set", note: "Garden.md", key: "status", from: "live", to: "archived" }],
      }),
    ],
  },
};

describe("a case", () => {
  test("has its conversation with calls, approvals, effects and evidence, and why it failed", async () => {
    const { ask } = await answered(bad);
    const answer = await ask();
    expect(answer).toMatchObject({ id: "bad", title: "[multi-turn] The user says no", status: "failed" });
    const [trial] = answer.trials;
    expect(trial?.exchanges[0]).toMatchObject({
      facts: "1 model call · 1.2 s",
      user: "Hello",
      effects: [{ text: "Garden.md status live → archived", before: "live", after: "archived" }],
      items: [
        { type: "text", text: "Done, **all** ten." },
        { name: "archive", given: '{\n  "all": true\n}', approval: { decision: "rejected" }, result: "no" },
      ],
    });
    expect(trial?.scores[0]).toMatchObject({ metric: "criteria", passed: false, line: "0.50, at least 0.7" });
    expect(trial?.scores[0]?.checks[0]?.evidence).toEqual([{ text: "Done, all ten.", exchange: 1, source: "reply" }]);
    expect(trial?.reasons).toEqual([
      { source: "criteria", text: "asks first: it did not ask “Done, all ten.” (exchange 1)" },
    ]);
  });

  test("has every trial; its status is the most urgent of theirs", async () => {
    const { ask } = await answered(
      { id: "one", status: "passed", scores: [scored("criteria", 1)] },
      { id: "one", repeat: 2, status: "unscored", scores: [without("criteria", "unscored", "x")] },
    );
    const { status, trials } = await ask();
    expect([status, ...trials.map(({ title, repeat }) => `${title} ${repeat}`)]).toEqual([
      "unscored",
      " 1",
      "repeat 2 2",
    ]);
  });

  test("has the conversations that the simulated user spoiled", async () => {
    const { store, run, ask } = await answered({ id: "one", status: "passed" });
    const address = { run: run.id, suite: 0, trial: trialKey("one", {}, 1) };
    const spoiled = transcript({ exchanges: [exchange("Spoiled.")] });
    await store.write({ type: "attempt", ...address, attempt: 1, transcript: spoiled });
    const [trial] = (await ask()).trials;
    expect(trial?.spoiled[0]?.exchanges[0]?.items).toEqual([{ type: "text", text: "Spoiled.", unheard: undefined }]);
  });

  test("gives commands that can be copied, and the case as YAML that is a case, as far as it is known", async () => {
    const { run, ask } = await answered(bad);
    const { commands, yaml } = await ask();
    expect(commands).toEqual({
      show: `npx viva show ${run.id} bad`,
      run: "npx viva run coach.eval.ts --case bad",
    });
    expect(yaml).toContain(
      "# The store does not hold its world, mocks and expectations. They are in the cases of coach.eval.ts.",
    );
    const [document] = readYamlText(yaml).documents;
    if (!document) throw new Error("no document");
    const read = yamlData(document, 0) as { value: unknown[] };
    expect(read.value).toEqual([
      {
        id: "bad",
        type: "multi-turn",
        description: "The user says no",
        tags: [],
        history: [{ role: "user", content: "earlier" }],
        script: [{ content: "Hello" }],
      },
    ]);
    expect(caseSchema.safeParse(read.value[0]).success).toBe(true);
  });

  test("is played again the way that it was played: the variants, the stand-in, the tapes", async () => {
    const { store, run, ask } = await answered(
      { id: "one", variant: { prompt: "v1" }, status: "failed" },
      { id: "one", variant: { prompt: "v2", fault: "timeout" }, status: "failed" },
    );
    const command = "npx viva run coach.eval.ts --case one --variant prompt=v1,v2 --variant fault=none,timeout";
    expect((await ask()).commands.run).toBe(command);
    const [suite] = run.suites;
    if (!suite) throw new Error("the run has no suite");
    const header = { ...run.header, options: { ...run.header.options, agent: "nothing" as const } };
    const replayed = { ...suite, header: { ...suite.header, mode: "replay" as const } };
    expect(howPlayed({ ...run, header }, replayed, [{}])).toEqual([["--agent", "nothing"], ["--replay"]]);
    const started: (readonly string[])[] = [];
    const context = { store, invocation: "viva", play: (args: readonly string[]) => void started.push(args) };
    await actions.play.act(context, { run: run.id, suite: 0, case: "one" });
    const flags = ["--case=one", "--variant=prompt=v1,v2", "--variant=fault=none,timeout"];
    expect(started).toEqual([["run", "coach.eval.ts", ...flags]]);
  });

  test("is told from one that is not there", async () => {
    const { store, run } = await answered(bad);
    const ask = caseView.answer({ store, invocation: "viva" }, { run: run.id, suite: 0, case: "gone" });
    await expect(ask).rejects.toThrow(`run ${run.id} has no case gone`);
  });

  test("has its texts cut, and without what would hide or reorder the page's own", async () => {
    const { ask } = await answered({
      id: "long",
      transcript: { exchanges: [exchange(`\u202e${"x".repeat(50_000)}`)] },
    });
    const item = (await ask()).trials[0]?.exchanges[0]?.items[0];
    const text = item?.type === "text" ? item.text : "";
    expect(text.length).toBeLessThan(20_100);
    expect(text).toContain("30,001 more characters");
    expect(text).not.toContain("\u202e");
  });
});
