import { describe, expect, test } from "vitest";
import { findQuote } from "./quotes.ts";

const found = (text: string, quote: string) => findQuote(text, quote).map(({ from, to }) => text.slice(from, to));

describe("a quote is found", () => {
  test.each([
    ["as it stands", "Done, all ten.", "all ten", ["all ten"]],
    ["whatever the spaces, signs and capitals", "Done —\nALL ten!", "done, all ten", ["Done —\nALL ten"]],
    ["that was cut", "Done, all ten are archived.", "Done, all ten ar…", ["Done, all ten ar"]],
    [
      "in parts, if it leaves something out",
      "First this, then that, then more.",
      "first this … then more",
      ["First this", "then more"],
    ],
    ["as whole words, if it can be", "often ten", "ten", ["ten"]],
    ["in other writing", "Größe: ﬁne", "größe fine", ["Größe: ﬁne"]],
    ["without a letter", "hm 👍 ok", "👍", ["👍"]],
  ])("%s", (_how, text, quote, expected) => {
    expect(found(text, quote)).toEqual(expected);
  });

  test("at the place of the whole word", () => {
    expect(findQuote("often ten", "ten")).toEqual([{ from: 6, to: 9 }]);
  });
});

test.each(["", " ", "…", "never said", "then … done"])("%j is not found", (quote) => {
  expect(found("First this, then that.", quote)).toEqual([]);
});
