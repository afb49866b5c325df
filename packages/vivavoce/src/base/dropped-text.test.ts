import fc from "fast-check";
import { expect, test } from "vitest";
import { isHidden, visibleText, withoutMatches } from "./dropped-text.ts";

test("every stretch of the shortened text is found again in the whole one", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "-", "--") });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, from, length) => {
      const shortened = withoutMatches(whole, /-+/g);
      if (!shortened) {
        expect(whole).not.toContain("-");
        return;
      }
      const start = from % (shortened.text.length || 1);
      const end = Math.min(shortened.text.length, start + 1 + (length % 5));
      if (end <= start) return;
      const place = shortened.place(start, end);
      expect(whole.slice(place.start, place.end).replaceAll("-", "")).toBe(shortened.text.slice(start, end));
      expect(whole[place.start]).not.toBe("-");
      expect(whole[place.end - 1]).not.toBe("-");
    }),
  );
});

test("once the text is what is seen of it, nothing hidden is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const seen = visibleText(text)?.text ?? text;
      expect([...Array(seen.length).keys()].filter((index) => isHidden(seen.charCodeAt(index)))).toEqual([]);
    }),
  );
  expect(visibleText("a\udb40\u200b\udc41b")?.text).toBe("a\udc41b");
  expect(visibleText("tab\tand\r\nline")).toBeUndefined();
});
