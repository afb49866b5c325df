import { afterAll, describe, expect, test } from "vitest";
import { judgeAnswer } from "../run/judged-run.test-helper.ts";
import { type ScriptedServer, scriptedServer } from "../testing/index.ts";
import { casesOf, projectHere, suiteText, type TestProject } from "./cli.test-helper.ts";

const started: ScriptedServer[] = [];
afterAll(async () => {
  await Promise.all(started.map((server) => server.close()));
});

/** An agent that must not be called. */
const silent = `{
  name: "silent",
  version: "1",
  tools: [{ name: "look", parameters: {}, effect: "read" }],
  open() { throw new Error("the agent was called"); },
}`;
const exam = suiteText({ agent: silent });
const said = (line: string, reply: string) => [
  { role: "user", content: line },
  { role: "assistant", content: reply },
];
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
const both = lines(
  { case: "one", messages: said("Hello one", "Hello one!") },
  { id: "two", messages: said("Hello two", "Hello two!") },
);

/** "one passed", in the order of the newest run. */
async function statuses({ trials }: TestProject): Promise<string[]> {
  return (await trials()).map(({ caseId, repeat, status }) => `${caseId}/${repeat} ${status}`);
}

describe("viva score FILE", () => {
  test("scores chat messages by the suite's cases, as a run that every other command takes", async () => {
    const project = projectHere({ "a.eval.ts": exam, "new.jsonl": both });
    const worse = both.replace("Hello two!", "Go away.");
    project.write({ "old.jsonl": worse });
    const old = await project.viva("score old.jsonl");
    expect(old).toMatchObject({ code: 1, stdout: expect.stringContaining("1 passed · 1 failed") });
    const scored = await project.viva("score new.jsonl --json --report junit");
    expect(scored.code).toBe(0);
    const { header, results } = JSON.parse(scored.stdout);
    expect(header).toMatchObject({
      given: { files: ["new.jsonl"], transcripts: 2 },
      suites: [{ variants: [{ origin: "given transcripts", agent: { name: "given transcripts" } }] }],
      decisions: [{ verdict: "pass", exitCode: 0 }],
    });
    expect(results[0].trials[0]).toMatchObject({ case: "one", transcript: { exchanges: [{ user: {}, items: [{}] }] } });
    expect(await statuses(project)).toEqual(["one/1 passed", "two/1 passed"]);
    const [after, before] = await project.runs();
    const compared = await project.viva(`compare ${before?.id} ${after?.id}`);
    expect(compared.stdout).toContain("two");
    expect(compared.stdout).not.toContain("the code of the suite");
    expect((await project.viva("show latest")).stdout).toContain("no agent played: transcripts given in new.jsonl");
    expect((await project.viva("baseline set main")).code).toBe(0);
    // A resumed run would take a baseline and a dry run, and scoring knows neither.
    const resumed = await project.viva(`run --resume ${after?.id} --baseline main`);
    expect(resumed).toMatchObject({ code: 64, stderr: expect.stringContaining(`viva score ${after?.id}`) });
    // What was played last is what --resume without an id and --failed mean.
    expect((await project.viva("run --resume")).stderr).toContain("there is no run to resume");
    expect((await project.viva("trend exam")).stderr).toContain("of given transcripts");
  });

  test("an error beside the messages says that the conversation came to nothing", async () => {
    const project = projectHere({ "a.eval.ts": exam });
    const one = { case: "one", messages: said("Hello one", "Hello one!") };
    project.write({ "new.jsonl": lines({ ...one, error: "crashed" }), "fine.jsonl": lines({ ...one, error: null }) });
    project.write({ "none.jsonl": lines({ ...one, error: "None" }) });
    expect(await project.viva("score new.jsonl --only-given")).toMatchObject({ code: 1 });
    expect(await project.viva("score fine.jsonl --only-given")).toMatchObject({ code: 0 });
    expect(await project.viva("score none.jsonl --only-given")).toMatchObject({ code: 0 });
  });

  test("by one metric, and later by another: metrics that were not chosen do not count as missing", async () => {
    const metrics = `[contains(), metric.matches(), metric.safety()]`;
    const project = projectHere({ "a.eval.ts": suiteText({ agent: silent, metrics }), "new.jsonl": both });
    expect((await project.viva("score new.jsonl --metric contains")).stdout).toContain("2 passed");
    const again = await project.viva("score latest --metric safety");
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed") });
    const [trial] = await project.trials();
    expect(trial?.scores.map(({ metric }) => metric)).toEqual(["contains", "safety"]);
  });

  test("the same file given twice is one sample; other conversations with other words are a second one", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `case-${index}`);
    const file = (reply: string) =>
      lines(...ids.map((id) => ({ case: id, messages: said(`Hello ${id}`, reply + id) })));
    const project = projectHere({ "a.eval.ts": suiteText({ agent: silent, cases: casesOf(...ids) }) });
    project.write({ "t.jsonl": file("Hello "), "other.jsonl": file("Well. Hello ") });
    for (const name of ["t", "t", "other"]) await project.viva(`score ${name}.jsonl`);
    const [other, again, first] = (await project.runs()).map(({ id }) => id);
    const reason = "in 60 trials the same answers were used twice, so there is no second sample;";
    expect(await project.viva(`compare ${first} ${again} --margin 0.2`)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining(reason),
    });
    expect((await project.viva(`compare ${first} ${other} --margin 0.2`)).code).toBe(0);
  });

  test("a case without a transcript is pending, not passed, unless it is left out", async () => {
    const project = projectHere({ "a.eval.ts": exam, "one.jsonl": both.split("\n")[0] ?? "" });
    const scored = await project.viva("score one.jsonl");
    expect(scored.code).toBe(3);
    expect(scored.stderr).toContain("1 of 2 cases have no transcript and stay pending: two");
    // An export does not hide that something is missing from it.
    const exported = await project.viva("export latest --format csv --out new/folder/one.csv");
    expect(exported).toMatchObject({ code: 0, stderr: expect.stringContaining("is unfinished") });
    expect(project.read("new/folder/one.csv").split("\r\n")).toHaveLength(3);
    expect((await project.viva("export latest --out new/folder")).code).toBe(64);
    const alone = await project.viva("score one.jsonl --only-given");
    expect(alone).toMatchObject({ code: 0, stderr: expect.stringContaining("1 of 2 cases have no transcript") });
    expect((await project.viva("baseline set main")).stderr).toContain("selected cases only");
  });

  test("conversations without a case are scored by expectations of their own, or without any", async () => {
    const file = lines(
      { id: "own", messages: said("Hi", "Good day."), expect: { contains: ["Good day"] } },
      { id: "own", messages: said("Hi", "What?"), expect: { contains: ["Good day"] } },
      { messages: said("Bye", "Bye.") },
      said("A list", "is a list of messages"),
    );
    const agent = `() => { throw new Error("there is no key"); }`;
    const project = projectHere({ "a.eval.ts": suiteText({ cases: "[]", agent }), "log.jsonl": file });
    expect(await project.viva("run")).toMatchObject({ code: 64 });
    const scored = await project.viva("score log.jsonl");
    expect(scored.stderr).toContain("2 transcripts without expectations");
    expect(await statuses(project)).toEqual([
      "own/1 passed",
      "own/2 failed",
      "transcript-3/1 skipped",
      "transcript-4/1 skipped",
    ]);
    // The store holds all that is needed to score them again, and an export includes the cases.
    expect((await project.viva("score latest --all")).stdout).toContain("4 trials scored");
    expect((await project.viva("export latest --out again.jsonl")).code).toBe(0);
    expect((await project.viva("score again.jsonl")).stdout).toContain("4 trials scored");
    expect(await statuses(project)).toHaveLength(4);
  });

  test("a whole exam can be scored from an export, a report and the output of show", async () => {
    const project = projectHere({ "a.eval.ts": suiteText() });
    const report = (await project.viva("run --json")).stdout;
    const transcripts = async () => (await project.trials()).map(({ transcript }) => transcript);
    const played = await transcripts();
    project.write({ "given.json": report, "given.jsonl": (await project.viva("export latest")).stdout });
    for (const file of ["given.json", "given.jsonl"]) {
      expect(await project.viva(`score ${file}`)).toMatchObject({ code: 0, stderr: "" });
      expect(await transcripts()).toEqual(played);
    }
    project.write({ "one.json": (await project.viva("show latest one --json")).stdout });
    expect((await project.viva("score one.json --only-given")).code).toBe(0);
  });

  test("a transcript that somebody made or changed is not taken at its word", async () => {
    const project = projectHere({ "a.eval.ts": suiteText({ cases: casesOf("one") }) });
    await project.viva("run");
    const [played] = await project.trials();
    const [exchange] = played?.transcript.exchanges ?? [];
    const given = (more: object) => lines({ ...played?.transcript, exchanges: [{ ...exchange, ...more }] });
    project.write({ "gap.jsonl": given({ number: 3 }), "empty.jsonl": given({ items: [] }) });
    const gap = await project.viva("score gap.jsonl");
    expect(gap).toMatchObject({ code: 64, stderr: expect.stringContaining("exchange 3 does not follow") });
    expect(await project.viva("score empty.jsonl")).toMatchObject({ code: 1 });
    expect(await statuses(project)).toEqual(["one/1 failed"]);
  });

  test("an answer that says it is an error fails its trial, whatever its text", async () => {
    const [line, reply] = said("Hello one", "Hello one!");
    const file = lines(
      { case: "one", messages: [line, { ...reply, error: "timeout" }] },
      JSON.parse(both.split("\n")[1] ?? ""),
    );
    const project = projectHere({ "a.eval.ts": exam, "new.jsonl": file });
    expect(await project.viva("score new.jsonl")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("error: timeout"),
    });
    expect(await statuses(project)).toEqual(["one/1 failed", "two/1 passed"]);
  });

  test("a call whose result is missing where others have one did not run; of the very last one nobody can tell", async () => {
    const called = (id: string) => ({ id, type: "function", function: { name: id, arguments: "{}" } });
    const asks = (...ids: string[]) => ({ role: "assistant", content: "", tool_calls: ids.map(called) });
    const [ask, look, tells] = [
      { role: "user", content: "Book it" },
      { role: "tool", tool_call_id: "pay", content: "paid" },
      { role: "assistant", content: "Booked!" },
    ];
    const metrics = `[metric.carriedOut({ unknown: "miss" })]`;
    const list = JSON.stringify(
      ["lost", "last", "told"].map((id) => ({
        id,
        script: [{ content: ask.content }],
        expect: { calls: [{ name: "book" }] },
      })),
    );
    const project = projectHere({
      "a.eval.ts": suiteText({
        agent: silent.replace('"look", parameters: {}, effect: "read"', '"book", parameters: {}, effect: "write"'),
        cases: list,
        metrics,
      }),
      "new.jsonl": lines(
        { case: "lost", messages: [ask, asks("pay", "book"), look, tells] },
        { case: "last", messages: [ask, asks("pay"), look, asks("book")] },
        { case: "told", messages: [ask, asks("book"), { ...look, tool_call_id: "book" }, tells] },
      ),
    });
    expect((await project.viva("score new.jsonl")).code).toBe(1);
    const fates = async (id: string) =>
      (await project.viva(`show latest ${id}`)).stdout.match(/never came back|nobody can see/)?.[0];
    expect([await fates("lost"), await fates("last"), await fates("told")]).toEqual([
      "never came back",
      "nobody can see",
      undefined,
    ]);
  });

  test("all mistakes are reported at once with their lines, and nothing is stored", async () => {
    const file = [
      `{"case": "three", "messages": [{"role": "user", "content": "Hi"}]}`,
      `{"case": "one", "messages": []`,
      `{"hello": 1}`,
      lines(
        { case: "one", messages: said("Hello two", "Hello") },
        { case: "one", repeat: 2, messages: said("Hello one", "Hello") },
        { case: "one", repeat: 2, messages: said("Hello one", "Hello") },
        { id: "own", messages: said("Hi", "Hi"), expect: { contans: ["Hi"] } },
        { id: "two", messages: said("Hello two", "Hi"), expect: {} },
        {
          id: "five",
          messages: [{ role: "user", content: "Hi" }, { role: "robot" }, { role: "tool", tool_call_id: "7" }],
        },
        { id: "six", messages: said("Hi", "Hi"), expected: {} },
        { __proto__x: 1, id: "seven", messages: said("Hi", "Hi"), variant: { prompt: 1 }, repeat: 0 },
      ).replace("__proto__x", "__proto__"),
    ].join("\n");
    const project = projectHere({ "a.eval.ts": exam, "log.jsonl": file });
    const { code, stderr } = await project.viva("score log.jsonl");
    expect(code).toBe(64);
    for (const words of [
      /log\.jsonl:1: suite exam has no case three/,
      /log\.jsonl:2:\d+: .*/,
      /log\.jsonl:3: an object with hello is not a transcript/,
      /log\.jsonl:4: line 1 of the user is “Hello two”, but in case one it is “Hello one”/,
      /log\.jsonl:6: repeat 2 of case one is given twice: first in log\.jsonl:5/,
      /log\.jsonl:7:\d+: unknown field "contans"/,
      /log\.jsonl:8: case two belongs to suite exam/,
      /log\.jsonl:9: message 2: its role .*robot/,
      /log\.jsonl:9: message 3: it answers the tool call/,
      /log\.jsonl:10: unknown field “expected”/,
      /log\.jsonl:11:\d+: a field may not be called "__proto__"/,
    ])
      expect(stderr).toMatch(words);
    expect(await project.runs()).toEqual([]);
  });

  test("a conversation that is given twice counts once: it is refused, with both places", async () => {
    const twice = [both, lines({ case: "one", messages: said("Hello one", "Hello one!") })].join("\n");
    const project = projectHere({ "a.eval.ts": exam, "log.jsonl": twice, "copy.jsonl": both });
    const refused = await project.viva("score log.jsonl");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain(
      "log.jsonl:3: the same conversation of case one is given twice: first in log.jsonl:1",
    );
    project.write({ "log.jsonl": both });
    const copied = await project.viva("score log.jsonl copy.jsonl");
    expect(copied.stderr).toContain(
      "copy.jsonl:2: the same conversation of case two is given twice: first in log.jsonl:2",
    );
    expect(await project.runs()).toEqual([]);
    // An agent may say the same twice; then the repeats have numbers. Other words need none.
    project.write({
      "log.jsonl": [
        both,
        lines(
          { case: "one", repeat: 2, messages: said("Hello one", "Hello one!") },
          { case: "one", messages: said("Hello one", "Hello one, again!") },
        ),
      ].join("\n"),
    });
    await project.viva("score log.jsonl");
    expect(await statuses(project)).toEqual(expect.arrayContaining(["one/1 passed", "one/2 passed", "one/3 passed"]));
  });

  test("nothing but a case's history is not a conversation of it", async () => {
    const user = { persona: "a guest", goal: "find out when breakfast is" };
    const hello = said("Hi", "Hello.");
    const one = { id: "one", history: hello, user, expect: { tools: [{ shouldCall: false }] } };
    const text = suiteText({ agent: silent, cases: JSON.stringify([one]), metrics: "[metric.toolUse()]" });
    const project = projectHere({ "a.eval.ts": text, "log.jsonl": lines({ case: "one", messages: hello }) });
    expect(await project.viva("score log.jsonl")).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("nothing"),
    });
    project.write({ "log.jsonl": lines({ case: "one", messages: [...hello, ...said("When?", "At seven.")] }) });
    expect(await project.viva("score log.jsonl")).toMatchObject({ code: 0 });
  });

  test("a name that holds a secret is refused: it would stand in the store as it is", async () => {
    const OPENAI_API_KEY = "a-key-of-some-length";
    const file = lines(
      { id: `own-${OPENAI_API_KEY}`, messages: said("Hi", "Hi") },
      { id: "own", variant: { prompt: OPENAI_API_KEY }, messages: said("Hi", "Hi") },
    );
    const project = projectHere({ "a.eval.ts": exam, "log.jsonl": file });
    const { code, stderr } = await project.viva("score log.jsonl", { environment: { OPENAI_API_KEY } });
    expect(code).toBe(64);
    expect(stderr).toMatch(/log\.jsonl:1: its id contains a secret(.|\n)*log\.jsonl:2: its variant contains a secret/);
  });

  test("transcripts without a case are reported, and a file counts once under any of its names", async () => {
    const wanted = { contains: ["Hi"], matches: ["Bye"] };
    const file = lines({ id: "own", messages: said("Hi", "Hi"), expect: wanted });
    const project = projectHere({ "a.eval.ts": exam, "log.jsonl": file });
    const scored = await project.viva("score log.jsonl ./log.jsonl");
    expect(scored.stderr).toContain("no transcript belongs to one of the 2 cases of suite exam");
    expect(scored.stderr).toContain("cases have expect.matches, but no metric of the suite reads it");
    expect(await statuses(project)).toEqual(["own/1 passed"]);
  });

  test("what cannot be meant is refused", async () => {
    const project = projectHere({ "a.eval.ts": exam, "new.jsonl": both, "empty.jsonl": "\n", "sub/x.txt": "" });
    for (const [command, words] of [
      ["score nowhere.jsonl", /nowhere\.jsonl: there is no such file/],
      ["score a.eval.ts sub", /sub is a folder/],
      ["score empty.jsonl", /there is no transcript in this file/],
      ["score new.jsonl --all", /--all is for a run/],
      ["score latest new.jsonl", /latest is not a file/],
      ["score latest --suite a.eval.ts", /--suite is for files/],
      ["score new.jsonl --metric tone", /no metric tone/],
      ["score new.jsonl --live --record", /exclude each other/],
    ] as const)
      expect(await project.viva(command)).toMatchObject({ code: 64, stderr: expect.stringMatching(words) });
  });

  test("a name that is a file and a run is refused, and so is a choice between suites", async () => {
    const project = projectHere({ "a.eval.ts": exam, "b.eval.ts": suiteText({ name: "other", agent: silent }) });
    project.write({ "new.jsonl": both, latest: both });
    expect((await project.viva("score new.jsonl")).stderr).toMatch(/there are several suites: exam, other\n.*--suite/);
    expect((await project.viva("score new.jsonl --suite b.eval.ts")).code).toBe(0);
    expect((await project.viva("score latest")).stderr).toContain("latest is a run and also a file");
    expect((await project.viva("score ./latest --suite b.eval.ts")).code).toBe(0);
  });
});

