import { expect, test } from "vitest";
import { folderOf, normalizePath } from "./normalize-path.ts";

test.each([
  ["Projects/A.md", "Projects/A.md"],
  ["/Projects//A.md/", "Projects/A.md"],
  ["Projects\\A.md", "Projects/A.md"],
  ["a\u00a0b\u202fc", "a b c"],
  ["Bu\u0308ro.md", "B\u00fcro.md"],
  ["", "/"],
  ["/", "/"],
  ["../A.md", "../A.md"],
])("%j becomes %j", (path, normal) => {
  expect(normalizePath(path)).toBe(normal);
});

test("the folder of a path", () => {
  expect(folderOf("a/b/c.md")).toBe("a/b");
  expect(folderOf("c.md")).toBe("/");
});
