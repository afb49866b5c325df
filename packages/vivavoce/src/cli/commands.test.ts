import { chmodSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultOptions } from "../run/index.ts";
import { Store, storeFile } from "../store/index.ts";
import { asking, casesOf, projectHere, projectOf, suiteText } from "./cli.test-helper.ts";

const emptyHeader = { file: "", variants: [], dataset: "", metrics: [], models: {}, mode: "live" as const, gate: {} };

test("a metric whose field throws is the suite's fault, with its line", async () => {
  const before = `let reads = 0;
const late = new Proxy(contains(), {
  get(metric, name) {
    if (reads++ > 40) throw new Error("no more");
    return Reflect.get(metric, name);
  },
});`;
  const { viva } = projectHere({ "a.eval.ts": suiteText({ before, metrics: "[late]" }) });
  const { code, stderr } = await viva("run");
  expect(code).toBe(64);
  expect(stderr).toMatch(/a\.eval\.ts:\d+: no more\n {4}Code of the suite threw this/);
});

describe.concurrent("looking at runs", () => {
  test("list, show and rm", async () => {
    const { viva, runs } = projectHere({ "a.eval.ts": suiteText({ cases: casesOf("one", "it's;odd") }) });
    const run = await viva("run");
    const lie = await viva("run --agent nothing --case 'it*'");
    const [newer, older] = await runs();
    expect(run.stdout.trimEnd().split("\n").at(-1)).toBe(`next: npx viva show ${older?.id}`);
    // A hint can be copied into a shell, whatever a case is named.
    expect(lie.stdout.trimEnd().split("\n").at(-1)).toBe(`next: npx viva show ${newer?.id} 'it'\\''s;odd'`);

    const [list, json, shown, one, missing] = await Promise.all([
      viva("list"),
      viva("list --json --limit 1"),
      viva(`show ${older?.id.slice(0, 6)}`),
      viva(`show ${older?.id} one`),
      viva(`show ${older?.id} nowhere`),
    ]);
    const lines = list.stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(new RegExp(`^${newer?.id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`));
    expect(lines[1]).toMatch(
      /^ {4}exam {3}pass rate 0\.00 .*1 of 1 trial {3}stand-in: nothing {3}FAIL: 1 trial failed \(contains in 1 case\); 1 of 2 cases, chosen by hand$/,
    );
    expect(lines[2]).toContain(older?.id);
    expect(lines[3]).toMatch(/2 of 2 trials {3}live {3}PASS$/);
    expect(JSON.parse(json.stdout).map(({ id }: { id: string }) => id)).toEqual([newer?.id]);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(`run ${older?.id} · `) });
    expect(shown.stdout).toMatch(/2 passed .* of 2 {3}PASS\n/);
    expect(one.stdout).toContain("exam · one · repeat 1 · passed");
    expect(one.stdout).toMatch(/user {5}Hello one\n {2}agent {4}Hello one/);
    expect(missing).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(`run ${older?.id} has no case nowhere`),
    });

    expect((await viva(`rm ${older?.id} zz`)).code).toBe(64);
    expect(await runs()).toHaveLength(2);
    const removed = await viva(`rm ${older?.id.slice(0, 7)} ${newer?.id} ${newer?.id}`);
    expect(removed).toMatchObject({ code: 0, stdout: `deleted ${older?.id}\ndeleted ${newer?.id}\n` });
    expect(await runs()).toEqual([]);
  });

  test("list and show say the verdict and why, once for a suite with several variants", async () => {
    const agent = `({ mood }) => ({ name: "echo", version: "1", open: (context) => ({ reply: async (message) =>
      context.record({ type: "text", text: mood === "good" ? message : "No" }) }) })`;
    const fields = `variants: { mood: ["good", "bad"] }`;
    const { viva } = projectHere({ "a.eval.ts": suiteText({ agent, fields }) });
    await viva("run --variant mood=good,bad");
    const [list, shown] = await Promise.all([viva("list"), viva("show latest")]);
    expect(list.stdout.match(/PASS|FAIL.*/g)).toEqual(["FAIL: 2 trials failed (contains in 2 cases)"]);
    expect(list.stdout).toMatch(/\n {4}exam · mood bad .*live\n {4}exam {3}FAIL: /);
    expect(shown.stdout).toContain("\nexam   FAIL: 2 trials failed (contains in 2 cases)\n");
    await viva("run --variant mood=bad --bail --concurrency 1");
    expect((await viva("show latest")).stdout).toContain("--bail left 1 trial out");
  });

  test("a run that is being played is not deleted", async () => {
    const { viva, runs, folder } = projectHere({});
    const store = await Store.open(storeFile(folder));
    const header = { viva: "0.1.0", node: "24.15.0", options: defaultOptions, paths: [] };
    const suites = [{ position: 0, name: "exam", planned: 1, header: emptyHeader }];
    await store.runs.create({ id: "7f3a", header, suites, owner: `${process.pid}@${hostname()}`, at: Date.now() });
    await store.close();
    const { code, stderr } = await viva("rm latest");
    expect(code).toBe(64);
    expect(stderr).toContain(`is being played by process ${process.pid}@`);
    expect(await runs()).toHaveLength(1);
  });

  test("control characters from an agent or a case file do not reach the terminal", async () => {
    const hostile = "\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202Egood\\u200b";
    const agent = `{
      name: "hostile", version: "1",
      open: (context) => ({
        async reply() {
          context.record({ type: "call", id: "1", name: "t\\u001b[1m", arguments: { text: "${hostile}" } });
          context.record({ type: "error", id: "1", error: "${hostile}" });
          context.record({ type: "text", text: "${hostile}" });
        },
      }),
    }`;
    const cases = `[{ id: "one", description: "${hostile}", tags: ["${hostile}"], script: [{ content: "${hostile}" }], expect: { contains: ["${hostile}!"] } }]`;
    const { viva } = projectHere({ "a.eval.ts": suiteText({ agent, cases }) });
    const run = await viva("run --verbose");
    const [shown, listed] = await Promise.all([viva("show latest one"), viva("list --cases")]);
    expect(shown.stdout).toContain("good");
    expect(listed.stdout).toContain("good");
    for (const { stdout, stderr } of [run, shown, listed]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u200b]/);
    }
  });

  test("a reader that closes the pipe does not end the run, but its report has not arrived: 3", async () => {
    const many = Array.from({ length: 300 }, (_, index) => `case-${index}`);
    const { start, runs } = projectOf({ "a.eval.ts": suiteText({ cases: casesOf(...many) }) });
    const { child, ended } = start("run --json");
    child.stdout?.once("data", () => child.stdout?.destroy());
    const { code, stderr } = await ended;
    expect(stderr).not.toMatch(/EPIPE|at .*:\d+:\d+/);
    expect(stderr).toContain("viva: the output could not be written: its reader closed the pipe\n");
    expect(code).toBe(3);
    expect((await runs())[0]?.finishedAt).toBeGreaterThan(0);
  });

  test.each(["list", "list --cases", "run --help"])("a reader may close the pipe of viva %s early", async (command) => {
    const { child, ended } = projectOf({ "a.eval.ts": suiteText() }).start(command);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });

  test("a full disk under stdout is 3, even if there was room for part of the report", async () => {
    const agent = `{ name: "long", version: "1", open: (context) => ({
      reply: async (message) => context.record({ type: "text", text: message + "x".repeat(100_000) }),
    }) }`;
    const { viva, write, folder } = projectOf({ "a.eval.ts": suiteText({ agent }) });
    write({
      "full.sh": `#!/bin/sh\nexec "${process.execPath}" "$@" > /dev/full\n`,
      "part.sh": `#!/bin/sh\nulimit -f 100\nexec "${process.execPath}" "$@" > part.json\n`,
    });
    for (const name of ["full.sh", "part.sh"]) chmodSync(join(folder, name), 0o755);
    const run = await viva("run --json", { node: join(folder, "full.sh") });
    const shown = await viva("show latest --json", { node: join(folder, "part.sh") });
    for (const { code, stderr } of [run, shown]) {
      expect(code).toBe(3);
      expect(stderr).toContain("viva: the output could not be written: ");
    }
    expect((await viva("show latest --json")).code).toBe(0);
  });

  test("an empty argument is refused before anything is looked up or deleted", async () => {
    const { viva, runs } = projectHere({ "a.eval.ts": suiteText() });
    await viva("run");
    const commands = ["rm ''", "run --resume="];
    for (const ended of await Promise.all(commands.map((command) => viva(command)))) {
      expect(ended).toMatchObject({ code: 64, stdout: "" });
    }
    expect(await runs()).toHaveLength(1);
  });
});

