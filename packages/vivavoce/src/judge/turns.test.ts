import { describe, expect, test } from "vitest";
import { conversation, toolCall } from "./testing-judge.test-helper.ts";
import { exchangeTurns, historyTurns } from "./turns.ts";

const turnsOf = (...deeds: Parameters<typeof conversation>[0]) => conversation(deeds).exchanges.flatMap(exchangeTurns);

test("an exchange is the user's line, then texts and calls in the order in which they came", () => {
  expect(turnsOf(["Add it", "Let me see.", toolCall("add"), "Done."])).toEqual([
    { exchange: 1, speaker: "user", text: "Add it" },
    { exchange: 1, speaker: "agent", text: "Let me see." },
    { exchange: 1, speaker: "agent", call: { id: "call-1", name: "add", arguments: {} } },
    { exchange: 1, speaker: "agent", text: "Done." },
  ]);
});

test("what was said before is exchange 0", () => {
  const history = [
    { role: "user" as const, content: "Hi" },
    { role: "assistant" as const, content: "Hello" },
  ];
  expect(historyTurns({ history })).toEqual([
    { exchange: 0, speaker: "user", text: "Hi" },
    { exchange: 0, speaker: "agent", text: "Hello" },
  ]);
});

describe("a tool call is shown with", () => {
  const shown = (more: Parameters<typeof toolCall>[1]) => turnsOf(["Go", toolCall("move", more)])[1]?.call;

  test("arguments and result, nested data and all", () => {
    expect(shown({ arguments: { path: "a.md", tags: ["x", { y: 1 }] }, result: { ok: true, lines: [1, 2] } })).toEqual({
      id: "call-1",
      name: "move",
      arguments: { path: "a.md", tags: ["x", { y: 1 }] },
      result: { ok: true, lines: [1, 2] },
    });
  });

  test("approval, its reason, and what was run where it differs", () => {
    const approval = { decision: "rejected" as const, reason: "not now" };
    expect(shown({ approval, executed: { path: "b.md" } })).toMatchObject({
      approval: "rejected",
      approvalReason: "not now",
      executed: { path: "b.md" },
    });
  });

  test("its error, and arguments that were no JSON as they were written", () => {
    expect(shown({ raw: "{path:", error: { message: "not valid JSON", code: "not-json" } })).toMatchObject({
      raw: "{path:",
      error: { message: "not valid JSON", code: "not-json" },
    });
  });

  test("a result of null or false, which is a result too", () => {
    expect(shown({ result: null })).toHaveProperty("result", null);
    expect(shown({ result: false })).toHaveProperty("result", false);
    expect(shown({})).not.toHaveProperty("result");
  });
});
