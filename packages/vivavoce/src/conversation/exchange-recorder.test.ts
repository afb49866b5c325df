import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AgentEvent, ToolSpec } from "../agent/index.ts";
import { countingIds } from "../base/index.ts";
import { callFault, fateOf, type ToolCall, transcriptSchema } from "../shape/index.ts";
import { ExchangeRecorder } from "./exchange-recorder.ts";

const tools = new Map<string, ToolSpec>([["archive", { name: "archive", parameters: {}, effect: "destructive" }]]);

function recorder(settings: Partial<ConstructorParameters<typeof ExchangeRecorder>[0]> = {}): ExchangeRecorder {
  return new ExchangeRecorder({ tools, ids: countingIds(), maxCalls: 10, ...settings });
}

function callsIn({ items }: ExchangeRecorder): ToolCall[] {
  return items.flatMap((item) => (item.type === "call" ? [item.call] : []));
}

const itemsSchema = transcriptSchema.shape.exchanges.element.shape.items;
const approve = () => ({ decision: "approved" as const });
const reject = () => ({ decision: "rejected" as const });

describe("what is recorded", () => {
  test("texts and calls in the order they came", () => {
    const record = recorder({ tools: undefined });
    record.record({ type: "text", text: "One moment." });
    record.record({ type: "call", id: "1", name: "look", arguments: { at: "inbox" } });
    record.record({ type: "text", text: "Done." });
    expect(record.items).toEqual([
      { type: "text", text: "One moment." },
      { type: "call", call: { id: "1", name: "look", arguments: { at: "inbox" } } },
      { type: "text", text: "Done." },
    ]);
  });

  test("a result that is an error, holds one, or was followed by one tells of a call that failed", () => {
    const record = recorder();
    const results: unknown[] = [new Error("full"), { error: new Error("full") }, "booked"];
    for (const [index, result] of results.entries()) {
      record.record({ type: "call", id: `${index}`, name: "archive" });
      record.record({ type: "result", id: `${index}`, result });
    }
    record.record({ type: "error", id: "2", error: "full" });
    expect(callsIn(record).map(fateOf)).toEqual(["failed", "failed", "failed"]);
    record.record({ type: "result", id: "2", result: "booked" });
    expect(fateOf(callsIn(record)[2] as ToolCall)).toBe("ran");
  });

  test("a result that nobody awaited is a mistake of the agent", () => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "archive" });
    const early = { type: "result", id: "1", result: Promise.resolve("booked") } as const;
    expect(() => record.record(early)).toThrow("a result that is a promise, which has to be awaited");
  });

  test("a call has the effect that its tool declares, and none where nobody did", () => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "archive" });
    record.record({ type: "call", id: "2", name: "unheard-of" });
    record.record({ type: "call", id: "3", name: "__proto__" });
    expect(callsIn(record).map(({ effect }) => effect)).toEqual(["destructive", undefined, undefined]);
  });

  test("a call of a tool that was learned on the way has its effect, and what the agent lists counts more", () => {
    const parameters = { required: ["path"] };
    const learned = new Map<string, ToolSpec>();
    const record = recorder({ learned });
    learned.set("read", { name: "read", parameters, effect: "read" });
    learned.set("archive", { name: "archive", parameters, effect: "read" });
    record.record({ type: "call", id: "1", name: "read", arguments: {} });
    record.record({ type: "call", id: "2", name: "archive", arguments: {} });
    expect(callsIn(record)).toMatchObject([{ effect: "read", invalid: expect.any(String) }, { effect: "destructive" }]);
    expect(callsIn(record)[1]?.invalid).toBeUndefined();
  });

  test("a call says why it could not run: its tool does not take these arguments, or does not exist", () => {
    const parameters = { properties: { path: { type: "string" } }, required: ["path"] };
    const add: ToolSpec = { name: "add", parameters, effect: "write" };
    const record = recorder({ tools: new Map([["add", add]]) });
    record.record({ type: "call", id: "1", name: "add", arguments: { path: "Inbox.md" } });
    record.record({ type: "call", id: "2", name: "add", arguments: {} });
    record.record({ type: "call", id: "3", name: "add", arguments: '{"path": 7}' });
    record.record({ type: "call", id: "4", name: "added", arguments: { path: "Inbox.md" } });
    record.approve({ id: "5", name: "add" }, approve);
    record.record({ type: "call", id: "6", name: "add", arguments: '{"path": "Inb' });
    expect(callsIn(record).map(({ invalid }) => invalid)).toEqual([
      undefined,
      "path is missing",
      "path is 7, not of type string",
      "the agent has no tool called added",
      "path is missing",
      undefined,
    ]);
    expect(callsIn(record).map(callFault)[5]).toBe('its arguments cannot be read as a JSON object: {"path": "Inb');
  });

  test("where the agent does not say which tools it has, nothing is held against a call", () => {
    const record = recorder({ tools: undefined });
    record.record({ type: "call", id: "1", name: "anything", arguments: {} });
    expect(callsIn(record)[0]).not.toHaveProperty("invalid");
  });

  test("a call that was asked for with other arguments than those that could not be read is another call", () => {
    const record = recorder();
    record.approve({ id: "1", name: "archive", arguments: {} }, approve);
    record.record({ type: "call", id: "1", name: "archive", arguments: "{" });
    expect(callsIn(record).map(({ raw }) => raw)).toEqual([undefined, "{"]);
  });

  test("a call knows which model call proposed it", () => {
    let modelCalls = 0;
    const record = recorder({ modelCalls: () => modelCalls });
    record.record({ type: "call", id: "1", name: "look" });
    modelCalls = 2;
    record.record({ type: "call", id: "2", name: "look" });
    expect(callsIn(record).map(({ modelCall }) => modelCall)).toEqual([undefined, 2]);
  });

  test("a call without an id is given one", () => {
    const record = recorder();
    record.record({ type: "call", name: "look" });
    record.record({ type: "call", name: "look" });
    expect(callsIn(record).map(({ id }) => id)).toEqual(["call-1", "call-2"]);
  });

  test("an empty text is ignored, and so is one that is not a text", () => {
    const record = recorder();
    record.record({ type: "text", text: "" });
    record.record({ type: "text", text: undefined as unknown as string });
    expect(record.items).toEqual([]);
    expect(record.saidOrDidSomething).toBe(false);
  });

  test("white space is kept, but says nothing", () => {
    const record = recorder();
    record.record({ type: "text", text: " \n" });
    expect(record.items).toHaveLength(1);
    expect(record.saidOrDidSomething).toBe(false);
    record.record({ type: "call", name: "look" });
    expect(record.saidOrDidSomething).toBe(true);
  });
});

