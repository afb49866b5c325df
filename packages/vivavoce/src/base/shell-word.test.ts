import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

describe("a word for the shell", () => {
  test("is left alone where nothing in it means anything there", () => {
    for (const word of ["weekly-review", "TC-01", "a.b_c,d:e@f%g+h=i"]) expect(shellWord(word)).toBe(word);
  });

  test("is quoted otherwise", () => {
    expect(shellWord("a b")).toBe("'a b'");
    expect(shellWord("it's")).toBe(String.raw`'it'\''s'`);
    expect(shellWord("$(rm -rf ~)")).toBe("'$(rm -rf ~)'");
    expect(shellWord("")).toBe("''");
  });

  test("comes out of a shell as it went in", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abc $`'\"\\;&|<>(){}*?#~!\n") });
    const list = fc.sample(word, 200);
    const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${list.map(shellWord).join(" ")}`], { encoding: "utf8" });
    expect(stdout.split("\0").slice(0, -1)).toEqual(list);
  });
});
