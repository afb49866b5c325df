import { expect, test } from "vitest";
import type { JsonValue } from "../../../base/index.ts";
import { importTexts } from "../import.test-helper.ts";

interface SpanText {
  id: string;
  parent?: string;
  at?: [start: number, end: number];
  error?: string;
  attributes: Record<string, string | number | JsonValue[]>;
}

/** Spans of one trace, imported. */
function imported(...spans: SpanText[]) {
  const written = spans.map(({ id, parent, at = [1, 2], error, attributes }) => ({
    traceId: "trace",
    spanId: id,
    ...(parent ? { parentSpanId: parent } : {}),
    name: `span ${id}`,
    startTimeUnixNano: `${at[0]}000000`,
    endTimeUnixNano: `${at[1]}000000`,
    ...(error ? { status: { code: 2, message: error } } : {}),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value:
        typeof value === "number"
          ? { intValue: `${value}` }
          : { stringValue: typeof value === "string" ? value : JSON.stringify(value) },
    })),
  }));
  return importTexts({ "t.json": JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: written }] }] }) });
}

const message = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
const chat = (input: string, output?: string) => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.input.messages": [message("user", input)],
  ...(output ? { "gen_ai.output.messages": [message("assistant", output)] } : {}),
});
const agent = (name: string, more = {}) => ({
  "gen_ai.operation.name": "invoke_agent",
  "gen_ai.agent.name": name,
  ...more,
});

test("a call that two layers record counts once, by the span that holds the messages", async () => {
  const { transcripts, report } = await imported(
    {
      id: "outer",
      attributes: { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 9, "gen_ai.usage.output_tokens": 9 },
    },
    {
      id: "inner",
      parent: "outer",
      attributes: { ...chat("Hi", "Hello"), "gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 1 },
    },
  );
  expect(transcripts[0]?.exchanges).toMatchObject([
    { modelCalls: 1, usage: { inputTokens: 3, outputTokens: 1 }, items: [{ text: "Hello" }] },
  ]);
  expect(report.notes.find(({ kind }) => kind === "model call recorded twice")?.count).toBe(1);
});

test("agents inside a wrapper span still talk with the user", async () => {
  const { transcripts } = await imported(
    { id: "graph", attributes: agent("graph") },
    { id: "desk", parent: "graph", attributes: agent("desk") },
    { id: "call", parent: "desk", attributes: chat("Hi", "Hello") },
  );
  expect(transcripts[0]?.exchanges[0]?.items).toEqual([{ type: "text", text: "Hello" }]);
});

test("agents whose calls hold no messages speak by their own spans", async () => {
  const said = {
    "gen_ai.input.messages": [message("user", "Hi")],
    "gen_ai.output.messages": [message("assistant", "Hello")],
  };
  const { transcripts } = await imported(
    { id: "desk", attributes: agent("desk", said) },
    { id: "call", parent: "desk", attributes: { "gen_ai.operation.name": "chat" } },
    {
      id: "tool",
      parent: "desk",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "look_up",
        "gen_ai.tool.call.arguments": { q: 1 } as never,
        "gen_ai.tool.call.result": "2",
      },
    },
  );
  expect(transcripts[0]?.exchanges[0]).toMatchObject({
    modelCalls: 1,
    items: [{ call: { name: "look_up", arguments: { q: 1 }, result: "2" } }, { text: "Hello" }],
  });
});

test("a model that failed at last is an outage, one that was asked again is not", async () => {
  const failed = { id: "1", at: [1, 2] as [number, number], error: "503", attributes: chat("Hi") };
  expect((await imported(failed)).transcripts[0]?.outcome).toEqual({
    kind: "infrastructure",
    message: "503",
    exchange: 1,
  });
  const again = { id: "2", at: [3, 4] as [number, number], attributes: chat("Hi", "Hello") };
  expect((await imported(failed, again)).transcripts[0]).toMatchObject({
    outcome: { kind: "completed" },
    exchanges: [{ modelCalls: 2 }],
  });
});

test("an agent that failed though its model answered has failed itself", async () => {
  const { transcripts } = await imported(
    { id: "desk", error: "TypeError: x is undefined", attributes: agent("desk") },
    { id: "call", parent: "desk", attributes: chat("Hi", "Hello") },
  );
  expect(transcripts[0]?.outcome).toEqual({
    kind: "agent-failed",
    reason: "threw",
    message: "TypeError: x is undefined",
    exchange: 1,
  });
});

test("tokens are known only where every call reports them, and calls side by side take their time once", async () => {
  const tokens = { "gen_ai.usage.input_tokens": 3, "gen_ai.usage.output_tokens": 1 };
  const { transcripts } = await imported(
    { id: "1", at: [10, 30], attributes: { ...chat("Hi"), ...tokens } },
    { id: "2", at: [20, 40], attributes: { ...chat("Hi", "Hello") } },
  );
  expect(transcripts[0]?.exchanges[0]).toMatchObject({ modelCalls: 2, modelMs: 30 });
  expect(transcripts[0]?.exchanges[0]?.usage).toBeUndefined();
});

test("messages that were exported as log records belong to their span", async () => {
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const spans = [{ traceId: "t", spanId: "1", name: "chat", attributes: [attribute("gen_ai.operation.name", "chat")] }];
  const logRecords = [
    { spanId: "1", eventName: "gen_ai.user.message", body: { kvlistValue: { values: [attribute("content", "Hi")] } } },
    {
      spanId: "1",
      attributes: [attribute("event.name", "gen_ai.choice")],
      body: {
        kvlistValue: {
          values: [{ key: "message", value: { kvlistValue: { values: [attribute("content", "Hello")] } } }],
        },
      },
    },
  ];
  const requests = [
    { resourceLogs: [{ scopeLogs: [{ logRecords }] }] },
    { resourceSpans: [{ scopeSpans: [{ spans }] }] },
  ];
  const { transcripts } = await importTexts({
    "t.jsonl": requests.map((request) => JSON.stringify(request)).join("\n"),
  });
  expect(transcripts[0]?.exchanges).toMatchObject([{ user: { content: "Hi" }, items: [{ text: "Hello" }] }]);
});