describe("results and errors", () => {
  test("a result is a JSON copy", () => {
    const record = recorder();
    const result = { list: [1], at: new Date(0), run: () => 1 };
    record.record({ type: "call", id: "1", name: "look" });
    record.record({ type: "result", id: "1", result });
    result.list.push(2);
    expect(callsIn(record)[0]?.result).toEqual({ list: [1], at: "1970-01-01T00:00:00.000Z" });
  });

  test("a tool that returns nothing has returned null", () => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "look" });
    record.record({ type: "result", id: "1", result: undefined });
    expect(callsIn(record)[0]).toHaveProperty("result", null);
  });

  test("an error may be a sentence, one with a code, or what was caught", () => {
    const record = recorder();
    for (const id of ["1", "2", "3"]) record.record({ type: "call", id, name: "look" });
    record.record({ type: "error", id: "1", error: "not found" });
    record.record({ type: "error", id: "2", error: { message: "not yours", code: "outside-world" } });
    record.record({ type: "error", id: "3", error: Object.assign(new Error("no such file"), { code: "ENOENT" }) });
    expect(JSON.parse(JSON.stringify(callsIn(record).map(({ error }) => error)))).toEqual([
      { message: "not found" },
      { message: "not yours", code: "outside-world" },
      { message: "no such file", code: "ENOENT" },
    ]);
  });

  test("a tool may have thrown anything", () => {
    const record = recorder();
    const thrown = [42, null, { reason: "locked" }, { message: 7, code: 7 }, { message: "no", code: { deep: 1n } }];
    for (const [id, error] of thrown.entries()) {
      record.record({ type: "call", id: String(id), name: "look" });
      record.record({ type: "error", id: String(id), error: error as never });
    }
    expect(callsIn(record).map(({ error }) => error)).toEqual([
      { message: "42" },
      { message: "null" },
      { message: '{"reason":"locked"}' },
      { message: '{"message":7,"code":7}', code: "7" },
      { message: "no" },
    ]);
  });

  test.each(["result", "error"] as const)("a %s for a call that nobody made is the agent's failure", (type) => {
    const event = type === "result" ? { type, id: "7", result: 1 } : { type, id: "7", error: "x" };
    expect(() => recorder().record(event)).toThrow(
      expect.objectContaining({ name: "AgentFailure", reason: "threw", message: expect.stringContaining("call 7") }),
    );
  });

  test("what a tool was really run with is kept where it differs", () => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "look", arguments: { a: 1, b: 2 } });
    record.record({ type: "result", id: "1", result: 1, arguments: { b: 2, a: 1 } });
    expect(callsIn(record)[0]).not.toHaveProperty("executed");
    record.record({ type: "result", id: "1", result: 1, arguments: { a: 1 } });
    expect(callsIn(record)[0]?.executed).toEqual({ a: 1 });
  });

  test("also where it is JSON text; what is not an object says nothing", () => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "look", arguments: '{"a":1}' });
    for (const same of ['{"a": 1}', "{", [1], { a: 1 }])
      record.record({ type: "result", id: "1", result: 1, arguments: same });
    expect(callsIn(record)[0]).not.toHaveProperty("executed");
    record.record({ type: "result", id: "1", result: 1, arguments: '{"a": 2}' });
    expect(callsIn(record)[0]?.executed).toEqual({ a: 2 });
  });
});

