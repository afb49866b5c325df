import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requestDifferences, requestSimilarity, showDifferences } from "./request-diff.ts";

const ask = (content: string, more: object = {}) => ({ model: "m", messages: [{ role: "user", content }], ...more });

describe("differences between two requests", () => {
  test("are named by path", () => {
    expect(requestDifferences(ask("a", { temperature: 0 }), ask("b", { stop: [] }))).toEqual([
      { path: "messages[0].content", recorded: "a", asked: "b" },
      { path: "temperature", recorded: 0, asked: undefined },
      { path: "stop", recorded: undefined, asked: "[]" },
    ]);
  });

  test("there are none between equals, whatever the order of keys", () => {
    expect(requestDifferences({ a: 1, b: { c: [null] } }, { b: { c: [null] }, a: 1 })).toEqual([]);
  });

  test("are shown where long texts part", () => {
    const long = "The coach speaks plainly. ".repeat(40);
    const shown = showDifferences(requestDifferences(ask(`${long}Today is Monday.`), ask(`${long}Today is Friday.`)));
    expect(shown).toBe(
      [
        "  messages[0].content",
        '    recorded: …"peaks plainly. Today is Monday."',
        '    asked:    …"peaks plainly. Today is Friday."',
      ].join("\n"),
    );
  });

  test("are cut to a few, and to the width of a line", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, "x".repeat(500)]));
    const lines = showDifferences(requestDifferences(ask("a", many), ask("a"))).split("\n");
    expect(lines.length).toBe(19);
    expect(lines.at(-1)).toBe("  … 24 more");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
  });

  test("cannot smuggle control characters into a terminal", () => {
    const shown = showDifferences(requestDifferences(ask("a\u001b[2J", { "\u001b[1m": 1 }), ask("b\n")));
    expect(shown).not.toContain("\u001b");
    expect(shown).not.toContain("b\n");
  });
});

describe("similarity", () => {
  test("is 1 for equals, and between 0 and 1 for all, either way round", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [one, other] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
        expect(requestSimilarity(one, one)).toBe(1);
        const similarity = requestSimilarity(one, other);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(requestSimilarity(other, one)).toBeCloseTo(similarity, 10);
      }),
    );
  });

  test("is greater the more of a text is the same", () => {
    const original = ask("List all projects, please.");
    const near = requestSimilarity(original, ask("List all the projects, please."));
    const far = requestSimilarity(original, ask("Archive everything."));
    expect(near).toBeGreaterThan(far);
  });
});
