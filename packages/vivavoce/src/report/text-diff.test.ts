import fc from "fast-check";
import { expect, test } from "vitest";
import { rowText, textDiff } from "./text-diff.ts";

const shown = (before: string, after: string) =>
  textDiff(before, after, { context: 1 }).map((row) => {
    if (row.kind === "gap") return `@ ${row.lines}`;
    const sign = { kept: " ", removed: "-", inserted: "+" }[row.kind];
    return sign + row.parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("");
  });

test("what changed stands with a line around it, the changed words marked, and the rest is counted", () => {
  const before = "One\nTwo\nYou are a kind coach.\nFour\nFive\nSix";
  const after = "One\nTwo\nYou are a strict coach.\nFour\nFive\nSix\nSeven";
  expect(shown(before, after)).toEqual([
    "@ 1",
    " Two",
    "-You are a [kind] coach.",
    "+You are a [strict] coach.",
    " Four",
    "@ 1",
    " Six",
    "+Seven",
  ]);
});

test("lines that have little in common are not marked word by word", () => {
  expect(shown("Ask before you write.", "Nothing of the sort")).toEqual([
    "-Ask before you write.",
    "+Nothing of the sort",
  ]);
});

test("both texts can be read back from the rows, whatever they are", () => {
  const text = fc
    .array(fc.constantFrom("a b", "a c", "", "x", "x y z"), { maxLength: 8 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const rows = textDiff(before, after, { context: 100 });
      const read = (left: string) =>
        rows.flatMap((row) => (row.kind === "gap" || row.kind === left ? [] : [rowText(row)])).join("\n");
      expect([read("inserted"), read("removed")]).toEqual(before === "" && after === "" ? ["", ""] : [before, after]);
    }),
    { numRuns: 200 },
  );
});
