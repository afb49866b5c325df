import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiffRow, differingRanges, textDiff } from "./text-diff.ts";

const shown = (row: DiffRow) =>
  row.kind === "gap"
    ? `… ${row.lines}`
    : `${{ kept: " ", removed: "-", inserted: "+" }[row.kind]} ${row.parts
        .map(({ text, changed }) => (changed ? `[${text}]` : text))
        .join("")}`;

describe("lines", () => {
  test("show what was removed and inserted, the words that differ, and what stands around them", () => {
    const before = "one\ntwo\nthree\nAsk before you archive.\nfive\nsix\nseven";
    const after = "one\ntwo\nthree\nAsk before you delete.\nfive\nsix\nseven\neight";
    expect(textDiff(before, after, { context: 1 }).map(shown)).toEqual([
      "… 2",
      "  three",
      "- Ask before you [archive].",
      "+ Ask before you [delete].",
      "  five",
      "… 1",
      "  seven",
      "+ eight",
    ]);
  });

  test("give back both texts, whatever they are", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c d", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        // Of equal texts there is nothing to show.
        fc.pre(before !== after);
        const rows = textDiff(before, after, { context: 100 });
        const side = (kind: string) =>
          rows
            .flatMap((row) => (row.kind === "kept" || row.kind === kind ? [row] : []))
            .map((row) => ("parts" in row ? row.parts.map((part) => part.text).join("") : ""))
            .join("\n");
        expect([side("removed"), side("inserted")]).toEqual([before, after]);
      }),
    );
  });
});

test("words that the other text does not have are found, with the space between them", () => {
  const text = "Done, all ten notes are archived now.";
  expect(differingRanges(text, text)).toEqual([]);
  const ranges = differingRanges(text, "Done, three notes are archived now.");
  expect(ranges.map(({ from, to }) => text.slice(from, to))).toEqual(["all ten"]);
});

test("a long text is compared by lines", () => {
  const long = "a b\n".repeat(20_000);
  expect(differingRanges(`${long}new`, long)).toEqual([{ from: long.length, to: long.length + 3 }]);
});

test("words are marked in the first changed lines only, so that large texts stay cheap", () => {
  const line = (word: string) => `${"the same words ".repeat(300)}${word}`;
  const of = (word: string) => Array.from({ length: 40 }, () => line(word)).join("\n");
  const rows = textDiff(of("old"), of("new"));
  const marked = rows.map((row) => row.kind !== "gap" && row.parts.some(({ changed }) => changed));
  expect(rows).toHaveLength(80);
  expect([marked[0], marked[39], marked[40], marked[79]]).toEqual([true, false, true, false]);
});
