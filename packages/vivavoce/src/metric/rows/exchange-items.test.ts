import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { call } from "../testing-transcript.test-helper.ts";
import { exchangeItems, heldExchanges } from "./items.ts";
import { talk } from "./testing-catalogue.test-helper.ts";

describe("held exchanges", () => {
  const numbers = (...exchanges: Parameters<typeof talk>[0]) =>
    heldExchanges(talk(exchanges)).map(({ number }) => number);

  test("all that were answered", () => expect(numbers(["hi", "hello"], ["bye", "good-bye"])).toEqual([1, 2]));
  test("a trailing user line without a reply is not an exchange", () =>
    expect(numbers(["hi", "hello"], ["anyone there?"])).toEqual([1]));
  test("nor is one with a blank reply", () => expect(numbers(["hi", "hello"], ["anyone there?", " \n"])).toEqual([1]));
  test("a call without words is an answer", () => expect(numbers(["hi", call("wave")])).toEqual([1]));
  test("a line in the middle that was passed over stays", () =>
    expect(numbers(["hi"], ["hello?", "yes"])).toEqual([1, 2]));
  test("where nothing was answered there are none", () => expect(numbers(["hi"], ["hello?"])).toEqual([]));

  test("they are the beginning of the conversation, and nothing answered is lost", () => {
    const replies = fc.array(fc.constantFrom("", "yes"), { maxLength: 8 });
    fc.assert(
      fc.property(replies, (texts) => {
        const transcript = talk(texts.map((text, index) => [`line ${index}`, text]));
        const held = heldExchanges(transcript);
        expect(held).toEqual(transcript.exchanges.slice(0, held.length));
        expect(texts.slice(held.length).every((text) => text === "")).toBe(true);
        expect(held.length === 0 || texts[held.length - 1] === "yes").toBe(true);
      }),
    );
  });
});

describe("one item an exchange", () => {
  test("is the reply, all texts of it", () => {
    expect(exchangeItems(talk([["hi", "one", call("look"), "two"]]))).toEqual([
      { id: "e1", exchange: 1, text: "one\n\ntwo", source: "reply" },
    ]);
  });

  test("without words it names the calls, and is not a quote", () => {
    expect(exchangeItems(talk([["hi", call("look"), call("write")]]))).toEqual([
      { id: "e1", exchange: 1, text: "(no words; tool calls: look, write)" },
    ]);
  });

  test("one in which the agent did nothing has none", () => {
    const ids = exchangeItems(talk([["hi", "hello"], ["and?"], ["and?", "yes"], ["bye"]])).map(({ id }) => id);
    expect(ids).toEqual(["e1", "e3"]);
  });
});
