import { expect, test } from "vitest";
import { wrapped } from "./columns.ts";
import { plainStyle } from "./style.ts";

test("a line that is too long breaks at spaces, and goes on with its own indent", () => {
  expect(wrapped("one two three four", "  ", { ...plainStyle, columns: 11 }, "    ")).toEqual([
    "  one two",
    "    three",
    "    four",
  ]);
});
