import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "./question.ts";
import { Passages } from "./quotes.ts";
import { conversation, type Played, toolCall } from "./testing-judge.test-helper.ts";

const reply = 'I moved “Call Ana” to your focus list — it is the first one now. Anything else? She said "go".';

function find(
  quote: string,
  exchanges: readonly Played[] = [["Move it", reply]],
  more: Parameters<Passages["find"]>[1] = {},
) {
  return new Passages(conversation(exchanges), []).find(quote, more);
}
const stands = (quote: string, exchanges?: readonly Played[]) => find(quote, exchanges).ok;

describe("a quote stands in the record", () => {
  test.each([
    ["word for word", "it is the first one now"],
    ["with other quotation marks", 'I moved "Call Ana" to your focus list'],
    ["with single for double quotation marks", "I moved 'Call Ana' to your"],
    ["with guillemets", "I moved «Call Ana» to your"],
    ["with another dash", "focus list - it is the first"],
    ["with two hyphens for a dash", "focus list -- it is the first"],
    ["with other white space", "it  is\nthe\u00a0first one"],
    ["in quotation marks of its own", "“it is the first one now”"],
    ["with ellipses around it", "... it is the first one now …"],
    ["with both", '"…it is the first one now..."'],
    ["with an ellipsis for what is left out", "I moved “Call Ana” … it is the first one now"],
    ["with three dots for what is left out", "to your focus list ... Anything else?"],
    ["with an ellipsis in brackets", "I moved “Call Ana” […] the first one now"],
    ["with JSON's escapes kept", 'She said \\"go\\".'],
    ["in another case", "IT IS THE First one"],
    ["with a full stop that the text does not have", "it is the first one."],
    ["with another mark at its end", "it is the first one now!"],
    ["in markdown", "**it is the first one**"],
    ["in brackets", "(it is the first one now)"],
  ])("%s", (_name, quote) => {
    expect(find(quote)).toEqual({ ok: true, quote: { text: quote.trim(), exchange: 1, source: "reply" }, deed: true });
  });

  test("whatever its Unicode form", () => {
    const composed = "Das Café öffnet später";
    expect(stands(composed.normalize("NFD"), [["?", composed]])).toBe(true);
    expect(stands(composed, [["?", composed.normalize("NFD")]])).toBe(true);
  });

  test("with hidden characters left out that the text has", () => {
    expect(stands("open the garden gate", [["?", "Please open\u200b the gar\u00adden gate"]])).toBe(true);
  });

  test("in a language that puts no blanks between words", () => {
    expect(stands("我们去吃饭", [["?", "好的，我们去吃饭吧"]])).toBe(true);
  });

  test("across two texts of one reply", () => {
    expect(find("I look. Then I wrote", [["?", "I look.", "Then I wrote it."]])).toMatchObject({
      quote: { exchange: 1, source: "reply" },
    });
  });

  test("with an ellipsis that the text itself has", () => {
    expect(stands("Well … let me see", [["?", "Well... let me see what there is"]])).toBe(true);
    expect(stands("Well… yes", [["?", "Well... yes."]])).toBe(true);
  });

  test("any three words of any text do", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 20 }), fc.nat(), (words, start) => {
        const from = start % (words.length - 2);
        expect(stands(words.slice(from, from + 3).join(" "), [["?", words.join(" ")]])).toBe(true);
      }),
    );
  });
});

describe("a quote is invented", () => {
  test.each([
    ["with a word changed", "it is the second one now"],
    ["with a word left out and not marked", "I moved to your focus list"],
    ["with other punctuation between its words", "it, is the first one"],
    ["that ends inside a word", "I moved Call Ana to you"],
    ["that begins inside a word", "ything else? She said"],
    ["with the parts in another order", "the first one now … I moved “Call Ana”"],
    ["with parts that overlap", "it is the first … the first one now"],
    ["translated", "es ist jetzt das erste"],
    ["of nothing but an ellipsis", "…"],
  ])("%s", (_name, quote) => {
    expect(find(quote)).toMatchObject({ ok: false, problem: expect.stringContaining("is not in the record") });
  });

  test.each([
    ["a prefix left out", "happy with that answer", "She is unhappy with that answer."],
    ["digits left out", "40 euros a month", "It costs 140 euros a month."],
    ["the whole number left out", "50 euros a month", "It costs 1.50 euros a month."],
    ["the decimals left out", "It costs 1", "It costs 1,50 euros a month."],
    ["a sign put before a number", "-5 degrees out there", "It is 5 degrees out there."],
    ["an ending left out", "you can cancel the book", "So you can cancel the booking."],
  ])("with %s", (_name, quote, text) => {
    expect(stands(quote, [["?", text]])).toBe(false);
  });

  test("unless the same words also stand there by themselves", () => {
    expect(stands("happy with that", [["?", "Not unhappy with that, no: happy with that!"]])).toBe(true);
  });

  test("with its parts in two different texts", () => {
    const exchanges: Played[] = [
      ["?", "I found the garden note."],
      ["?", "I moved the action there."],
    ];
    expect(stands("found the garden note … moved the action there", exchanges)).toBe(false);
  });
});

