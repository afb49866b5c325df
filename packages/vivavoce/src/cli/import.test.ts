import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const goldens = JSON.stringify([{ input: "Say hello", expected_output: "hello" }, { input: "Say bye" }]);
const suite = suiteText({ cases: 'cases("./cases/*.yaml")', metrics: '[contains({ texts: "Say" })]' });

describe.concurrent("viva import", () => {
  test("writes cases that a suite plays, and replaces a file only with --force", async () => {
    const { viva, read, statuses } = projectHere({ "goldens.json": goldens, "a.eval.ts": suite });
    const plan = await viva("import goldens.json --dry-run");
    expect(plan).toMatchObject({ code: 0, stderr: "" });
    expect(plan.stdout).toContain("2 cases would be written to cases/goldens.yaml");
    expect(() => read("cases/goldens.yaml")).toThrow();
    const done = await viva("import goldens.json");
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toBe(`goldens.json: looks like deepeval goldens (--from overrides this)

2 cases written to cases/goldens.yaml

imported:
  input            2  script
  expected_output  1  expect.reference, read by contextualRecall(), contextualPrecision(), faithfulness(); for an exact match write it into expect.equals
`);
    expect(read("cases/goldens.yaml")).toMatch(/^# Imported from goldens\.json\.\n- id: say-hello\n/);
    expect((await viva("run")).code).toBe(0);
    expect(await statuses()).toEqual(["say-hello passed", "say-bye passed"]);
    for (const again of ["import goldens.json", "import goldens.json --dry-run"])
      expect(await viva(again)).toMatchObject({
        code: 64,
        stderr: expect.stringContaining("cases/goldens.yaml: this file exists already; nothing was written"),
      });
    expect((await viva("import goldens.json --force")).code).toBe(0);
  });

  test("a suite is written once; the report and its rehearsal say that it stays as it is", async () => {
    const config = "prompts: ['{{line}}']\ntests: [{ vars: { line: Hi }, assert: [{ type: contains, value: Hi }] }]\n";
    const { viva } = projectHere({ "promptfooconfig.yaml": config });
    const first = await viva("import promptfooconfig.yaml");
    expect(first.stdout).toContain("a suite was written to promptfooconfig.eval.ts: put your agent into it");
    for (const flag of ["--dry-run", "--force"]) {
      const { stdout } = await viva(`import promptfooconfig.yaml ${flag}`);
      expect(stdout).toContain("the suite promptfooconfig.eval.ts exists already, and stays as it is");
    }
  });

  test("broken records are reported with their lines, the rest is written, and the exit code says so", async () => {
    const { viva, read } = projectHere({
      "chat.txt": '{"messages": [{"role": "user", "content": "Hi"}]}\n{"messages": \n',
    });
    const { code, stdout, stderr } = await viva("import chat.txt --from chat --out out/chat.jsonl");
    expect(code).toBe(64);
    expect(stdout).toContain("1 case written to out/chat.jsonl; 1 record could not be imported, see below");
    expect(stdout).toContain("chat.txt: chat messages\n");
    expect(stderr).toContain("not imported:\nchat.txt:2:14: a value is expected here");
    expect(JSON.parse(read("out/chat.jsonl"))).toEqual({ id: "hi", script: [{ content: "Hi" }] });
    expect(await viva("import missing.json")).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("no such file"),
    });
    expect((await viva("import chat.txt --from excel")).code).toBe(64);
  });

  test("several files go into a folder one by one, or into one file together", async () => {
    const { viva, read } = projectHere({ "a.json": goldens, "sub/a.json": goldens });
    const done = await viva("import a.json sub/a.json --out given");
    expect(done).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("4 cases written to given/a.yaml, given/a-2.yaml"),
    });
    expect(read("given/a-2.yaml")).toContain("- id: say-hello-2\n");
    expect((await viva("import a.json sub/a.json --out all.json")).code).toBe(0);
    expect(JSON.parse(read("all.json"))).toHaveLength(4);
  });

  test("a report for programs, without control characters", async () => {
    const hostile = JSON.stringify([
      { input: "Hi \u001b[2J", name: "n\u001b]0;x\u0007", odd: "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD" },
    ]);
    const { viva } = projectHere({ "goldens.json": hostile });
    const { code, stdout } = await viva("import goldens.json --json --as cases --out given.json");
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      format: 1,
      as: "cases",
      count: 1,
      written: ["given.json"],
      unread: 0,
      problems: [],
      files: [{ from: "deepeval", guessed: true }],
    });
    expect(
      report.notes.map(({ kind, fate, count }: { kind: string; fate: string; count: number }) => [kind, fate, count]),
    ).toContainEqual(["odd", "kept", 1]);
    expect(report.notes).toContainEqual(expect.objectContaining({ kind: "text that looks like a secret" }));
    expect(stdout).not.toMatch(/\\u001b|sk-proj-abc/);
  });

  test("what is imported is scored by any suite, and by the case of its id where there is one", async () => {
    const said = (id: string, reply: string) =>
      JSON.stringify({
        id,
        messages: [
          { role: "user", content: `Hello ${id}` },
          { role: "assistant", content: reply },
        ],
      });
    const { viva } = projectHere({
      "a.eval.ts": suiteText({}),
      "chat.jsonl": [said("one", "Go away."), said("three", "Hello three!")].join("\n"),
    });
    expect(await viva("import chat.jsonl --as transcripts")).toMatchObject({ code: 0 });
    const { stdout } = await viva("score transcripts/chat.jsonl --only-given");
    expect(stdout).toContain("0 passed · 1 failed · 0 unscored · 0 errored · 1 skipped of 2");
  });

  test("transcripts are kept without secrets", async () => {
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
    const chat = JSON.stringify({
      messages: [
        { role: "user", content: `My key is ${key}` },
        { role: "assistant", content: "Thanks" },
      ],
    });
    const { viva, read } = projectHere({ "chat.jsonl": chat });
    expect(await viva("import chat.jsonl --as transcripts")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 transcript written to transcripts/chat.jsonl"),
    });
    expect(read("transcripts/chat.jsonl")).toContain("Thanks");
    expect(read("transcripts/chat.jsonl")).not.toContain(key);
  });
});
