import { existsSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { codeFolder, ownFile, packageFolder } from "./own-files.ts";

test("from the sources, the code is the sources", () => {
  expect(relative(packageFolder, codeFolder)).toBe("src");
  expect(existsSync(ownFile("base/own-files"))).toBe(true);
});

test.each(["store/writer-thread", "run/standstill-thread", "base/pattern-thread"])("%s was built, too", (path) => {
  expect(existsSync(ownFile(path))).toBe(true);
  expect(existsSync(ownFile(path).replace(/src(.*)\.ts$/, "dist$1.js"))).toBe(true);
});
