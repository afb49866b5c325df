import { expect, test } from "vitest";
import { clausesOf, plainLine, plainWords } from "./plain-line.ts";

test("curly marks and odd spaces are made plain", () => {
  expect(plainLine("  It’s \n “dead”  ")).toBe(`It's "dead"`);
});

test.each([
  ["I don't smell it", "i do not smell it"],
  ["I dont smell it", "i do not smell it"],
  ["can’t tell", "can not tell"],
  ["It won't start, cannot start", "it will not start, can not start"],
  ["Fondant and current", "fondant and current"],
])("“not” comes out of its contraction: %s", (line, expected) => {
  expect(plainWords(line)).toBe(expected);
});

test("clauses keep the mark they end in", () => {
  expect(clausesOf("Gas smell? No, nothing!  Fine")).toEqual([
    { text: "Gas smell", mark: "?" },
    { text: "No", mark: "," },
    { text: "nothing", mark: "!" },
    { text: "Fine", mark: "" },
  ]);
});
