import { expect, test } from "vitest";
import { importTexts, told } from "../import.test-helper.ts";

/** A config of tests in JSON, which is YAML, and the files beside it. */
const imported = (tests: object[], more: object = {}, files: Record<string, string> = {}) =>
  importTexts(
    { "c.yaml": JSON.stringify({ prompts: ["{{q}}"], tests, ...more }), ...files },
    { only: ["c.yaml"], from: "promptfoo" },
  );
const asked = (...assert: object[]) => ({ vars: { q: "Hi", context: "Facts" }, assert });

test("several criteria with thresholds: none can fail while the others make up for it", async () => {
  const rubric = (threshold?: number, type = "llm-rubric") => ({ type, value: `Is ${threshold}`, threshold });
  const { cases } = await imported([
    asked(rubric(0.5), rubric(0.5)),
    asked(rubric(0.6)),
    asked(rubric(0.2), rubric()),
    asked(rubric(0)),
    asked(rubric(0.3, "not-llm-rubric")),
  ]);
  expect(cases.map(({ expect: { criteria } = {} }) => criteria)).toMatchObject(
    [0.75, 0.6, 1, 1, 1].map((threshold) => ({ threshold })),
  );
});

test("thresholds of metrics stand with the metric, and the highest one counts", async () => {
  const { report } = await imported([
    asked({ type: "context-faithfulness", threshold: 0.8 }, { type: "tool-call-f1", value: ["a"], threshold: 0.5 }),
    asked({ type: "context-faithfulness", threshold: 0.95 }, { type: "tool-call-f1", value: ["a"] }),
    asked({ type: "context-faithfulness" }, { type: "context-relevance", threshold: 0.9 }),
  ]);
  expect(report.metrics).toEqual([
    "contextualRelevancy({ threshold: 0.9 })",
    "faithfulness({ threshold: 0.95 })",
    "toolCalls()",
  ]);
});

test("a value that stands in a file is what promptfoo reads there: data of YAML and JSON, a text without its end", async () => {
  const files = { "bad.txt": "bad\n", "list.json": '["foo", "bar"]', "list.yaml": "- foo\n- bar\n", "no.json": "{" };
  const value = (type: string, file: string) => ({ type, value: `file://${file}` });
  const { cases } = await imported(
    [
      asked(
        value("not-contains", "bad.txt"),
        value("not-contains-any", "list.json"),
        value("contains-all", "list.yaml"),
        value("contains", "no.json"),
      ),
    ],
    {},
    files,
  );
  expect(cases[0]).toMatchObject({
    tags: ["incomplete-import"],
    expect: { contains: ["foo", "bar"], matches: ["^(?![\\s\\S]*(?:bad))", "^(?![\\s\\S]*(?:(?:foo|bar)))"] },
    data: { assert: [{ value: "file://no.json" }] },
  });
});

test("addresses of the web are texts, in variables and in assertions", async () => {
  const { cases } = await imported([
    { vars: { q: "See {{url}}", url: "https://a.test" }, assert: [{ type: "contains", value: "{{url}}" }] },
  ]);
  expect(cases[0]).toMatchObject({
    script: [{ content: "See https://a.test" }],
    expect: { contains: ["https://a.test"] },
  });
});

test("variables in files: a glob, a list of files, and files of variables", async () => {
  const files = { "d/a.txt": "A\n", "d/b.txt": "B\n", "v.yaml": "q: V\n", "default.yaml": "tone: kind\n" };
  const { cases, report } = await imported(
    [{ vars: { q: "file://d/*.txt" } }, { vars: { q: ["file://d/a.txt", "B?"] } }, { vars: ["file://v.yaml"] }],
    { defaultTest: { vars: "file://default.yaml" }, scenarios: [{ config: [{ vars: "file://v.yaml" }], tests: [{}] }] },
    files,
  );
  expect(cases.map(({ script }) => script?.[0])).toEqual(
    ["A", "B", "A", "B?", "V", "V"].map((content) => ({ content })),
  );
  expect(cases.every(({ data }) => (data as { vars: { tone: string } }).vars.tone === "kind")).toBe(true);
  expect(report.unread).toBe(0);
});

test("an assertion without a list around it counts, and anything that is not an assertion is reported", async () => {
  const { cases, report } = await imported(
    [
      { vars: { q: "a" }, assert: { type: "contains", value: "x" } },
      { vars: { q: "b" }, assert: "file://more.yaml" },
    ],
    { defaultTest: { assert: { type: "contains", value: "y" }, threshold: 0.5 } },
  );
  expect(cases).toMatchObject([
    { expect: { contains: ["y", "x"] } },
    { expect: { contains: ["y"] }, tags: ["incomplete-import"], data: { assert: ["file://more.yaml"] } },
  ]);
  expect(report.notes.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["assertion without a type", "threshold of a test"]),
  );
});

test("checks of a transformed reply, and of tools by a pattern, are not the same here", async () => {
  const used = (value: string) => ({ type: "not-trajectory:tool-used", value });
  const { cases } = await imported([
    { ...asked({ type: "contains", value: "x" }), options: { transform: "output.x" } },
    asked(used("delete_*"), used("drop")),
  ]);
  expect(cases).toMatchObject([
    { tags: ["incomplete-import"] },
    { tags: ["incomplete-import"], expect: { tools: [{ shouldCall: false, tools: ["drop"] }] } },
  ]);
});

test("merge keys hold in files of tests as well", async () => {
  const more = "- &first\n  vars: { q: a }\n  assert: [{ type: contains, value: x }]\n- <<: *first\n  vars: { q: b }\n";
  const { cases } = await imported(["file://more.yaml"] as never, {}, { "more.yaml": more });
  expect(cases.map(({ expect: wanted }) => wanted?.contains)).toEqual([["x"], ["x"]]);
});

test("variables that name themselves are filled only a few times", async () => {
  const imports = await imported([{ vars: { q: "{{q}}".repeat(2_000), input: "Hi" } }]);
  expect(imports.cases).toHaveLength(1);
  expect(told(imports).length).toBeLessThan(1_000_000);
});

test("a case is marked as incomplete if a scoring function decided its test", async () => {
  const check = { type: "contains", value: "y" };
  const tests = [{ vars: { q: "a" }, assert: [check], assertScoringFunction: "file://score.js" }];
  const plain = [{ vars: { q: "b" }, assert: [check] }];
  const config = (more: object) => JSON.stringify({ prompts: ["{{q}}"], ...more });
  const { cases } = await importTexts({
    "a.json": config({ tests: [...tests, ...plain] }),
    "b.json": config({ tests: plain, defaultTest: { assertScoringFunction: "file://score.js" } }),
  });
  expect(cases.map(({ tags }) => tags)).toEqual([["incomplete-import"], undefined, ["incomplete-import"]]);
});

test("a prompt that a function of a program makes is not taken for the user's line", async () => {
  const { cases, report } = await imported([{ vars: { question: "Hi" } }], { prompts: ["make.py:prompt"] });
  expect(cases[0]?.script).toEqual([{ content: "Hi" }]);
  expect(report.notes).toMatchObject([{ kind: "prompt", fate: "dropped" }]);
});

test("a field of an assertion that Viva does not know is reported", async () => {
  const { report } = await imported([asked({ type: "contains", value: "x", config: { y: 1 } })]);
  expect(report.notes.map(({ kind }) => kind)).toContain("config of an assertion");
});