describe("approval", () => {
  const call = { id: "1", name: "archive", arguments: { note: "Garden.md" } };

  test("a recorded call gets the decision", () => {
    const record = recorder();
    record.record({ type: "call", ...call });
    expect(record.approve(call, reject)).toEqual({ decision: "rejected" });
    expect(callsIn(record)).toMatchObject([{ id: "1", approval: { decision: "rejected" } }]);
  });

  test("a call that nobody recorded is recorded now", () => {
    const record = recorder();
    record.approve(call, approve);
    expect(callsIn(record)).toMatchObject([{ ...call, effect: "destructive", approval: { decision: "approved" } }]);
  });

  test("recording it after asking does not make it two calls", () => {
    const record = recorder();
    record.approve(call, approve);
    record.record({ type: "call", ...call, arguments: JSON.stringify(call.arguments) });
    record.record({ type: "result", id: "1", result: "done" });
    expect(callsIn(record)).toHaveLength(1);
    expect(callsIn(record)[0]?.result).toBe("done");
    // A third time is another call.
    record.record({ type: "call", ...call });
    expect(callsIn(record)).toHaveLength(2);
  });

  test("asking for one thing and recording another makes it two calls", () => {
    const record = recorder();
    record.approve(call, approve);
    record.record({ type: "call", ...call, arguments: { note: "Shed.md" } });
    expect(callsIn(record).map(({ arguments: given }) => given)).toEqual([{ note: "Garden.md" }, { note: "Shed.md" }]);
  });

  test("the decision is made on the tool that was recorded", () => {
    const record = recorder();
    record.record({ type: "call", ...call });
    let asked = "";
    record.approve({ id: "1", name: "look" }, (tool) => {
      asked = tool;
      return approve();
    });
    expect(asked).toBe("archive");
  });

  test("the agent cannot change the record through what it was given", () => {
    const record = recorder();
    const answer = record.approve(call, reject);
    answer.decision = "approved";
    expect(callsIn(record)[0]?.approval).toEqual({ decision: "rejected" });
  });

  test("arguments that are not JSON can be asked about, once", () => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "archive", arguments: "{" });
    record.approve({ id: "1", name: "archive", arguments: "{" }, reject);
    expect(callsIn(record)).toHaveLength(1);
    expect(callsIn(record)[0]).toMatchObject({ raw: "{", approval: { decision: "rejected" } });
  });
});