describe("a quote has three words at least", () => {
  test("two are too few, and it is said", () => {
    expect(find("first one")).toMatchObject({ ok: false, problem: expect.stringContaining("too short") });
  });

  test("unless they are the whole text", () => {
    expect(stands("Done.", [["?", "Done."]])).toBe(true);
    expect(stands("“Done.”", [["?", "Done."]])).toBe(true);
    expect(stands("done!", [["?", "Done."]])).toBe(true);
    const added = toolCall("add", { arguments: { title: "Roses" }, executed: { title: "Tulips" }, result: ["Added"] });
    const failed = toolCall("add", { raw: "{oops", error: { message: "timeout" } });
    const said = toolCall("ask", { result: "later" });
    for (const whole of ["Roses", "Tulips", "Added", "{oops", "timeout", "later"]) {
      expect(stands(whole, [["?", added, failed, said]])).toBe(true);
    }
    expect(stands("Done", [["?", "Done and dusted by now"]])).toBe(false);
  });

  test("single words around an ellipsis prove nothing", () => {
    expect(find("I … now")).toMatchObject({ ok: false, problem: expect.stringContaining("too short") });
  });
});

describe("where a quote stands", () => {
  const call = toolCall("add_action", {
    arguments: { project_path: "Projects/Garden.md", action_text: "Buy five rose bushes" },
    approval: { decision: "approved", reason: "yes please do that" },
    result: { ok: true, message: "added to the list of actions" },
  });
  const failed = toolCall("add_action", {
    raw: "{project: the garden one",
    error: { message: "arguments are not JSON" },
  });
  const facts: Fact[] = [{ id: "guide", title: "Guide", text: "A next action starts with a verb." }];
  const history = [
    { role: "user" as const, content: "We spoke about roses last week" },
    { role: "assistant" as const, content: "Yes, about the red ones" },
  ];
  const transcript = conversation(
    [
      ["Add the roses please", "I will add the roses please wait.", call],
      ["And now the tulips", "Sorry, that went wrong.", failed],
    ],
    { history },
  );
  const place = (quote: string, more?: Parameters<Passages["find"]>[1]) => {
    const found = new Passages(transcript, facts).find(quote, more);
    return found.ok ? [found.quote.source, found.quote.exchange] : found.problem;
  };

  test.each([
    ["Sorry, that went wrong.", "reply", 2],
    ["And now the tulips", "user", 2],
    ["Buy five rose bushes", "call", 1],
    ['"action_text":"Buy five rose bushes"', "call", 1],
    ['add_action({"project_path":"Projects/Garden.md"', "call", 1],
    ["{project: the garden one", "call", 2],
    ["added to the list of actions", "result", 1],
    ['{"ok":true,"message":"added to the list', "result", 1],
    ['{"result":{"ok":true,"message":"added', "result", 1],
    ["arguments are not JSON", "result", 2],
    ['{"error":{"message":"arguments', "result", 2],
    ["yes please do that", "result", 1],
    ["starts with a verb", "fact", undefined],
    ["spoke about roses last week", "user", undefined],
    ["Yes, about the red ones", "reply", undefined],
  ])("%s: %s, exchange %s", (quote, source, exchange) => {
    expect(place(quote)).toEqual([source, exchange]);
  });

  test("of two places, that in the item's exchange counts", () => {
    const same = new Passages(
      conversation([
        ["?", "Shall I do it?"],
        ["?", "Shall I do it?"],
      ]),
      [],
    );
    const found = same.find("Shall I do it?", { exchange: 2 });
    expect(found).toMatchObject({ quote: { exchange: 2 } });
    expect(same.find("Shall I do it?")).toMatchObject({ quote: { exchange: 1 } });
    const asFact = new Passages(conversation([["?", "Shall I do it?"]]), [
      { id: "f", title: "F", text: "Shall I do it?" },
    ]);
    expect(asFact.find("Shall I do it?")).toMatchObject({ quote: { source: "reply" } });
  });

  test("what the agent said before the user's first line, or when nobody listened any more, is its reply", () => {
    const greeting = { type: "text" as const, text: "Front desk, good", unheard: " morning, this is Ada." };
    const exchanges = [{ number: 0, items: [greeting], modelCalls: 1 }];
    const passages = new Passages({ history: [], exchanges }, []);
    for (const words of ["Front desk, good", "morning, this is Ada"]) {
      expect(passages.find(words)).toMatchObject({ quote: { exchange: 0, source: "reply" }, deed: true });
    }
  });

  test("what the agent said comes before what the user said", () => {
    expect(place("the roses please")).toEqual(["reply", 1]);
  });

  test("only certain sources may be enough", () => {
    expect(place("the roses please", { sources: ["user"] })).toEqual(["user", 1]);
    expect(place("Sorry, that went wrong.", { sources: ["fact", "result"] })).toMatch(
      /comes from: reply; here it may come from: fact, result/,
    );
  });
});
