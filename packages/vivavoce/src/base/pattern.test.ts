import { describe, expect, test } from "vitest";
import { patternProblem, testPattern } from "./pattern.ts";

describe("testPattern", () => {
  test("says whether a pattern is found", () => {
    expect(testPattern("^a.c$", "abc")).toBe("match");
    expect(testPattern("^a.c$", "abcd")).toBe("no-match");
  });

  test("obeys its flags", () => {
    expect(testPattern("^call", "Call Ana")).toBe("no-match");
    expect(testPattern("^call", "Call Ana", { flags: "i" })).toBe("match");
    expect(testPattern("^\\p{Lu}", "Äpfel", { flags: "u" })).toBe("match");
  });

  test("a pattern that explodes is stopped, and the next one works", () => {
    const text = `${"a".repeat(50)}!`;
    expect(testPattern("^(a+)+$", text)).toBe("too-long");
    expect(testPattern("a!$", text)).toBe("match");
    expect(testPattern("^(\\w+\\s?)+$", `${"word ".repeat(40)}!`)).toBe("too-long");
  });

  test("text and pattern are data, never code", () => {
    const code = '"; throw new Error("run"); "';
    expect(testPattern("throw", code)).toBe("match");
    expect(testPattern("a\\/; globalThis.leak = 1; /", "a/; globalThis.leak = 1; /")).toBe("match");
    expect("leak" in globalThis).toBe(false);
  });

  test("what is not a pattern is bad input, not a mismatch", () => {
    expect(() => testPattern("(", "(")).toThrow(/\/\(\/ is not a regular expression/);
    expect(() => testPattern("a", "a", { flags: "g" })).toThrow(/flags "g"/);
  });
});

test("patternProblem names what is wrong, or nothing", () => {
  expect(patternProblem("^a+$", "im")).toBeUndefined();
  expect(patternProblem("[")).toMatch(/Unterminated/);
  expect(patternProblem("a", "x")).toMatch(/flags/);
});
