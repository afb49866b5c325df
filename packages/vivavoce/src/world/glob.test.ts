import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesGlob } from "./glob.ts";

describe("a pattern", () => {
  test.each([
    ["Inbox.md", "Inbox.md"],
    ["Projects/A.md", "Projects/*"],
    ["Projects/A.md", "Projects/*.md"],
    ["Projects/A.md", "*/A.md"],
    ["Projects/A.md", "Projects/?.md"],
    ["Projects/😀.md", "Projects/?.md"],
    ["Projects/old/A.md", "Projects/**"],
    ["Projects/old/A.md", "**/A.md"],
    ["A.md", "**/A.md"],
    ["a/x/b/y/c", "a/**/b/**/c"],
    ["a/b/c", "a/**/b/**/c"],
    ["Projects/A [draft].md", "Projects/A [draft].md"],
    [".obsidian/app.json", "**"],
    ["Cafe\u0301.md", "Caf\u00e9.md"],
    ["/customers/3/name", "/customers/*/name"],
    ["/customers", "/customers/**"],
    ["", "**"],
    ["aXbXc", "a*b*c"],
    ["a*c", "a*c"],
    ["xa/b", "**a/b"],
  ])("fits %j by %j", (path, pattern) => {
    expect(matchesGlob(path, pattern)).toBe(true);
  });

  test.each([
    ["Projects/A.md", "Projects"],
    ["Projects/old/A.md", "Projects/*"],
    ["Projects/A.md", "projects/*"],
    ["Projects/A.md", "*"],
    ["Projects/.md", "Projects/?.md"],
    ["Inbox.md", ""],
    ["AXmd", "A.md"],
    ["/a/../b", "/b"],
    ["a.md", "{a,b}.md"],
    ["a/b", "a/b/c"],
    ["/tags", "tags"],
  ])("does not fit %j by %j", (path, pattern) => {
    expect(matchesGlob(path, pattern)).toBe(false);
  });

  test("without wild cards fits its own text alone", () => {
    const text = fc.string().filter((value) => !/[*?]/.test(value));
    fc.assert(
      fc.property(text, text, (path, pattern) => {
        expect(matchesGlob(path, path)).toBe(true);
        expect(matchesGlob(path, pattern)).toBe(path.normalize("NFC") === pattern.normalize("NFC"));
      }),
    );
  });

  test("means what the regular expression made from it means", () => {
    const unit = fc.constantFrom("a", "b", "/", "*", "?");
    const path = fc.string({ unit: fc.constantFrom("a", "b", "/") });
    const expression = (pattern: string) =>
      new RegExp(
        `^${pattern
          .split("")
          .map((one) => (one === "*" ? "[^/]*" : one === "?" ? "[^/]" : one))
          .join("")}$`,
      );
    fc.assert(
      fc.property(
        path,
        fc.string({ unit }).filter((pattern) => !pattern.includes("**")),
        (text, pattern) => {
          expect(matchesGlob(text, pattern)).toBe(expression(pattern).test(text));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