describe.concurrent("looking at a project", () => {
  test("schema, cases and help", async () => {
    const { viva } = projectHere({
      "a.eval.ts": suiteText({
        name: "good",
        cases: `[{ id: "one", description: "Says hello.", tags: ["quick"], script: [{ content: "Hi" }] }]`,
      }),
    });
    const [schema, wrong, cases, help, helpRun] = await Promise.all([
      viva("schema"),
      viva("list a.eval.ts"),
      viva("list --cases"),
      viva("--help"),
      viva("help run"),
    ]);
    expect(JSON.parse(schema.stdout)).toMatchObject({
      $defs: { case: { properties: { id: {}, script: {}, expect: {} } } },
    });
    expect(wrong).toMatchObject({ code: 64, stderr: expect.stringContaining("list --cases a.eval.ts") });
    expect(cases.stdout).toBe("good  1 case\n  one  [quick]  Says hello.\n");
    for (const command of ["run", "list", "show", "rm", "play", "schema", "doctor"])
      expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    expect(help.code).toBe(0);
    expect(helpRun).toMatchObject({ code: 0, stdout: expect.stringContaining("--max-cost <dollars>") });
  });

  test("doctor looks at everything, and names what is wrong", async () => {
    const { viva } = projectHere({
      "a.eval.ts": suiteText({ name: "good" }),
      "b.eval.ts": suiteText({ name: "keyless", models: `{ agent: "openai:gpt-5" }` }),
      "c.eval.ts": suiteText({ name: "bad", cases: `cases("./*.json")` }),
      "x.json": `{ "id": "x" }`,
    });
    const { code, stdout } = await viva("doctor");
    expect(code).toBe(64);
    expect(stdout).toMatch(
      /✓ viva .*\n✓ node .*\n✓ config .*viva\.config\.ts\n✓ store .*0 runs\n✓ suites +good, keyless, bad\n/,
    );
    expect(stdout).toMatch(/✓ good .*2 cases, 2 planned; would play live/);
    expect(stdout).toMatch(/✗ keyless .*OPENAI_API_KEY is not set/);
    expect(stdout).toMatch(/✗ bad .*x\.json:1/);
  });

  test("doctor's columns fit the longest name, and one case is not plural", async () => {
    const name = "a-suite-with-quite-a-long-name";
    const { viva } = projectHere({ "a.eval.ts": suiteText({ name, cases: casesOf("one") }) });
    const { code, stdout } = await viva("doctor");
    expect(code).toBe(0);
    expect(stdout).toContain(`✓ ${"viva".padEnd(name.length)}  `);
    expect(stdout).toContain(`✓ ${name}  1 case, 1 planned; would play live\n`);
  });

  test("doctor finds missing tapes, tapes without a judge's answer and incomplete ones, and what a replay of one says", async () => {
    const tape = (id: string, judge = "") =>
      `viva: tape 1\norigin: hand-written\ncase: ${id}\ntapes:\n  - agent:\n      - Hello ${id}\n${judge}`;
    const answer = "    judge:\n      polite:\n        - yes, it is\n";
    const metrics = `[contains(), defineMetric({ name: "polite", judged: true, applies: () => true, async score(_transcript, _case, { model }) {
      const { text } = await model("polite").call({ messages: [{ role: "user", content: "Is it?" }] });
      return scored(text.startsWith("yes") ? 1 : 0, []);
    } })]`;
    const models = `{ agent: "openai:gpt-5", judge: "openai:gpt-5" }`;
    const { viva, write } = projectHere({
      "a.eval.ts": suiteText({ agent: asking, metrics, models }),
      "cassettes/exam/default/one.yaml": tape("one", answer),
    });
    const untaped = await viva("doctor");
    expect(untaped.code).toBe(0);
    expect(untaped.stdout).toMatch(
      /! exam {4}2 cases, 1 with a recording; .*: would replay\n {10}no recording, record with --record missing: cassettes\/exam\/default\/two\.yaml\n/,
    );
    write({
      "cassettes/exam/default/one.yaml": tape("one", `${answer}    incomplete: the judge was down\n`),
      "cassettes/exam/default/two.yaml": tape("two"),
    });
    const [doctor, run] = await Promise.all([viva("doctor"), viva("run")]);
    expect(doctor.code).toBe(0);
    expect(doctor.stdout).toMatch(
      /! exam {4}2 cases, 2 with a recording; OPENAI_API_KEY is not set: would replay\n {10}no judge's answer in cassettes\/exam\/default\/two\.yaml\n {10}incomplete, complete them with --record missing: cassettes\/exam\/default\/one\.yaml\n/,
    );
    expect(run.code).toBe(3);
    expect(run.stdout).toContain(
      "incomplete: 1 tape lacks a full result, and the replay repeats the recorded outage: cassettes/exam/default/one.yaml (case one): the judge was down",
    );
    expect(run.stdout).toContain(
      'polite  errored: no tape for judge call 1 of "polite": cassettes/exam/default/two.yaml holds 0 of judge "polite". Record the case again with --record, or write the entry by hand.',
    );
    write({
      "cassettes/exam/default/one.yaml": tape("one", answer),
      "cassettes/exam/default/two.yaml": tape("two", answer),
    });
    expect((await viva("doctor")).stdout).toContain("✓ exam");
    // Whether this metric asks its judge, only the conversation tells: nothing may be missing.
    write({
      "a.eval.ts": suiteText({ agent: asking, metrics: metrics.replace("applies: () => true, ", ""), models }),
      "cassettes/exam/default/two.yaml": tape("two"),
    });
    const unclear = await viva("doctor");
    expect(unclear.code).toBe(0);
    expect(unclear.stdout).toMatch(/✓ exam .*\n +no judge's answer, which is right if no judged metric applies: .*two/);
    write({ "cassettes/exam/default/two.yaml": tape("two", "    judje: {}\n") });
    const broken = await viva("doctor");
    expect(broken.code).toBe(64);
    expect(broken.stdout).toMatch(/✗ exam .*two\.yaml:7/);
  });
});
