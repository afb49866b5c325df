import { describe, expect, test } from "vitest";
import type { Piece } from "../dialogue.ts";
import { agUiProtocol } from "./ag-ui-protocol.ts";
import type { HttpTurn } from "./options.ts";

const turn = (message: string, heard?: string) =>
  ({
    message,
    conversation: "c",
    history: [{ role: "assistant", content: "Front desk." }],
    heard,
  }) as unknown as HttpTurn;

/** Plays the events of one run. */
function run(protocol: ReturnType<typeof agUiProtocol>, ...events: object[]): Piece[] {
  return events.flatMap((event) => protocol.part(JSON.stringify(event), undefined));
}

interface Input {
  threadId: string;
  runId: string;
  state: unknown;
  messages: { id: string; role: string; content?: string; toolCalls?: unknown[]; toolCallId?: string }[];
}

describe("AG-UI", () => {
  test("texts by message, and calls with their arguments and results", () => {
    const protocol = agUiProtocol();
    protocol.body(turn("Hello"));
    const pieces = run(
      protocol,
      { type: "RUN_STARTED" },
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "One " },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "moment." },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      { type: "TOOL_CALL_START", toolCallId: "t1", toolCallName: "book", parentMessageId: "m1" },
      { type: "TOOL_CALL_ARGS", toolCallId: "t1", delta: '{"at"' },
      { type: "TOOL_CALL_ARGS", toolCallId: "t1", delta: ":3}" },
      { type: "TOOL_CALL_END", toolCallId: "t1" },
      { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "t1", content: '{"ok":true}' },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "Do" },
      { type: "TEXT_MESSAGE_CHUNK", delta: "ne." },
      { type: "TOOL_CALL_CHUNK", toolCallId: "t2", toolCallName: "look", delta: "{}" },
      { type: "RUN_FINISHED" },
    );
    expect(pieces).toEqual([
      { type: "text", text: "One ", continues: false },
      { type: "text", text: "moment.", continues: true },
      { type: "call", id: "t1", name: "book", arguments: '{"at":3}', elsewhere: true },
      { type: "result", id: "t1", result: { ok: true } },
      { type: "text", text: "Do", continues: false },
      { type: "text", text: "ne.", continues: true },
      { type: "call", id: "t2", name: "look", arguments: "{}", elsewhere: true },
    ]);
    expect(protocol.unfinished?.()).toBeUndefined();
    const { messages } = protocol.body(turn("Thanks")) as Input;
    expect(messages).toMatchObject([
      { role: "assistant", content: "Front desk." },
      { role: "user", content: "Hello" },
      { id: "m1", role: "assistant", content: "One moment.", toolCalls: [{ id: "t1" }] },
      { id: "r1", role: "tool", toolCallId: "t1" },
      { id: "m2", role: "assistant", content: "Done.", toolCalls: [{ id: "t2" }] },
      { role: "user", content: "Thanks" },
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  });

  test("the state is noted, changed by patches, and sent back", () => {
    const protocol = agUiProtocol();
    const first = protocol.body(turn("Hello")) as Input;
    expect(first).toMatchObject({ threadId: "c", state: {} });
    const pieces = run(
      protocol,
      { type: "STATE_SNAPSHOT", snapshot: { list: ["a"] } },
      {
        type: "STATE_DELTA",
        delta: [
          { op: "add", path: "/list/-", value: "b" },
          { op: "replace", path: "/list/0", value: "c" },
        ],
      },
      { type: "RUN_FINISHED" },
    );
    expect(pieces).toEqual([
      { type: "note", name: "state", value: { list: ["a"] } },
      { type: "note", name: "state", value: { list: ["c", "b"] } },
    ]);
    const second = protocol.body(turn("More")) as Input;
    expect(second.state).toEqual({ list: ["c", "b"] });
    expect(second.runId).not.toBe(first.runId);
    expect(() => run(protocol, { type: "STATE_DELTA", delta: [{ op: "add", path: "/no/where", value: 1 }] })).toThrow(
      "patches a state",
    );
  });

  test("calls of sub-agents are theirs, and what they say is not heard by the user", () => {
    const protocol = agUiProtocol();
    protocol.body(turn("Hello"));
    const pieces = run(
      protocol,
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "clerk" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "psst", subagentRunId: "s1" },
      { type: "TOOL_CALL_START", toolCallId: "t", toolCallName: "file", subagentRunId: "s1" },
      { type: "TOOL_CALL_END", toolCallId: "t" },
    );
    expect(pieces).toEqual([
      { type: "note", name: "clerk said", value: "psst" },
      { type: "call", id: "t", name: "file", arguments: {}, agent: "clerk", elsewhere: true },
    ]);
  });

  test("a run that fails or does not finish is the agent's failure", () => {
    const protocol = agUiProtocol();
    protocol.body(turn("Hello"));
    expect(protocol.unfinished?.()).toBe("without RUN_FINISHED");
    expect(() => run(protocol, { type: "RUN_ERROR", message: "no model" })).toThrow(
      "the server's run failed: no model",
    );
  });

  test("of an interrupted reply, what was heard is sent", () => {
    const protocol = agUiProtocol();
    protocol.body(turn("Hello"));
    run(protocol, { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "A long story." });
    const { messages } = protocol.body(turn("Stop", "A long")) as Input;
    expect(messages.at(-2)).toMatchObject({ id: "m1", content: "A long" });
  });
});
