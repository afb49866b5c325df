import { expect, test } from "vitest";
import { readCsv } from "./read-csv.ts";

const rows = (text: string) =>
  [...readCsv(text)].map((item) =>
    "fields" in item ? { line: item.line, ...item.fields } : { line: item.line, message: item.message },
  );

test("cells may hold commas, quotes and line breaks, and lines end in either way", () => {
  expect(rows('\ufeffa, b ,c\r\n1,"x, ""y""\nz",3\r\n\r\n4,,\n5')).toEqual([
    { line: 2, a: "1", b: 'x, "y"\nz', c: "3" },
    { line: 5, a: "4", b: "", c: "" },
    { line: 6, a: "5" },
  ]);
});

test("a row that cannot be right is reported with its line, and the others are read", () => {
  expect(rows('a,b\n1,2,3\n4,5\n"6')).toEqual([
    { line: 2, message: "this row has 3 cells, the header 2" },
    { line: 3, a: "4", b: "5" },
    { line: 4, message: "a quoted cell is never closed" },
  ]);
});

test("a CSV file without rows gives nothing", () => {
  expect(rows("")).toEqual([]);
  expect(rows("a,b\n")).toEqual([]);
});