describe("a call that a model asked for over the wire", () => {
  test("is not the agent's own call that has the same number, and gets one of its own", () => {
    const record = recorder();
    record.start({ name: "look_up", arguments: { path: "x" } });
    record.see({ id: "call-1", name: "delete_all", arguments: {} });
    record.see({ id: "call-1", name: "look_up", arguments: { path: "y" } });
    record.record({ type: "result", id: "call-1", result: "found" });
    expect(callsIn(record)).toMatchObject([
      { id: "call-1", name: "look_up", arguments: { path: "x" }, result: "found" },
      { id: "call-2", name: "delete_all" },
      { id: "call-3", name: "look_up", arguments: { path: "y" } },
    ]);
  });

  test("nor a call of another tool to which the agent gave the same id", () => {
    const record = recorder();
    record.record({ type: "call", id: "0", name: "look_up", arguments: {} });
    record.see({ id: "0", name: "delete_all", arguments: {} });
    expect(callsIn(record).map(({ name }) => name)).toEqual(["look_up", "delete_all"]);
  });

  test("is the one that the agent has told of, with its id or without", () => {
    const record = recorder();
    record.record({ type: "call", id: "a", name: "archive", arguments: { path: "x", force: false } });
    record.see({ id: "a", name: "archive", arguments: { path: "x" } });
    record.record({ type: "call", name: "look_up", arguments: { path: "y" } });
    record.see({ id: "call-1", name: "look_up", arguments: { path: "y" } });
    expect(callsIn(record)).toHaveLength(2);
  });
});

describe("a call that is about to be run", () => {
  const twice = () => {
    const record = recorder();
    for (const id of ["a", "b"]) record.see({ id, name: "archive", arguments: { path: "x" } });
    return record;
  };
  const call = { name: "archive", arguments: { path: "x" } };

  test("without an id it is the one that leave was asked for, and not its double", () => {
    const record = twice();
    record.approve({ ...call, id: "a" }, approve);
    expect(record.start(call)).toBe(callsIn(record)[0]);
    record.approve({ ...call, id: "b" }, approve);
    expect(record.start(call)).toBe(callsIn(record)[1]);
    expect(callsIn(record)).toHaveLength(2);
  });

  test("with the id of one that leave was asked for it is not its double either", () => {
    const record = twice();
    record.approve({ ...call, id: "b" }, approve);
    expect(record.start({ ...call, id: "b" })).toBe(callsIn(record)[1]);
  });

  test("what was allowed is meant before what was rejected, and what was rejected if there is nothing else", () => {
    const record = twice();
    record.approve({ ...call, id: "a" }, approve);
    record.approve({ ...call, id: "b" }, reject);
    expect(record.start(call)).toBe(callsIn(record)[0]);
    expect(record.start(call)).toBe(callsIn(record)[1]);
  });

  test("while one is being run, the same again is another call", () => {
    const record = recorder();
    expect(record.start(call)).not.toBe(record.start(call));
    expect(callsIn(record)).toHaveLength(2);
  });
});

