import { expect, test } from "vitest";
import { plainStyle } from "./style.ts";
import { wrapped } from "./wrapped.ts";

test("a line that is too long breaks at spaces, and goes on with its own indent", () => {
  expect(wrapped("one two three four", "  ", { ...plainStyle, columns: 11 }, "    ")).toEqual([
    "  one two",
    "    three",
    "    four",
  ]);
});
