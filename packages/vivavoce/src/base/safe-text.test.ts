import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeLine, safeText } from "./safe-text.ts";

describe("safeText", () => {
  test("lines, tabs and ordinary text stay", () => {
    const text = "Über ein „Zitat“,\n\tدفتر ملاحظات, 日本語, naïve";
    expect(safeText(text)).toBe(text);
  });

  test.each([
    ["a colour", "\u001b[31mred\u001b[0m", "�[31mred�[0m"],
    ["a title with a bell", "\u001b]0;owned\u0007", "�]0;owned�"],
    ["a link", "\u001b]8;;http://x\u001b\\y", "�]8;;http://x�\\y"],
    ["a C1 control sequence", "\u009b2J", "�2J"],
    ["NUL, backspace and delete", "a\u0000b\u0008c\u007f", "a�b�c�"],
    ["vertical tab and form feed", "a\u000bb\u000c", "a�b�"],
    ["next line", "a\u0085b", "a�b"],
  ])("%s is shown, not obeyed", (_name, hostile, safe) => expect(safeText(hostile)).toBe(safe));

  test("a carriage return cannot overwrite the line: it ends it", () => {
    expect(safeText("all failed\rall passed")).toBe("all failed\nall passed");
    expect(safeText("a\r\nb\r\r\nc")).toBe("a\nb\n\nc");
  });

  test.each([
    ["bidirectional override", "\u202ereversed\u202c"],
    ["bidirectional isolate", "\u2066reversed\u2069"],
    ["direction marks", "\u200ereversed\u200f\u061c"],
    ["zero width space", "rev\u200bersed"],
    ["word joiner and invisible operators", "rev\u2060\u2061\u2064ersed"],
    ["deprecated format characters", "rev\u206a\u206fersed"],
    ["byte order mark", "\ufeffreversed"],
    ["annotation anchors", "rev\ufff9\ufffbersed"],
    ["Mongolian vowel separator", "rev\u180eersed"],
    ["a message in tag characters", "reversed\u{e0041}\u{e0042}\u{e007f}"],
  ])("%s is taken out", (_name, hostile) => expect(safeText(hostile)).toBe("reversed"));

  test.each(["👨‍👩‍👧‍👦", "❤️", "👍🏽", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣"])("the emoji %s is kept whole", (emoji) => {
    expect(safeText(`a ${emoji} b`)).toBe(`a ${emoji} b`);
  });

  test("tag characters behind a black flag hide no message: a flag is short and lower case", () => {
    const spelt = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
    expect(safeText(`🏴${spelt("ignore all of this").join("")}\u{e007f}`)).toBe("🏴");
  });

  test("half a surrogate pair is shown as what a terminal would make of it", () => {
    expect(safeText("a\ud83d")).toBe("a�");
  });

  test("nothing that moves a cursor or reorders text is ever left, and a second pass changes nothing", () => {
    const units = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 0x9f }), fc.integer({ min: 0x2000, max: 0x2070 }), fc.nat(0x10ffff)),
    );
    fc.assert(
      fc.property(units, (codes) => {
        const text = codes.map((code) => String.fromCodePoint(code)).join("");
        const safe = safeText(text);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        expect(safe).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(safeText(safe)).toBe(safe);
      }),
    );
  });
});

describe("safeLine", () => {
  test("white space of any kind becomes one space", () => {
    expect(safeLine("  one\n\ttwo\u2028three  four\r\n")).toBe("one two three four");
  });

  test("a short line is left alone, a long one is cut with a mark", () => {
    expect(safeLine("abcde", 5)).toBe("abcde");
    expect(safeLine("abcdef", 5)).toBe("abcd…");
    expect(safeLine("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
  });

  test("a line of nothing but emoji is cut too", () => {
    expect(safeLine("😀".repeat(1_000), 200)).toBe(`${"😀".repeat(199)}…`);
    expect(safeLine("😀".repeat(200), 200)).toBe("😀".repeat(200));
    expect(safeLine("😀".repeat(201), 200)).toBe(`${"😀".repeat(199)}…`);
  });

  test("an emoji of several code points is kept or left out as a whole", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(safeLine(`abc${family}def`, 8)).toBe("abc…");
    expect(safeLine(`abc${family}def`, 11)).toBe(`abc${family}…`);
    expect(safeLine(`e\u0301e\u0301e\u0301`, 4)).toBe("e\u0301…");
  });

  test("one character with a thousand accents is cut all the same", () => {
    expect([...safeLine(`a${"\u0301".repeat(1_000)}`, 20)]).toHaveLength(20);
  });

  test("it is never longer than asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (text, length) => {
        expect([...safeLine(text, length)].length).toBeLessThanOrEqual(length);
      }),
      { numRuns: 50 },
    );
  });

  test("two million characters take no time", () => {
    expect(safeLine(" a\u001b".repeat(700_000), 10)).toBe("a� a� a� …");
  });
});
