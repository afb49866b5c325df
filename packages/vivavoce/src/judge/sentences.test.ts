import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callItems, replyItems, sentenceItems, sentencesOf, userItems } from "./items.ts";
import { recordOf } from "./record.ts";
import { conversation, toolCall } from "./testing-judge.test-helper.ts";

describe("sentences", () => {
  test.each([
    ["Done. All ten are archived! Anything else?", ["Done.", "All ten are archived!", "Anything else?"]],
    ["Two steps:\n1. Call Ana.\n2. Wait.", ["Two steps:", "Call Ana.", "Wait."]],
    ["- Call Ana\n* Buy seeds\n+ Rest", ["Call Ana", "Buy seeds", "Rest"]],
    ["- [ ] Call Ana\n- [x] Done", ["Call Ana", "Done"]],
    ["## Plan\n> Start now", ["Plan", "Start now"]],
    ["Version 2.5 costs 3.50 euros.", ["Version 2.5 costs 3.50 euros."]],
    ["Use a verb, e.g. call or buy.", ["Use a verb, e.g. call or buy."]],
    ["今天很好。我们走吧！", ["今天很好。", "我们走吧！"]],
    ["42", ["42"]],
  ])("%j", (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });

  test("are not what has no letter and no digit", () => {
    expect(sentencesOf("---\n\n***\n👍\n…")).toEqual([]);
    expect(sentencesOf(" ")).toEqual([]);
  });

  test("lose no words", () => {
    const text = 'First, look at **Website Redesign**.\nThen:\n- call the vendor (Ana)\n- write "ready" on it.';
    expect(sentencesOf(text).join(" ")).toBe(
      'First, look at **Website Redesign**. Then: call the vendor (Ana) write "ready" on it.',
    );
  });
});

describe("items are made by code", () => {
  const transcript = conversation([
    ["Hello", "Hi. How are you?", toolCall("look", { arguments: { at: "x" } }), "Fine."],
    ["Bye", toolCall("a"), toolCall("b")],
  ]);

  test("sentences by exchange and place", () => {
    expect(sentenceItems(transcript)).toEqual([
      { id: "s1.1", text: "Hi.", exchange: 1, source: "reply" },
      { id: "s1.2", text: "How are you?", exchange: 1, source: "reply" },
      { id: "s1.3", text: "Fine.", exchange: 1, source: "reply" },
    ]);
  });

  test("replies that have words", () => {
    expect(replyItems(transcript)).toEqual([
      { id: "a1", text: "Hi. How are you?\n\nFine.", exchange: 1, source: "reply" },
    ]);
  });

  test("user lines", () => {
    expect(userItems(transcript).map(({ id, text }) => [id, text])).toEqual([
      ["u1", "Hello"],
      ["u2", "Bye"],
    ]);
  });

  test("tool calls with their arguments", () => {
    expect(callItems(transcript).map(({ id }) => id)).toEqual(["t1.1", "t2.1", "t2.2"]);
    expect(callItems(transcript)[0]).toMatchObject({ text: '{"id":"call-1","name":"look","arguments":{"at":"x"}}' });
  });
});

/** A reply as the record shows it: sentence by sentence, or whole where it has none. */
function sentenceParts(reply: string): unknown[] {
  const { exchanges } = conversation([["?", reply]]);
  const { text } = recordOf({ history: [], exchanges }, [], 1)[1] ?? {};
  return typeof text === "object" && text !== null ? Object.values(text) : [];
}

test("a text is cut into as many parts as it has sentences, and nothing is lost", () => {
  expect(sentenceParts("Two steps:\n1. Call Ana.\n2. Wait. 👍\n")).toEqual([
    "Two steps:",
    "\n1. Call Ana.",
    "\n2. Wait. 👍\n",
  ]);
  expect(sentenceParts("Go. Go. Go.")).toEqual(["Go.", " Go.", " Go."]);
  expect(sentenceParts("…")).toEqual([]);
  const words = fc.constantFrom(
    "Go. ",
    "Call Ana",
    "\n",
    "- ",
    "? ",
    "1. ",
    "🙂",
    "\u2028",
    " ",
    "e.g. ",
    "**Stop**! ",
  );
  fc.assert(
    fc.property(fc.array(words), (parts) => {
      const text = parts.join("");
      const cut = sentenceParts(text);
      expect(cut).toHaveLength(sentencesOf(text).length);
      if (cut.length > 0) expect(cut.join("")).toBe(text);
      for (const [index, sentence] of sentencesOf(text).entries()) expect(cut[index]).toContain(sentence);
    }),
  );
});
