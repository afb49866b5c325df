import { styleText } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOf, cutMiddle, padEnd, padStart } from "./cells.ts";

describe("the cells of a text", () => {
  it.each([
    ["plain words", 11],
    ["naïve", 5],
    ["nai\u0308ve", 5],
    ["日本語", 6],
    ["한국어", 6],
    ["\u1112\u1161\u11ab", 2],
    ["ｆｕｌｌ", 8],
    ["👍", 2],
    ["👍🏽", 2],
    ["👩‍👩‍👧‍👦", 2],
    ["🇫🇷", 2],
    ["❤️", 2],
    ["✓ ✗ – …", 7],
    ["a · b → c █░ d — e", 18],
    ["✓\ufe0f ok", 5],
    ["█░┊▁", 4],
    ["a\u0007b", 2],
    ["", 0],
  ])("counts %j as %d", (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });

  it("does not count colours", () => {
    expect(cellsOf(styleText("red", "日本", { validateStream: false }))).toBe(4);
  });

  it("pads by cells, not by characters", () => {
    expect(padEnd("日本", 6)).toBe("日本  ");
    expect(padStart("👍", 4)).toBe("  👍");
  });
});

describe("a long id", () => {
  it("keeps its beginning and its end", () => {
    expect(cutMiddle("stalled-project-needs-advice", 20)).toBe("stalled-proj…-advice");
    expect(cutMiddle("short", 20)).toBe("short");
  });

  it("never takes more cells than it may, whatever it is made of", () => {
    const letter = fc.constantFrom("a", "-", "語", "👩‍👩‍👧‍👦", "e\u0301", " ");
    fc.assert(
      fc.property(fc.array(letter), fc.integer({ min: 2, max: 40 }), (letters, cells) => {
        expect(cellsOf(cutMiddle(letters.join(""), cells))).toBeLessThanOrEqual(cells);
      }),
    );
  });
});