describe("the judge of given transcripts", () => {
  const metrics = `[metric.criteria({ criteria: ["is polite"], steps: [], threshold: 0.5 })]`;

  async function judgedProject() {
    const judge = await scriptedServer({
      answer: ({ messages }) => ({
        text: judgeAnswer(messages, "yes"),
        usage: { inputTokens: 1_000, outputTokens: 0 },
      }),
    });
    started.push(judge);
    const environment = { OPENAI_API_KEY: "a-key-of-some-length", OPENAI_BASE_URL: judge.url };
    const text = suiteText({ agent: silent, metrics, models: `{ judge: "openai:judge" }` });
    const config = `{ suites: ["*.eval.ts"], prices: { "openai:judge": { input: 1000, output: 0 } } }`;
    return { judge, environment, project: projectHere({ "a.eval.ts": text, "new.jsonl": both }, config) };
  }

  test("is asked, recorded separately from the suite's tapes, and replayed without a key", async () => {
    const { judge, environment, project } = await judgedProject();
    const refused = await project.viva("score new.jsonl");
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("OPENAI_API_KEY is not set") });
    expect(await project.viva("score new.jsonl --record", { environment })).toMatchObject({ code: 0 });
    expect(judge.calls).toBe(2);
    expect(project.read("cassettes/exam/_given/new/default/one.yaml")).toContain("criteria");
    for (const command of ["score new.jsonl", "score new.jsonl --replay"])
      expect(await project.viva(command)).toMatchObject({ code: 0, stdout: expect.stringContaining("2 passed") });
    expect(judge.calls).toBe(2);
    // An answer about another conversation is not used for this one.
    project.write({ "new.jsonl": both.replace("Hello two!", "Get lost.") });
    expect(await project.viva("score new.jsonl --replay")).toMatchObject({ code: 3 });
    expect(await statuses(project)).toEqual(["one/1 passed", "two/1 errored"]);
  });

  test("stops at the cost limit, and goes on when the run is scored again", async () => {
    const { judge, environment, project } = await judgedProject();
    const limited = await project.viva("score new.jsonl --max-cost 0.5 --concurrency 1", { environment });
    expect(limited).toMatchObject({ code: 3, stderr: expect.stringContaining("the cost limit was reached") });
    const asked = judge.calls;
    expect(await project.viva("score latest --max-cost 10", { environment })).toMatchObject({ code: 0 });
    expect(judge.calls - asked).toBe(2 - asked);
    expect(await statuses(project)).toEqual(["one/1 passed", "two/1 passed"]);
  });
});
