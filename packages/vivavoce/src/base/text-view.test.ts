import fc from "fast-check";
import { expect, test } from "vitest";
import { joinedLines, lineBreaks, unescapedText, visibleText } from "./text-view.ts";

test("every stretch of the shortened text is found again in the whole one", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n> ", "\\n") });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
      const shortened = joinedLines(whole);
      if (!shortened) {
        expect(whole).not.toMatch(/\n|\\n/);
        return;
      }
      const start = from % (shortened.text.length || 1);
      const end = Math.min(shortened.text.length, start + 1 + (length % 5));
      if (end <= start) return;
      const place = shortened.place(start, end);
      expect(whole.slice(place.start, place.end).replace(lineBreaks, "")).toBe(shortened.text.slice(start, end));
      expect(whole[place.start]).toMatch(/[ab]/);
      expect(whole[place.end - 1]).toMatch(/[ab]/);
    }),
  );
});

test("once the text is what is seen of it, nothing hidden is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const seen = visibleText(text)?.text ?? text;
      expect(seen).not.toMatch(/\p{Cf}/v);
      expect(visibleText(seen)).toBeUndefined();
    }),
  );
  expect(visibleText("a\udb40\u200b\udc41b")?.text).toBe("a\udc41b");
  expect(visibleText("tab\tand\r\nline")).toBeUndefined();
});

test("escapes are read, however often a text was encoded, and each character is found again", () => {
  const whole = String.raw`a%2Db%252dc%C3%B6 \u0041\\u0042\u{43}\x44\/\" &#69;&#x46;&amp;&lt; %zz \q`;
  const view = unescapedText(whole);
  expect(view?.text).toBe(String.raw`a-b-cö ABCD/" EF&< %zz \q`);
  for (const [character, source] of Object.entries({ ö: "%C3%B6", B: String.raw`\\u0042`, F: "&#x46;", q: "q" })) {
    const at = view?.text.indexOf(character) ?? -1;
    const { start = 0, end = 0 } = view?.place(at, at + 1) ?? {};
    expect(whole.slice(start, end)).toBe(source);
  }
  expect(unescapedText("100 % of it, a\\b & c")).toBeUndefined();
});
