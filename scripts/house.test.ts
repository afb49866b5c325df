import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cycles, relativeImports } from "../packages/vivavoce/src/import-order.test-helper.ts";
import { repeatedLines } from "./duplicate-lines.ts";

const root = join(import.meta.dirname, "..");
const isTest = (file: string) => /\.test(?:-helper|-d)?\.tsx?$|(?:^|\/)(?:fixtures|testing)\//.test(file);
const sources = Object.fromEntries(
  execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.css", "*.js", "*.py"],
    {
      cwd: root,
      encoding: "utf8",
    },
  )
    .split("\n")
    .filter((file) => file !== "" && !isTest(file) && existsSync(join(root, file)))
    .map((file) => [file, readFileSync(join(root, file), "utf8")]),
);

describe("the source", () => {
  test("was read: a test that finds no file proves nothing", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(500);
  });

  test("has no block of more than 12 equal lines twice", () => {
    const shown = repeatedLines(sources, 12).map(
      ({ first, second, lines }) => `${first.file}:${first.line} and ${second.file}:${second.line}, ${lines} lines`,
    );
    expect(shown).toEqual([]);
  });

  test("has no files that import each other in a circle, in the package or outside it", () => {
    const typescript = Object.entries(sources).filter(([file]) => /\.tsx?$/.test(file));
    const imports = new Map(typescript.map(([file, source]) => [file, relativeImports(source, file)]));
    expect(cycles(imports)).toEqual([]);
  });
});

describe("what is found", () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `line(${from + index});`).join("\n");

  test("thirteen equal lines, however they are indented, once and in their whole length", () => {
    const sources = {
      "a.ts": `first;\n${numbered(1, 14)}\nlast;`,
      "b.ts": numbered(1, 14).replaceAll("line", "  line"),
    };
    expect(repeatedLines(sources, 12)).toEqual([
      { first: { file: "a.ts", line: 2 }, second: { file: "b.ts", line: 1 }, lines: 14 },
    ]);
  });

  test("the same block twice in one file", () => {
    expect(repeatedLines({ "a.ts": `${numbered(1, 13)}\nbetween;\n${numbered(1, 13)}` }, 12)).toEqual([
      { first: { file: "a.ts", line: 1 }, second: { file: "a.ts", line: 15 }, lines: 13 },
    ]);
  });

  test("not twelve, and not a line that is repeated in a row", () => {
    expect(repeatedLines({ "a.ts": numbered(1, 12), "b.ts": numbered(1, 12) }, 12)).toEqual([]);
    expect(repeatedLines({ "a.ts": "same;\n".repeat(14) }, 12)).toEqual([]);
  });
});
