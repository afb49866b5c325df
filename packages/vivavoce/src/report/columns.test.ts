import { expect, test } from "vitest";
import { inColumns } from "./columns.ts";

test("every column is as wide as its widest cell: the first leans left, figures lean right", () => {
  expect(
    inColumns([
      ["", "before", "p"],
      ["brevity", "3.10", "0.03"],
      ["tone", "4", "0.5"],
    ]),
  ).toEqual(["           before     p", "  brevity    3.10  0.03", "  tone          4   0.5"]);
});

test("a column may lean to the other side, have a least width, and stand further in", () => {
  expect(inColumns([["a", "b"]], { indent: "    ", align: ["left", "left"], least: [3] })).toEqual(["    a    b"]);
});

test("a cell is painted after it was widened, so that colours take no room", () => {
  const red = (text: string) => `<${text}>`;
  expect(
    inColumns([
      ["x", { text: "1", paint: red }],
      ["longer", "10"],
    ]),
  ).toEqual(["  x       < 1>", "  longer  10"]);
});

test("rows may be shorter than others, and there may be more of them than a function takes arguments", () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => (index === 7 ? ["wide", "1"] : ["x"]));
  expect(inColumns(rows).slice(6, 9)).toEqual(["  x", "  wide  1", "  x"]);
});
