import { describe, expect, test } from "vitest";
import { conversation } from "./conversation.test-helper.ts";
import { storedTranscript } from "./stored-transcript.ts";
import { type Outcome, transcriptSchema, type UserRecord } from "./transcript.ts";

/** As the last Viva before version 2 wrote it. */
const first = (more: { user?: UserRecord; outcome?: Outcome } = {}) => ({
  ...conversation([]),
  version: 1 as const,
  exchanges: [
    { number: 1, user: { content: "Hello" }, items: [], modelCalls: 1, cost: 0.1, latencyMs: 250 },
    { number: 2, user: { content: "Bye" }, items: [], modelCalls: 1 },
  ],
  outcome: { kind: "completed" as const },
  ...more,
});

describe("a stored transcript of version 1", () => {
  test("is read as one of version 2: its latency was the time of its model calls", () => {
    const transcript = storedTranscript(first());
    expect(transcriptSchema.parse(transcript)).toEqual(transcript);
    expect(transcript.version).toBe(2);
    expect(transcript.exchanges).toEqual([
      { number: 1, user: { content: "Hello" }, items: [], modelCalls: 1, cost: 0.1, modelMs: 250 },
      { number: 2, user: { content: "Bye" }, items: [], modelCalls: 1 },
    ]);
  });

  test("has no time of its replies: nobody took it", () => {
    for (const exchange of storedTranscript(first()).exchanges) expect(exchange).not.toHaveProperty("replyMs");
  });

  test.each([
    ["the script", {}, { by: "script", unsaid: [] }],
    [
      "the simulated user",
      { user: { kind: "simulated", stop: "gives-up", faults: [] } },
      { by: "user", reason: "gives-up", unsaid: [] },
    ],
  ] as const)("was ended by %s", (_name, more, ended) => {
    expect(storedTranscript(first(more as { user?: UserRecord })).outcome).toEqual({ kind: "completed", ended });
  });

  test("that failed stays as it was", () => {
    const outcome: Outcome = { kind: "agent-failed", reason: "threw", message: "boom", exchange: 1 };
    expect(storedTranscript(first({ outcome })).outcome).toEqual(outcome);
  });
});

test("one of version 2 is taken as it is", () => {
  const transcript = conversation([["Hello", "Hi"]]);
  expect(storedTranscript(transcript)).toBe(transcript);
});

test("one of a later version is refused in words", () => {
  const later = { ...conversation([]), version: 3 } as unknown as Parameters<typeof storedTranscript>[0];
  expect(() => storedTranscript(later)).toThrow("a transcript has version 3; this Viva reads versions 1 and 2");
});
