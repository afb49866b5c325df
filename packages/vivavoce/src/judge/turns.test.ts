import { describe, expect, test } from "vitest";
import { recordOf } from "./record.ts";
import { conversation, toolCall } from "./testing-judge.test-helper.ts";

const recordWith = (shown: Partial<Parameters<typeof recordOf>[0]>) =>
  recordOf({ history: [], exchanges: [], ...shown }, [], shown.exchanges?.length ?? 0);
const turnsOf = (...deeds: Parameters<typeof conversation>[0]) =>
  recordWith({ exchanges: conversation(deeds).exchanges });

test("an exchange is the user's line, then texts and calls in the order in which they came", () => {
  expect(turnsOf(["Add it", "Let me see.", toolCall("add"), "Done."])).toEqual([
    { exchange: 1, speaker: "user", text: "Add it" },
    { exchange: 1, speaker: "agent", text: { "s1.1": "Let me see." } },
    { exchange: 1, speaker: "agent", call: { id: "call-1", name: "add", arguments: {} } },
    { exchange: 1, speaker: "agent", text: { "s1.2": "Done." } },
  ]);
});

test("what was said before is exchange 0", () => {
  const history = [
    { role: "user" as const, content: "Hi" },
    { role: "assistant" as const, content: "Hello" },
  ];
  expect(recordWith({ history })).toEqual([
    { exchange: 0, speaker: "user", text: "Hi" },
    { exchange: 0, speaker: "agent", text: "Hello" },
  ]);
});

describe("what is not said is shown in words of Viva's own", () => {
  const item = { type: "text" as const, text: "One moment", unheard: "please, I look it up." };
  const shown = (more: object) =>
    recordWith({ exchanges: [{ number: 2, user: { content: "Hi" }, items: [], modelCalls: 0, ...more }] });

  test("the agent that speaks first: exchange 0 is what was said before the exam", () => {
    expect(recordWith({ exchanges: [{ number: 0, items: [{ type: "text", text: "Desk." }], modelCalls: 0 }] })).toEqual(
      [{ exchange: "opening", speaker: "agent", text: { "s0.1": "Desk." } }],
    );
  });

  test("silence, an interruption and what was not heard, a quiet agent", () => {
    expect(shown({ user: { content: "", silence: 8000 }, quiet: true })).toEqual([
      { exchange: 2, speaker: "user", silent: "says nothing for 8 s" },
      { exchange: 2, speaker: "agent", silent: "says nothing, on purpose" },
    ]);
    expect(shown({ user: { content: "Stop", interrupts: { afterWords: 2 } }, items: [item] })).toEqual([
      { exchange: 2, speaker: "user", interrupts: "cuts in before the agent has finished", text: "Stop" },
      { exchange: 2, speaker: "agent", text: { "s2.1": "One moment" }, notHeardByTheUser: "please, I look it up." },
    ]);
  });

  test("an agent that hangs up; notes are for readers, not for judges", () => {
    expect(
      recordWith({ outcome: { kind: "completed", ended: { by: "agent", reason: "closed", unsaid: [] } } }),
    ).toEqual([{ speaker: "agent", hangsUp: "closed" }]);
    expect(recordWith({ outcome: { kind: "completed", ended: { by: "user", unsaid: [] } } })).toEqual([]);
    expect(JSON.stringify(shown({ notes: [{ name: "prompt", value: "secret plan" }] }))).not.toContain("secret plan");
  });
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

  test("its error, and arguments that were not JSON as they were written", () => {
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
