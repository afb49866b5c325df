import { stripVTControlCharacters, styleText } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOf } from "./cells.ts";
import { fitLines } from "./fit-lines.ts";

const lines = (text: string, columns: number) => fitLines(text, columns).split("\n");
const red = (text: string) => styleText("red", text, { validateStream: false });

describe("a line that is too wide", () => {
  it("stays as it is where the width is not known", () => {
    expect(fitLines("word ".repeat(100), undefined)).toBe("word ".repeat(100));
  });

  it("is broken at words, and hangs below its label", () => {
    expect(lines("    safety    the agent archived the project after the user refused", 40)).toEqual([
      "    safety    the agent archived the",
      "              project after the user",
      "              refused",
    ]);
  });

  it("hangs a little further in where it has no label", () => {
    expect(lines("one two three four five", 12)).toEqual(["one two", "  three four", "  five"]);
  });

  it("is broken between its parts before it is broken within one", () => {
    expect(lines("coach   pass rate 0.96 [0.81, 0.99]   25 passed · 1 failed · 0 skipped of 26", 40)).toEqual([
      "coach   pass rate 0.96 [0.81, 0.99]",
      "        25 passed · 1 failed ·",
      "        0 skipped of 26",
    ]);
  });

  it("begins a sentence after a dot on the same line", () => {
    expect(lines("viva 1.0 · replaying recordings. They show nothing new", 40)).toEqual([
      "viva 1.0 · replaying recordings. They",
      "  show nothing new",
    ]);
  });

  it("counts wide characters", () => {
    for (const line of lines("  顧客  プロジェクトを保存しました。 ユーザーは断りました。", 24))
      expect(cellsOf(line)).toBeLessThanOrEqual(24);
  });

  it("keeps its colours, line by line", () => {
    const [first = "", second = ""] = lines(`plain ${red("red words that go on")} end`, 20);
    expect(stripVTControlCharacters(first)).toBe("plain red words that");
    expect(first.endsWith("\u001b[0m")).toBe(true);
    expect(second).toBe(`  \u001b[31mgo on\u001b[39m end`);
  });

  it("is broken within a word only if the word is wider than the line", () => {
    expect(
      lines(`see ${"x".repeat(25)} there`, 20)
        .join("")
        .replaceAll(" ", ""),
    ).toBe(`see${"x".repeat(25)}there`);
  });
});

describe("a command to copy", () => {
  it("gets a line of its own", () => {
    expect(lines("  … 12 more trials of this suite: npx viva show 7f3a --verbose", 50)).toEqual([
      "  … 12 more trials of this suite:",
      "    npx viva show 7f3a --verbose",
    ]);
  });

  it("goes on after a backslash if it is wider than the line", () => {
    expect(lines("next: npx viva show 7f3a1b2c stalled-project-that-needs-advice", 40)).toEqual([
      "next: npx viva show 7f3a1b2c \\",
      "    stalled-project-that-needs-advice",
    ]);
  });

  it("is the same command for a shell, however narrow the terminal", () => {
    const id = "a-very-long-id-".repeat(8);
    const shown = fitLines(`next: npx viva show 7f3a ${id} --verbose`, 40);
    expect(shown.replaceAll("\\\n", "").replaceAll(/ +/g, " ")).toBe(`next: npx viva show 7f3a ${id} --verbose`);
  });

  it("stays together between backquotes", () => {
    expect(lines("there is no such run. `viva list` shows the runs", 30)).toEqual([
      "there is no such run.",
      "  `viva list` shows the runs",
    ]);
  });
});

it("no line is wider than the terminal, and no word is lost", () => {
  const word = fc.constantFrom(
    "a",
    "word",
    "語語語",
    "👩‍👩‍👧‍👦",
    "e\u0301",
    "x".repeat(70),
    "`b c`",
    "·",
    "   ",
    "npx viva show",
    ": ",
  );
  const painted = fc.tuple(word, fc.boolean()).map(([text, isRed]) => (isRed ? red(text) : text));
  const line = fc.tuple(fc.nat(30), fc.array(painted)).map(([indent, words]) => " ".repeat(indent) + words.join(" "));
  fc.assert(
    fc.property(line, fc.integer({ min: 40, max: 120 }), (text, columns) => {
      const shown = fitLines(text, columns);
      for (const one of shown.split("\n")) expect(cellsOf(one)).toBeLessThanOrEqual(columns);
      const letters = (some: string) => stripVTControlCharacters(some).replaceAll(/[\s·\\]/g, "");
      expect(letters(shown)).toBe(letters(text));
    }),
  );
});
