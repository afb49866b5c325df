import { expect, test } from "vitest";
import { valueAt } from "./json.ts";

const value = { a: [{ "b/c": 1 }], "~": null, "": "empty" };

test.each([
  ["", value],
  ["/a/0/b~1c", 1],
  ["/~0", null],
  ["/", "empty"],
  ["/a/1", undefined],
  ["/a/length", undefined],
  ["/toString", undefined],
  ["/a/0/b~1c/d", undefined],
])("%s", (pointer, found) => {
  expect(valueAt(value, pointer)).toEqual(found);
});
