import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Transcript, transcriptSchema } from "./transcript.ts";

/** Every field of a transcript, once. */
const full: Transcript = {
  version: 2,
  case: "stalled-project",
  variant: { prompt: "v2" },
  repeat: 3,
  agent: { name: "coach", version: "7" },
  history: [{ role: "assistant", content: "Good morning." }],
  openMs: 30,
  exchanges: [
    {
      number: 0,
      items: [{ type: "text", text: "Front desk, good", unheard: " morning, this is Ada." }],
      notes: [{ name: "state", value: { step: 1 } }],
      modelCalls: 0,
    },
    {
      number: 1,
      user: {
        ...{ content: "Archive it.", refuses: true, consents: false },
        ...{ silence: 8000, interrupts: { afterWords: 5 } },
      },
      quiet: false,
      items: [
        { type: "text", text: "Shall I?" },
        {
          type: "call",
          call: {
            id: "call-1",
            name: "archive",
            effect: "destructive",
            modelCall: 1,
            arguments: { note: "Garden.md", deep: [{ list: [1, null, true] }] },
            raw: "{",
            approval: { decision: "rejected", reason: "not now" },
            executed: { note: "Shed.md" },
            result: { ok: false },
            error: { message: "outside", code: "outside-world" },
          },
        },
      ],
      effects: [{ kind: "note.deleted", note: "Garden.md" }],
      modelCalls: 2,
      usage: { inputTokens: 1, outputTokens: 2, cachedTokens: 3, reasoningTokens: 4 },
      cost: 0.01,
      firstWordMs: 400,
      replyMs: 1300,
      modelMs: 1200,
    },
  ],
  world: { opening: "Garden", closing: "", effects: [{ kind: "value.set", pointer: "/a", from: 1, to: null }] },
  outcome: { kind: "agent-failed", reason: "time-limit", message: "the exchange took longer than 1 s", exchange: 1 },
};

describe("transcriptSchema", () => {
  test("a transcript survives being written and read, nothing lost and nothing added", () => {
    expect(transcriptSchema.parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
  });

  test.each([
    ["completed", { kind: "completed", ended: { by: "script", unsaid: [] } }],
    ["completed, nobody knows how", { kind: "completed" }],
    [
      "a hang-up",
      { kind: "completed", ended: { by: "agent", reason: "transfer", unsaid: [{ content: "Wait!", refuses: true }] } },
    ],
    ["an outage before the first exchange", { kind: "infrastructure", message: "no tape" }],
    ["an outage in an exchange", { kind: "infrastructure", message: "500", exchange: 2 }],
    ["a failure", { kind: "agent-failed", reason: "empty-reply", message: "nothing", exchange: 1 }],
  ])("%s is an outcome", (_name, outcome) => {
    expect(transcriptSchema.parse({ ...full, outcome }).outcome).toEqual(outcome);
  });

  test.each([
    ["another version", { version: 1 }],
    ["a repeat 0", { repeat: 0 }],
    ["an exchange 0 with a line of the user", { exchanges: [{ ...full.exchanges[1], number: 0 }] }],
    ["an exchange 1 without one", { exchanges: [{ ...full.exchanges[1], user: undefined }] }],
    ["a time that runs back", { exchanges: [{ ...full.exchanges[1], replyMs: -1 }] }],
    ["an outcome nobody knows", { outcome: { kind: "maybe" } }],
    ["a failure without its exchange", { outcome: { kind: "agent-failed", reason: "threw", message: "x" } }],
    ["an effect nobody knows", { world: { opening: "", closing: "", effects: [{ kind: "sky.fell" }] } }],
  ])("%s is refused", (_name, change) => {
    expect(transcriptSchema.safeParse({ ...full, ...change }).success).toBe(false);
  });

  test("a JSON Schema can be made of it, for those who read transcripts in other languages", () => {
    const schema = z.toJSONSchema(transcriptSchema) as { properties: object; required: string[] };
    expect(Object.keys(schema.properties)).toEqual(Object.keys(transcriptSchema.shape));
    expect(schema.required).not.toContain("world");
    expect(JSON.stringify(schema)).toContain("infrastructure");
  });
});