const ran = (name: string, more: Record<string, string> = {}) => ({
  "gen_ai.operation.name": "execute_tool",
  "gen_ai.tool.name": name,
  ...more,
});
const proposed = (...calls: [name: string, given: JsonValue, id?: string][]) => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.input.messages": [message("user", "Hi")],
  "gen_ai.output.messages": [
    {
      role: "assistant",
      parts: calls.map(([name, given, id]) => ({ type: "tool_call", name, arguments: given, ...(id ? { id } : {}) })),
    },
  ],
});
const callsOf = ({ transcripts }: Awaited<ReturnType<typeof imported>>) =>
  transcripts.flatMap(({ exchanges }) =>
    exchanges.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.type === "call" ? [[item.call.arguments.city, item.call.result ?? item.call.error?.message]] : [],
      ),
    ),
  );

test.each([
  ["nowhere", undefined],
  ["in the tools' spans only", "gen_ai.tool.call.id"],
])("calls side by side get their own results, with ids %s", async (_, field) => {
  const span = (city: string) => ({
    ...ran("weather", { "gen_ai.tool.call.arguments": JSON.stringify({ city }) }),
    ...(field ? { [field]: city } : {}),
  });
  const told = await imported(
    { id: "1", at: [1, 2], attributes: proposed(["weather", { city: "Rome" }], ["weather", { city: "Oslo" }]) },
    { id: "2", at: [3, 9], attributes: { ...span("Oslo"), "gen_ai.tool.call.result": "5" } },
    { id: "3", at: [4, 5], error: "no such city", attributes: span("Rome") },
  );
  expect(callsOf(told)).toEqual([
    ["Rome", "no such city"],
    ["Oslo", "5"],
  ]);
});

test("a call that was tried again is what it came to at last", async () => {
  const span = ran("weather", { "gen_ai.tool.call.id": "a" });
  const told = await imported(
    { id: "1", at: [1, 2], attributes: proposed(["weather", { city: "Rome" }, "a"]) },
    { id: "2", at: [3, 4], error: "timeout", attributes: span },
    { id: "3", at: [5, 6], attributes: { ...span, "gen_ai.tool.call.result": "30" } },
  );
  expect(callsOf(told)).toEqual([["Rome", "30"]]);
});

test("ids that each exchange uses anew do not mix their results", async () => {
  const span = (result: string) => ran("weather", { "gen_ai.tool.call.id": "0", "gen_ai.tool.call.result": result });
  const told = await imported(
    { id: "1", at: [1, 2], attributes: chat("Rome?") },
    { id: "2", at: [3, 4], attributes: span("30") },
    { id: "3", at: [5, 6], attributes: chat("Rome?", "30") },
    { id: "4", at: [7, 8], attributes: chat("Oslo?") },
    { id: "5", at: [9, 10], attributes: span("5") },
  );
  expect(told.transcripts[0]?.exchanges.map(({ items }) => items[0])).toMatchObject([
    { call: { result: "30" } },
    { call: { result: "5" } },
  ]);
});

test("a sub-agent's failed calls have failed, also under an id that was used before", async () => {
  const closed = { type: "tool_result", tool_use_id: "1", content: "closed", is_error: true };
  const told = await imported(
    { id: "desk", at: [1, 20], attributes: agent("desk") },
    { id: "1", parent: "desk", at: [1, 2], attributes: proposed(["ask", { city: "any" }, "0"]) },
    { id: "sub", parent: "desk", at: [3, 9], attributes: agent("sub") },
    { id: "2", parent: "sub", at: [4, 5], attributes: proposed(["look", { city: "Rome" }, "1"]) },
    { id: "3", parent: "sub", at: [6, 7], attributes: proposed(["look", { city: "Oslo" }, "0"]) },
    {
      id: "4",
      parent: "sub",
      at: [8, 9],
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": [{ role: "user", content: [closed] }],
      },
    },
  );
  expect(callsOf(told)).toEqual([
    ["any", undefined],
    ["Rome", "closed"],
    ["Oslo", undefined],
  ]);
});

test("what a failed call had said is not heard where the same was asked again, and is an outage where not", async () => {
  const broken = { id: "1", at: [1, 2] as [number, number], error: "stream broke", attributes: chat("Hi", "Hel") };
  const again = { id: "2", at: [3, 4] as [number, number], attributes: chat("Hi", "Hello") };
  const told = await imported(broken, again);
  expect(told.transcripts[0]?.exchanges).toMatchObject([{ modelCalls: 2, items: [{ text: "Hello" }] }]);
  expect(told.report.notes.map(({ kind }) => kind)).toContain("answer of a failed call");
  expect((await imported(broken)).transcripts[0]?.outcome).toMatchObject({ kind: "infrastructure" });
});

test("a model asked beside the agent looks like a line of the user, and a note says so", async () => {
  const told = await imported(
    { id: "desk", at: [1, 9], attributes: agent("desk") },
    { id: "guard", parent: "desk", at: [1, 2], attributes: chat("Is this safe? Hi", "safe") },
    { id: "call", parent: "desk", at: [3, 4], attributes: chat("Hi", "Hello") },
  );
  expect(told.transcripts[0]?.exchanges).toHaveLength(2);
  expect(told.report.notes.map(({ kind }) => kind)).toContain("several exchanges within one agent's span");
});