describe("ids that come twice, as from models that count from one with every answer", () => {
  test("both calls are kept, and a result belongs to the later one", () => {
    const record = recorder();
    record.record({ type: "call", id: "call_0", name: "look", arguments: { at: 1 } });
    record.record({ type: "result", id: "call_0", result: "first" });
    record.record({ type: "call", id: "call_0", name: "look", arguments: { at: 2 } });
    record.record({ type: "result", id: "call_0", result: "second" });
    expect(callsIn(record).map(({ result }) => result)).toEqual(["first", "second"]);
  });

  test("asking again under an id that was decided on is another call", () => {
    const record = recorder();
    record.approve({ id: "call_0", name: "archive", arguments: { note: "a" } }, reject);
    record.approve({ id: "call_0", name: "archive", arguments: { note: "b" } }, approve);
    expect(callsIn(record).map(({ arguments: { note }, approval }) => [note, approval?.decision])).toEqual([
      ["a", "rejected"],
      ["b", "approved"],
    ]);
  });

  test("and so is asking under an id that was run", () => {
    const record = recorder();
    record.record({ type: "call", id: "call_0", name: "look" });
    record.record({ type: "error", id: "call_0", error: "not found" });
    record.approve({ id: "call_0", name: "archive" }, approve);
    expect(callsIn(record).map(({ name, approval }) => [name, approval?.decision])).toEqual([
      ["look", undefined],
      ["archive", "approved"],
    ]);
  });
});

describe("too many calls", () => {
  test("the one beyond the limit is thrown at the agent and not recorded", () => {
    const record = recorder({ maxCalls: 2 });
    record.record({ type: "call", name: "look" });
    record.record({ type: "call", name: "look" });
    expect(record.overrun).toBeUndefined();
    const failure = expect.objectContaining({
      name: "AgentFailure",
      reason: "call-limit",
      message: "more than 2 tool calls in one exchange",
    });
    expect(() => record.record({ type: "call", name: "look" })).toThrow(failure);
    expect(() => record.approve({ id: "9", name: "archive" }, approve)).toThrow(failure);
    expect(callsIn(record)).toHaveLength(2);
    expect(record.overrun).toMatchObject({ reason: "call-limit" });
  });

  test("calls that share an id count each", () => {
    const record = recorder({ maxCalls: 2 });
    record.record({ type: "call", id: "1", name: "look" });
    record.record({ type: "call", id: "1", name: "look" });
    expect(() => record.record({ type: "call", id: "1", name: "look" })).toThrow("more than 2 tool calls");
  });
});

