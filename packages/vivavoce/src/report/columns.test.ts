import { describe, expect, test } from "vitest";
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

describe("a table that is too wide", () => {
  const rows = [
    ["", "before", "after", "difference"],
    ["stalled-project-needs-advice", "0.50", "0.75", "+0.25"],
  ];

  test("cuts its names in the middle", () => {
    expect(inColumns(rows, { columns: 50, titled: true })).toEqual([
      "                         before  after  difference",
      "  stalled-proj…s-advice    0.50   0.75       +0.25",
    ]);
  });

  test("becomes a list where that is not enough: nothing is lost", () => {
    expect(inColumns(rows, { columns: 40, titled: true })).toEqual([
      "",
      "  stalled-project-needs-advice\n      before 0.50 · after 0.75 ·\n      difference +0.25",
    ]);
  });

  test("leaves text in the last column to be broken into lines", () => {
    const prose = [["safety", "a long reason that goes on and on"]];
    expect(inColumns(prose, { columns: 20, align: ["left", "left"] })).toEqual([
      "  safety  a long reason that goes on and on",
    ]);
  });

  test("counts cells: wide characters take two", () => {
    expect(
      inColumns(
        [
          ["日本語", "1"],
          ["abc", "10"],
        ],
        { columns: 60 },
      ),
    ).toEqual(["  日本語   1", "  abc     10"]);
  });
});
