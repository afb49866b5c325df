import { Script } from "node:vm";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { searchPattern, waysOf } from "./pattern-search.ts";

const waysIn = (pattern: string, text: string, flags = "") => waysOf({ pattern, flags, text });

describe("waysOf", () => {
  test.each([
    ["what.*name", "And what should I put down as your name?"],
    ["\\b(?:street|house) (?:number|name)s?\\b", "What is the house number?"],
    ["^[^()[\\]]*\\d{3,4}[+*?]$", "Suite 2100?"],
    ["(?<!not )(?<day>mon|tues|fri)day\\??", "Is Friday fine?"],
  ])("a search for %s in a line needs no limit of time", (pattern, text) => {
    expect(waysIn(pattern, text)).toBeLessThan(1_000_000);
  });

  test.each([
    ["^(a+)+$"],
    ["^(?:a|a)*$"],
    ["(\\w+\\s?){9}$"],
    ["(a*)\\1*\\1*$"],
    ["(?<a>a*)\\k<a>*$"],
    ["a?".repeat(30) + "a".repeat(30)],
    [`${"(?:a|a)".repeat(30)}b`],
    [`${"(?:a|a)?".repeat(20)}b`],
    [`${"a{0,9}".repeat(9)}b`],
    [`${"a{1,}".repeat(9)}b`],
    [`${".*".repeat(9)}=`],
    [`${"[)(]*?".repeat(9)}=`],
    ["[a-z--[aeiou]]+", "v"],
  ])("a search for %s may take long", (pattern, flags = "") => {
    expect(waysIn(pattern, "a".repeat(40), flags)).toBeGreaterThan(1_000_000);
  });

  test("a long text makes a slow search of a simple one", () => {
    expect(waysIn("a.*b.*c", "x".repeat(20_000))).toBeGreaterThan(1_000_000);
  });
});

test("what is found is the same with and without a limit of time", () => {
  const piece = fc.constantFrom("a", "b", ".", "\\b", "[ab]", "(?:a|b)", "(a)", "^", "$", "(?=b)", "\\d");
  const repeated = fc
    .tuple(piece, fc.constantFrom("", "", "?", "*", "+", "{1,2}", "+?"))
    .map(([one, times]) => (/^(?:\\b|\^|\$|\(\?=b\))$/.test(one) ? one : one + times));
  const patterns = fc.array(repeated, { maxLength: 6 }).map((all) => all.join(""));
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "1", " "), maxLength: 30 });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const found = new RegExp(pattern, "i").exec(text);
      const answer = found ? { index: found.index, text: found[0], group: found[1] } : "no-match";
      expect(searchPattern({ pattern, flags: "i", text }, 5_000)).toEqual(answer);
      expect(searchPattern({ pattern: `(?:){0,}${pattern}`, flags: "i", text }, 5_000)).toEqual(answer);
      expect(searchPattern({ pattern: `${pattern}(?:c){0,}`, flags: "i", text }, 5_000)).toEqual(answer);
      expect(searchPattern({ pattern: `c|${pattern}(?:(?:c){0,}|d)|(?:c(?:c)*)`, flags: "i", text }, 5_000)).toEqual(
        answer,
      );
    }),
  );
});

describe("a pattern whose beginning is nowhere in the text", () => {
  const limited = () => vi.spyOn(Script.prototype, "runInContext");
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    ["smell(?: \\w+)* gas", "The water is cold"],
    ["\\b(?:leave|exit)(?: the)* house|go(?: right)* out", "Leap in, and wait"],
    ["(smoke|fire(?:s|d)?) (?:a|b\\1)+", "No fires"],
    ["a(?<x>b)\\k<x>", "a c"],
    ["x[)(|]((a))*", "x a"],
  ])("needs no limit of time: %s", (pattern, text) => {
    const run = limited();
    expect(searchPattern({ pattern, flags: "", text }, 5_000)).toBe("no-match");
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    ["smell(?: \\w+)* gas", "a smell of gas", "smell of gas"],
    ["(?:the )*house|shed", "in the house", "the house"],
    ["a\\1(b)", "xab", "ab"],
    ["x|((y)+|z)", "z", "z"],
    ["(?:(?:a|b)c)+d|q", "acbcd", "acbcd"],
  ])("is not confused with one that is there: %s", (pattern, text, found) => {
    const run = limited();
    expect(searchPattern({ pattern, flags: "", text }, 5_000)).toMatchObject({ text: found });
    expect(run).toHaveBeenCalledOnce();
  });
});
