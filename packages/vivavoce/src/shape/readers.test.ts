import { describe, expect, test } from "vitest";
import { addUsage, allCalls, callsOf, messagesOf, replyOf, sumKnown, wholeSum, wholeUsage } from "./readers.ts";
import type { Exchange, Transcript, TranscriptItem } from "./transcript.ts";

const text = (words: string): TranscriptItem => ({ type: "text", text: words });
const call = (id: string): TranscriptItem => ({ type: "call", call: { id, name: "look", arguments: {} } });
const exchange = (number: number, user: string, items: TranscriptItem[]): Exchange => ({
  number,
  user: { content: user },
  items,
  modelCalls: 1,
});

const first = exchange(1, "Hello", [text("Let me see."), call("a"), call("b"), text("There are two.")]);
const silent = exchange(2, "Go on", [call("c")]);
const transcript: Transcript = {
  version: 2,
  case: "case",
  variant: {},
  repeat: 1,
  agent: { name: "agent", version: "1" },
  history: [
    { role: "user", content: "Yesterday" },
    { role: "assistant", content: "Yes?" },
  ],
  exchanges: [first, silent],
  outcome: { kind: "completed" },
};

describe("reading a transcript", () => {
  test("a reply is all that was said, calls aside", () => {
    expect(replyOf(first)).toBe("Let me see.\n\nThere are two.");
    expect(replyOf(silent)).toBe("");
  });

  test("calls stand in the order they were made, with their exchange", () => {
    expect(callsOf(first).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(allCalls(transcript).map(({ exchange, call }) => [exchange, call.id])).toEqual([
      [1, "a"],
      [1, "b"],
      [2, "c"],
    ]);
  });

  test("messages begin with the history, and who said nothing has no message", () => {
    expect(messagesOf(transcript)).toEqual([
      { role: "user", content: "Yesterday" },
      { role: "assistant", content: "Yes?" },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Let me see.\n\nThere are two." },
      { role: "user", content: "Go on" },
    ]);
  });
});

describe("sums of what is known", () => {
  test("nothing known is not zero", () => {
    expect(sumKnown([])).toBeUndefined();
    expect(sumKnown([undefined, undefined])).toBeUndefined();
    expect(sumKnown([0, undefined])).toBe(0);
    expect(sumKnown([1, undefined, 2.5])).toBe(3.5);
  });

  test("usage adds up field by field, and a field that nobody reports stays away", () => {
    expect(addUsage([])).toBeUndefined();
    expect(addUsage([undefined])).toBeUndefined();
    expect(addUsage([{ inputTokens: 10, outputTokens: 2 }, undefined, { inputTokens: 5, outputTokens: 1 }])).toEqual({
      inputTokens: 15,
      outputTokens: 3,
    });
    expect(
      addUsage([
        { inputTokens: 1, outputTokens: 1, cachedTokens: 4 },
        { inputTokens: 1, outputTokens: 1, reasoningTokens: 0 },
      ]),
    ).toEqual({ inputTokens: 2, outputTokens: 2, cachedTokens: 4, reasoningTokens: 0 });
  });
});

describe("a sum of which a part is missing", () => {
  const usage = { inputTokens: 10, outputTokens: 2 };

  test("is unknown, never smaller", () => {
    expect(wholeSum([1, undefined, 2.5])).toBeUndefined();
    expect(wholeSum([1, 2.5])).toBe(3.5);
    expect(wholeSum([])).toBeUndefined();
    expect(wholeUsage([usage, undefined])).toBeUndefined();
    expect(wholeUsage([usage, usage])).toEqual({ inputTokens: 20, outputTokens: 4 });
    expect(wholeUsage([])).toBeUndefined();
  });
});

test("an agent that speaks first is the first to be quoted", () => {
  const greeting = { number: 0, items: [{ type: "text" as const, text: "Front desk." }], modelCalls: 0 };
  const { exchanges } = transcript;
  expect(messagesOf({ ...transcript, history: [], exchanges: [greeting, ...exchanges] })[0]).toEqual({
    role: "assistant",
    content: "Front desk.",
  });
});
