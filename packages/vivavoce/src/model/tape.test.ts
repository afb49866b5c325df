import { describe, expect, test } from "vitest";
import { type CallRecord, callRecordSchema } from "../shape/index.ts";
import { dataFromTape, encodeJudgeItems, recordsOf, type Tape, tapeFromData } from "./tape.ts";
import { parseTapeFile } from "./tape-format.ts";

function tapeOf(yaml: string): Tape {
  const text = `viva: tape 1\norigin: hand-written\ncase: c\ntapes:\n${yaml}`;
  const { file } = parseTapeFile(text, "c.yaml", "c");
  const [data] = file.tapes;
  if (!data) throw new Error("no tape");
  return tapeFromData(data, file.origin);
}
const record = (fields: Partial<CallRecord>): CallRecord => ({
  role: "agent",
  label: "",
  index: 0,
  answer: { text: "Hello", toolCalls: [], finish: "stop" },
  ...fields,
});

describe("a tape from what is written", () => {
  test("has the records of each role and label in order", () => {
    const { records } = tapeOf("  - agent: [a, b]\n    judge: { x: [c], y: [d, e] }\n    user: { '': [f] }");
    expect(records.map(({ role, label, index, answer }) => [role, label, index, answer.text])).toEqual([
      ["agent", "", 0, "a"],
      ["agent", "", 1, "b"],
      ["judge", "x", 0, "c"],
      ["judge", "y", 0, "d"],
      ["judge", "y", 1, "e"],
      ["user", "", 0, "f"],
    ]);
    expect(records.every((each) => callRecordSchema.safeParse(each).success)).toBe(true);
  });

  test("says why an answer ended: for its calls, or because it was done", () => {
    const { records } = tapeOf("  - agent: [hi, { calls: [look] }, { text: hi, finish: length }]");
    expect(records.map(({ answer }) => answer.finish)).toEqual(["stop", "tool-calls", "length"]);
  });

  test("names calls through the whole tape, past ids that are given", () => {
    const { records } = tapeOf(
      "  - agent:\n    - calls: [look, { id: call-2, name: look }, look]\n    - calls: [look]\n    user: [{ calls: [wave] }]",
    );
    expect(records.flatMap(({ answer }) => answer.toolCalls.map(({ id }) => id))).toEqual([
      "call-1",
      "call-2",
      "call-3",
      "call-4",
      "call-5",
    ]);
  });

  test("has the judge's items encoded as the judge would have answered", () => {
    const yaml = "  - judge: { criteria: [{ items: { c1: { verdict: yes } } }] }";
    expect(tapeOf(yaml).records[0]?.answer.text).toBe(encodeJudgeItems({ c1: { verdict: "yes" } }));
  });

  test("leaves unknown what is not said", () => {
    const { records, startedAt } = tapeOf("  - agent: [hi]");
    expect(startedAt).toBeUndefined();
    expect(records[0]).toStrictEqual(record({ answer: { text: "hi", toolCalls: [], finish: "stop" } }));
  });

  test("takes its origin from the file unless it has its own", () => {
    expect(tapeOf("  - agent: [hi]").origin).toBe("hand-written");
    expect(tapeOf("  - origin: recorded\n    agent: [hi]").origin).toBe("recorded");
  });
});

describe("what is written of a tape", () => {
  const tape = (records: CallRecord[]): Tape => ({ origin: "recorded", repeat: 2, records });

  test("is a plain list where the only label is empty, else a map with sorted labels", () => {
    expect(dataFromTape(tape([record({})]))).toEqual({ repeat: 2, agent: [{ text: "Hello" }] });
    const judged = [record({ role: "judge", label: "b" }), record({ role: "judge", label: "a" })];
    expect(JSON.stringify(dataFromTape(tape(judged)))).toBe(
      '{"repeat":2,"judge":{"a":[{"text":"Hello"}],"b":[{"text":"Hello"}]}}',
    );
  });

  test("has everything that a record holds, in a fixed order", () => {
    const full = record({
      hash: "abc",
      request: { model: "m", messages: [] },
      answer: {
        text: "",
        toolCalls: [{ id: "x", name: "look", arguments: { at: "sky" } }],
        finish: "other",
        usage: { inputTokens: 1, outputTokens: 2, cachedTokens: 0 },
        cost: 0.01,
        servedModel: "m-2",
        warnings: ["w"],
        logprobs: [{ token: "a", logprob: -0.1, top: [{ token: "b", logprob: -3 }] }],
      },
      atMs: 5,
      durationMs: 7,
    });
    const [entry] = dataFromTape(tape([full])).agent as object[];
    expect(Object.keys(entry ?? {})).toEqual([
      ...[
        "calls",
        "finish",
        "servedModel",
        "usage",
        "cost",
        "warnings",
        "logprobs",
        "atMs",
        "durationMs",
        "hash",
        "answerHash",
        "request",
      ],
    ]);
  });

  test("an empty answer keeps its empty text", () => {
    const empty = record({ answer: { text: "", toolCalls: [], finish: "stop" } });
    expect(dataFromTape(tape([empty]))).toEqual({ repeat: 2, agent: [{ text: "" }] });
  });

  test("goes by number, whatever the order of completion, and closes the gap that a failed call left", () => {
    const said = (index: number, text: string) => record({ index, answer: { text, toolCalls: [], finish: "stop" } });
    expect(dataFromTape(tape([said(3, "c"), said(0, "a"), said(2, "b")]))).toMatchObject({
      agent: [{ text: "a" }, { text: "b" }, { text: "c" }],
    });
  });
});

describe("an answer that was edited after it was recorded counts as written by hand:", () => {
  const call = { id: "c1", name: "book", arguments: { at: "6 pm" } };
  const recorded = [
    record({ hash: "h1" }),
    record({ hash: "h2", index: 1, answer: { text: "", toolCalls: [call], finish: "tool-calls" } }),
  ];
  const originsAfter = (edit: (entries: Record<string, unknown>[]) => unknown) => {
    const data = structuredClone(dataFromTape({ origin: "recorded", repeat: 1, records: recorded })) as Parameters<
      typeof tapeFromData
    >[0];
    edit(data.agent as unknown as Record<string, unknown>[]);
    const [parsed] = parseTapeFile(
      JSON.stringify({ viva: "tape 3", origin: "recorded", case: "c", tapes: [data] }),
      "c.yaml",
      "c",
    ).file.tapes;
    return tapeFromData(parsed as typeof data, "recorded").records.map(({ origin }) => origin);
  };

  test.each([
    ["none", () => {}, [undefined, undefined]],
    [
      "its text",
      ([first]: Record<string, unknown>[]) => Object.assign(first ?? {}, { text: "Bye" }),
      ["hand-written", undefined],
    ],
    [
      "a call",
      ([, second]: Record<string, unknown>[]) => Object.assign(second ?? {}, { calls: [{ ...call, name: "cancel" }] }),
      [undefined, "hand-written"],
    ],
    ["its hash removed", ([first]: Record<string, unknown>[]) => delete first?.answerHash, ["hand-written", undefined]],
    [
      "how it ended",
      ([first]: Record<string, unknown>[]) => Object.assign(first ?? {}, { finish: "length" }),
      ["hand-written", undefined],
    ],
  ] as const)("%s", (_, edit, origins) => {
    expect(originsAfter(edit)).toEqual(origins);
  });
});

test("the records of a role and label are found in order and the others left out", () => {
  const records = [record({ index: 1 }), record({ role: "user" }), record({ index: 0 }), record({ label: "x" })];
  expect(recordsOf(records, "agent", "").map(({ index }) => index)).toEqual([0, 1]);
});
