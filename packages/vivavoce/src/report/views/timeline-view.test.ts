import { expect, test } from "vitest";
import { conversation } from "../../shape/conversation.test-helper.ts";
import type { CallRecord, Exchange, ToolCall } from "../../shape/index.ts";
import { timelineView } from "./calls-view.ts";

const call = (more: Partial<ToolCall> = {}): ToolCall => ({ id: "c", name: "book", arguments: {}, ...more });
const record = (role: CallRecord["role"], atMs: number | undefined, durationMs?: number): CallRecord => ({
  ...{ role, label: "", index: 0, answer: { text: "", toolCalls: [], finish: "stop" as const } },
  ...(atMs === undefined ? {} : { atMs }),
  ...(durationMs === undefined ? {} : { durationMs }),
});
const played = (exchanges: Partial<Exchange>[], lines: Parameters<typeof conversation>[0]) => {
  const made = conversation(lines);
  return { ...made, exchanges: made.exchanges.map((one, index) => ({ ...one, ...exchanges[index] })) };
};
const rows = (...given: Parameters<typeof timelineView>) =>
  timelineView(...given).rows.map(({ kind, text, fact, at, ms }) => [kind, text, fact, at, ms]);

test("exchanges, silences, model calls, tools and approvals stand on one scale", () => {
  const tool = call({ modelCall: 1, approval: { decision: "approved" }, result: "Error: full" });
  const transcript = played(
    [
      { replyMs: 2_000, modelCalls: 2 },
      { replyMs: 500, firstWordMs: 100, modelCalls: 1, user: { content: "", silence: 3_000 } },
    ],
    [
      ["Book", tool, "Sorry"],
      ["", "Still there?"],
    ],
  );
  const calls = [
    record("agent", 10, 800),
    record("agent", 1_200, 600),
    record("user", 2_100, 400),
    record("agent", 2_600, 300),
  ];
  expect(rows({ ...transcript, openMs: 100 }, calls)).toEqual([
    ["opening", "the agent opens its session", "100 ms", 0, 100],
    ["exchange", "Exchange 1", "2.0 s", 100, 2_000],
    ["model", "model of the agent", "800 ms", 100, 800],
    ["approval", "approval", "approved", 900, undefined],
    ["tool", "book", "failed", 900, undefined],
    ["model", "model of the agent", "600 ms", 1_290, 600],
    ["model", "model of the simulated user", "400 ms", 2_100, 400],
    ["silence", "the user is silent", "3.0 s", 2_500, 3_000],
    ["exchange", "Exchange 2", "500 ms, first word after 100 ms", 5_500, 500],
    ["model", "model of the agent", "300 ms", 5_500, 300],
  ]);
  expect(timelineView(transcript, calls).totalMs).toBe(5_900);
});

test("what was not measured has neither a place nor a length, and says so", () => {
  const transcript = played([{ modelCalls: 2 }], [["Book", call({ fate: "never-ran" })]]);
  const unknown = [undefined, undefined];
  expect(rows(transcript, [])).toEqual([
    ["exchange", "Exchange 1", "time not measured", ...unknown],
    ["model", "2 model calls, not kept here", "time not measured", ...unknown],
    ["tool", "book", "never ran", ...unknown],
  ]);
  expect(timelineView(transcript, []).totalMs).toBe(0);
});

test("calls that cannot be told apart by their exchange are listed at the end, without a place", () => {
  const transcript = played([{ modelCalls: 1, replyMs: 900, modelMs: 700 }], [["Hello", "Hi"]]);
  expect(rows(transcript, [record("agent", 0, 300), record("agent", 400, 300)])).toEqual([
    ["exchange", "Exchange 1", "900 ms", 0, 900],
    ["model", "1 model call, not kept here", "700 ms of waiting for models", undefined, undefined],
    ["model", "model call at an unknown place", "300 ms", undefined, 300],
    ["model", "model call at an unknown place", "300 ms", undefined, 300],
  ]);
});
