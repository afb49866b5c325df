import { describe, expect, test } from "vitest";
import { fileNameProblem } from "./file-name.ts";

describe("a title that can be a file name", () => {
  test.each(["Website Redesign", "Lena's Wedding", "Büro 2025 (neu)", "日本語", "v1.2 release", "a & b, c!"])(
    "%s",
    (title) => {
      expect(fileNameProblem(title)).toBeUndefined();
    },
  );
});

describe("a title that cannot", () => {
  test.each([
    ["", "blank"],
    ["   ", "blank"],
    ["a/b", "holds /"],
    ["a\\b", "holds \\"],
    ["Who?", "holds ?"],
    ["a:b", "holds :"],
    ["a*b", "holds *"],
    ['say "hi"', 'holds "'],
    ["<b>", "holds <"],
    ["a|b", "holds |"],
    ["#tag", "holds #"],
    ["a^b", "holds ^"],
    ["[[link]]", "holds ["],
    ["two\nlines", "control character"],
    [" padded", "space"],
    ["padded ", "space"],
    [".hidden", "dot"],
    ["..", "dot"],
    ["dots.", "dot"],
    ["CON", "Windows"],
    ["nul.txt", "Windows"],
    ["x".repeat(201), "200"],
    ["%2e%2e", "place in the vault"],
  ])("%j", (title, problem) => {
    expect(fileNameProblem(title)).toContain(problem);
  });
});
