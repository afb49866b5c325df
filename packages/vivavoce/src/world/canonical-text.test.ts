import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalText, foldSpace } from "./heading.ts";

describe("the canonical text of a note", () => {
  test.each([
    ["composed and decomposed letters are one", "Cafe\u0301", "Caf\u00e9\n"],
    ["line ends of Windows and of old Macs become LF", "a\r\nb\rc", "a\nb\nc\n"],
    ["byte order marks at the start are dropped", "\uFEFF\uFEFFa", "a\n"],
    ["white space at the end of lines goes", "a  \nb\t\n", "a\nb\n"],
    ["blank lines at the end go", "a\n\n \n\n", "a\n"],
    ["blank lines at the start and within stay", "\n\na\n\nb", "\n\na\n\nb\n"],
    ["indentation stays", "  - a", "  - a\n"],
    ["white space alone is nothing", " \r\n\t\n", ""],
    ["nothing is nothing", "", ""],
  ])("%s", (_, text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
  });

  test("making it twice changes nothing", () => {
    const awkward = fc.string({
      unit: fc.oneof(fc.constantFrom("\r", "\n", " ", "\t", "\uFEFF", "e", "\u0301", "\u2028", "-"), fc.string()),
    });
    fc.assert(
      fc.property(awkward, (text) => {
        const once = canonicalText(text);
        expect(canonicalText(once)).toBe(once);
      }),
    );
  });
});

test("folding leaves one space where there was white space, and none at the ends", () => {
  expect(foldSpace("\t a \u00a0 b\n c ")).toBe("a b c");
});