describe("a mistake in the agent's code is told where it was made", () => {
  const takes =
    'record() takes { type: "text", text }, { type: "call", id?, name, arguments }, { type: "result", id, result }, { type: "error", id, error }, { type: "note", name, value }, { type: "quiet" } or { type: "hangup", reason? }';

  test.each<[unknown, string]>([
    [undefined, "record() was given undefined"],
    [null, "record() was given null"],
    ["Hello", "record() was given the text “Hello”"],
    [{}, "record() was given an object without fields and no type"],
    [{ text: "Hello" }, "record() was given an object with text and no type"],
    [{ type: "bogus" }, "record() was given an event whose type is the text “bogus”"],
    [{ type: "text", text: Promise.resolve("Hello") }, "record() was given a text that is a promise"],
    [{ type: "text", text: { text: "Hello" } }, "record() was given a text that is an object with text"],
    [{ type: "call", name: 42 }, "record() was given a call whose name is 42, not text"],
    [{ type: "call", toolName: "look" }, "record() was given a call whose name is undefined, not text"],
    [
      { type: "call", name: "look", id: {} },
      "record() was given a call whose id is an object without fields, not text",
    ],
    [{ type: "call", name: "look", id: 1n }, "record() was given a call whose id is 1n, not text"],
    [{ type: "result", result: 1 }, "record() was given a result whose id is undefined, not that of its call"],
    [{ type: "result", id: 1, result: 1 }, "record() was given a result whose id is 1, not that of its call"],
    [{ type: "error", id: {}, error: "x" }, "record() was given an error whose id is an object without fields"],
    [{ type: "error", id: "1", message: "x" }, "record() was given no error"],
  ])("record(%o)", (event, said) => {
    const record = recorder();
    record.record({ type: "call", id: "1", name: "look" });
    const mistake = expect.objectContaining({
      name: "AgentFailure",
      reason: "threw",
      message: expect.stringMatching(new RegExp(`^${RegExp.escape(said)}.*; ${RegExp.escape(takes)}$`)),
    });
    expect(() => record.record(event as AgentEvent)).toThrow(mistake);
    expect(record.items).toHaveLength(1);
  });

  test.each<[unknown, string]>([
    [undefined, "approve() was given undefined; give approve() the call that you ask about: { id, name, arguments }"],
    ["archive", "approve() was given the text “archive”"],
    [{ id: "1", name: 1n }, "approve() was given a call whose name is 1n, not text"],
    [{ id: 7, name: "archive" }, "approve() was given a call whose id is 7, not text"],
  ])("approve(%o)", (call, said) => {
    const record = recorder();
    expect(() => record.approve(call as never, approve)).toThrow(said);
    expect(record.items).toEqual([]);
  });

  test("an id that is null or left out is ignored, and numbers can be said", () => {
    const record = recorder();
    record.record({ type: "call", id: null as unknown as string, name: "look" });
    record.approve({ name: "archive" } as never, approve);
    record.record({ type: "text", text: 42 as unknown as string });
    expect(callsIn(record).map(({ id }) => id)).toEqual(["call-1", "call-2"]);
    expect(record.items.at(-1)).toEqual({ type: "text", text: "42" });
  });

  test("once the exchange is over, nobody is there to be told", () => {
    const record = recorder();
    record.seal();
    record.record(undefined as unknown as AgentEvent);
    expect(record.approve(undefined as never, approve)).toMatchObject({ decision: "rejected" });
  });

  test("whatever an agent records, the record is JSON and fits its schema", () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    const some = fc.option(fc.oneof(anything, fc.constantFrom("1", "look")), { nil: undefined });
    const type = fc.constantFrom("text", "call", "result", "error", "bogus");
    const event = fc.record({ type, id: some, name: some, text: some, arguments: some, result: some, error: some });
    fc.assert(
      fc.property(fc.array(fc.oneof(event, anything)), (events) => {
        const record = recorder({ maxCalls: 100 });
        record.record({ type: "call", id: "1", name: "look" });
        for (const one of events) {
          try {
            record.record(one as AgentEvent);
          } catch {
            // A mistake has been told; what is left behind is what counts here.
          }
        }
        const stored: unknown = JSON.parse(JSON.stringify(record.items));
        expect(itemsSchema.safeParse(stored).error).toBeUndefined();
      }),
    );
  });
});

describe("a sealed record", () => {
  test("takes nothing more, and what comes is not an error", () => {
    const record = recorder({ maxCalls: 1 });
    record.record({ type: "call", id: "1", name: "look" });
    record.seal();
    const before = structuredClone(record.items);
    record.record({ type: "text", text: "late" });
    record.record({ type: "call", id: "2", name: "look" });
    record.record({ type: "result", id: "1", result: "late" });
    record.record({ type: "error", id: "unknown", error: "late" });
    expect(record.items).toEqual(before);
  });

  test("nobody is there to approve, and nothing is used up", () => {
    const record = recorder();
    record.seal();
    const decide = () => {
      throw new Error("nobody is asked");
    };
    expect(record.approve({ id: "1", name: "archive" }, decide)).toEqual({
      decision: "rejected",
      reason: "the exchange is over",
    });
    expect(record.items).toEqual([]);
  });
});

test("a text that continues the one before it is part of it, and of no other item", () => {
  const recorder = new ExchangeRecorder({ tools: undefined, ids: countingIds(), maxCalls: 10 });
  recorder.record({ type: "text", text: "One", continues: true });
  recorder.record({ type: "text", text: " two.", continues: true });
  recorder.record({ type: "text", text: "Three." });
  recorder.record({ type: "call", id: "a", name: "look" });
  recorder.record({ type: "text", text: "Four.", continues: true });
  const said = recorder.items.map((item) => (item.type === "text" ? item.text : item.call.name));
  expect(said).toEqual(["One two.", "Three.", "look", "Four."]);
});
