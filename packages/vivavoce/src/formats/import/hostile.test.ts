import { describe, expect, test } from "vitest";
import { importTexts, loaded } from "./import.test-helper.ts";

describe("hostile files", () => {
  test("names that mean something to JavaScript are data, or left out and told", async () => {
    const golden =
      '{"input": "Hi", "constructor": {"a": 1}, "additional_metadata": {"__proto__": {"polluted": 1}, "b": 2}}';
    const imported = await importTexts({ "g.json": `[${golden}]` });
    const { all } = await loaded(imported);
    expect(all[0]?.data).toEqual({ constructor: { a: 1 }, additional_metadata: { b: 2 } });
    expect(imported.report.notes.find(({ kind }) => kind === "__proto__")).toMatchObject({ fate: "dropped", count: 1 });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const config =
      "prompts: ['{{q}} {{constructor}} {{__proto__.x}}']\ntests:\n  - vars: { q: Hi, __proto__: { x: 1 } }\n";
    const tests = await importTexts({ "c.yaml": config });
    expect(tests.cases[0]?.script).toEqual([{ content: "Hi" }]);
    expect(tests.cases[0]?.data).toEqual({ vars: { q: "Hi" } });
  });

  test("a byte order mark, CRLF, and a NUL in one line", async () => {
    const lines = '\ufeff{"input": "One"}\r\n{"input": "Tw\u0000o"}\r\n{"input": "Three \\u0000 \\ud800"}\r\n';
    const imported = await importTexts({ "g.jsonl": lines });
    expect(imported.cases.map(({ script }) => script?.[0])).toEqual([
      { content: "One" },
      { content: "Three \u0000 \ufffd" },
    ]);
    expect(imported.report.problems).toMatchObject([{ message: "a NUL byte", place: { line: 2 } }]);
    expect((await loaded(imported)).all[1]?.script[0]?.content).toBe("Three \u0000 \ufffd");
  });

  test("texts that YAML could take for something else come back unchanged", async () => {
    const texts = [
      "yes",
      "1e3",
      "2024-01-01",
      "- a",
      "a: b #c",
      " lead",
      "trail \n",
      "a\r\nb",
      "a\u2028b\nc",
      "\tx\ny",
      "|",
      "'\"",
      "~",
      "é\n\n\nü",
    ];
    const imported = await importTexts({ "g.json": JSON.stringify(texts.map((input) => ({ input }))) });
    const { all } = await loaded(imported);
    expect(all.map(({ script }) => script[0]?.content)).toEqual(texts);
  });

  test("ids are safe as names of files, and each is the only one", async () => {
    const names = ["../../etc/passwd", "A", "a", "..", "con\u0007trol", "x".repeat(500), "ü b", "a-2"];
    const imported = await importTexts({ "g.json": JSON.stringify(names.map((name) => ({ input: "Hi", name }))) });
    const ids = imported.cases.map(({ id }) => id);
    expect(ids).toEqual(["etc-passwd", "A", "a-2", "case", "con-trol", "x".repeat(80), "ü-b", "a-2-2"]);
    expect((await loaded(imported)).set.size).toBe(8);
  });

  test("broken JSON in a list keeps what stands before it", async () => {
    const imported = await importTexts({
      "g.json": '[{"input": "One"}, {"input": "Two"}, {"input": }, {"input": "Four"}]',
    });
    expect(imported.cases.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(imported.report.problems).toMatchObject([{ place: { line: 1, column: 48 } }]);
  });

  test("files of an unclear format, missing files and empty files are reported", async () => {
    const imported = await importTexts(
      { "a.json": '{"x": 1}', "b.jsonl": "", "c.csv": "x,y\n1,2\n" },
      { only: ["a.json", "b.jsonl", "c.csv", "missing.json"] },
    );
    expect(imported.report.problems.map(({ message }) => message)).toEqual([
      "the format of this file is not clear",
      "the file is empty",
      "the format of this file is not clear",
      "there is no such file",
    ]);
  });

  test("a test whose variables make too many combinations is reported", async () => {
    const vars = Object.fromEntries(
      ["a", "b", "c", "d", "e"].map((name) => [name, Array.from({ length: 20 }, () => "x")]),
    );
    const { cases, report } = await importTexts({
      "c.json": JSON.stringify({ prompts: ["{{a}}"], tests: [{ vars }] }),
    });
    expect(cases).toEqual([]);
    expect(report.problems[0]?.message).toBe("the lists in its variables make more than 10,000 tests");
  });

  test("spans without times, parents in a circle, doubled ids and messages that cannot be read", async () => {
    const span = (spanId: string, parentSpanId: string, messages: string) => ({
      traceId: "t",
      spanId,
      parentSpanId,
      name: "chat",
      attributes: [
        { key: "gen_ai.operation.name", value: { stringValue: "chat" } },
        { key: "gen_ai.input.messages", value: { stringValue: messages } },
        { key: "__proto__", value: { stringValue: "x" } },
        "not an attribute",
      ],
    });
    const line = JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]);
    const spans = [span("1", "2", line), span("2", "1", "{broken"), span("1", "1", line), "not a span"];
    const { transcripts, report } = await importTexts({
      "t.json": JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
    });
    expect(transcripts.map(({ exchanges }) => exchanges.length)).toEqual([1]);
    expect(report.notes.map(({ kind }) => kind)).toContain("span exported twice");
    expect(report.notes.map(({ kind }) => kind)).toContain("model call recorded twice");
  });

  test("10,000 spans whose histories repeat become 200 conversations", async () => {
    const attribute = (key: string, value: unknown) => ({
      key,
      value: { stringValue: typeof value === "string" ? value : JSON.stringify(value) },
    });
    const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
    const requests: string[] = [];
    let id = 0;
    for (let conversation = 0; conversation < 200; conversation++) {
      const history: unknown[] = [];
      const span = (name: string, attributes: unknown[]) => ({
        traceId: `${conversation}`,
        spanId: `${++id}`,
        name,
        startTimeUnixNano: `${id}000000`,
        attributes,
      });
      const spans = Array.from({ length: 10 }, (_, exchange) => {
        history.push(message("user", `question ${exchange}`));
        const input = [...history];
        history.push(message("assistant", `answer ${exchange}`));
        const attributes = [
          attribute("gen_ai.operation.name", "chat"),
          attribute("gen_ai.conversation.id", `c${conversation}`),
          attribute("gen_ai.input.messages", input),
          attribute("gen_ai.output.messages", [history.at(-1)]),
        ];
        const tool = [attribute("gen_ai.operation.name", "execute_tool"), attribute("gen_ai.tool.name", "look_up")];
        return [
          span("chat", attributes),
          span("tool", tool),
          ...[1, 2, 3].map(() => span("GET", [attribute("http.method", "GET")])),
        ];
      });
      requests.push(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: spans.flat().toReversed() }] }] }));
    }
    expect(id).toBe(10_000);
    const { transcripts } = await importTexts({ "t.jsonl": requests.join("\n") });
    expect(transcripts).toHaveLength(200);
    const items = transcripts.flatMap(({ exchanges }) =>
      exchanges.map(({ items }) => items.map(({ type }) => type).join()),
    );
    expect(new Set(items)).toEqual(new Set(["call,text"]));
    expect(items).toHaveLength(2_000);
  });
});
