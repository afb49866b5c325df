import { describe, expect, test } from "vitest";
import {
  addUsage,
  allCalls,
  callsOf,
  departureOf,
  lastExchange,
  lineInWords,
  messagesOf,
  replyOf,
  sumKnown,
  wholeReplyOf,
  wholeSum,
  wholeUsage,
} from "./readers.ts";
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

describe("an agent that left the conversation", () => {
  const ended = (by: "agent" | "user", unsaid: { content: string }[] = [], reason?: string): Transcript => ({
    ...transcript,
    outcome: { kind: "completed", ended: { by, unsaid, ...(reason === undefined ? {} : { reason }) } },
  });

  test("hung up, after its last exchange, for a reason and with lines unsaid", () => {
    expect(departureOf(ended("agent"))).toBe("exchange 2: the agent hung up");
    expect(departureOf(ended("agent", [{ content: "And?" }, { content: "Bye" }], "done"))).toBe(
      "exchange 2: the agent hung up (done), with 2 of the user's lines unsaid",
    );
    expect(departureOf({ ...ended("agent"), exchanges: [] })).toBe("exchange 0: the agent hung up");
  });

  test("stayed quiet in the first exchange that says so", () => {
    const quiet = { ...silent, quiet: true as const };
    const exchanges = [first, quiet, { ...quiet, number: 3 }];
    expect(departureOf({ ...transcript, exchanges })).toBe("exchange 2: the agent stayed quiet");
    expect(departureOf({ ...ended("user"), exchanges })).toBe("exchange 2: the agent stayed quiet");
  });

  test("did neither where the user hung up, the lines were over or an outage ended it", () => {
    expect(departureOf(ended("user"))).toBeUndefined();
    expect(departureOf(transcript)).toBeUndefined();
    expect(departureOf({ ...transcript, outcome: { kind: "infrastructure", message: "x" } })).toBeUndefined();
  });
});

test("the whole reply has also what the user did not hear, the reply does not", () => {
  const interrupted = exchange(1, "Stop", [
    { type: "text", text: "The code is", unheard: "1234." },
    call("a"),
    text("Fine."),
    { type: "text", text: "", unheard: "Bye." },
  ]);
  expect(wholeReplyOf(interrupted)).toBe("The code is 1234.\n\nFine.\n\nBye.");
  expect(replyOf(interrupted)).toBe("The code is\n\nFine.");
});

test("a silence of the user is shown as one, and the last exchange is the one that was played last", () => {
  expect(lineInWords({ content: "Hello" })).toBe("Hello");
  expect(lineInWords({ content: "", silence: 3 } as Parameters<typeof lineInWords>[0])).toBe("(silence)");
  expect([lastExchange(transcript), lastExchange({ exchanges: [] })]).toEqual([2, undefined]);
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
