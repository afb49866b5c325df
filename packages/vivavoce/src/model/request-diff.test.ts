import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import { nearestRequest, showDifferences } from "./request-diff.ts";

const ask = (content: string, more: object = {}) => ({ model: "m", messages: [{ role: "user", content }], ...more });

describe("differences between two requests", () => {
  test("are named by path", () => {
    expect(showDifferences(ask("a", { temperature: 0 }), ask("b", { stop: [] })).split("\n")).toEqual([
      "  messages[0].content",
      '    recorded: "a"',
      '    asked:    "b"',
      "  temperature",
      "    recorded: 0",
      "    asked:    (nothing)",
      "  stop",
      "    recorded: (nothing)",
      '    asked:    "[]"',
    ]);
  });

  test("there are none between equals, whatever the order of keys", () => {
    expect(showDifferences({ a: 1, b: { c: [null] } }, { b: { c: [null] }, a: 1 })).toBe("");
  });

  test("are shown where long texts part", () => {
    const long = "The coach speaks plainly. ".repeat(40);
    const shown = showDifferences(ask(`${long}Today is Monday.`), ask(`${long}Today is Friday.`));
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
    const lines = showDifferences(ask("a", many), ask("a")).split("\n");
    expect(lines.length).toBe(19);
    expect(lines.at(-1)).toBe("  … 24 more");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
  });

  test("cannot smuggle control characters into a terminal", () => {
    const shown = showDifferences(ask("a\u001b[2J", { "\u001b[1m": 1 }), ask("b\n"));
    expect(shown).not.toContain("\u001b");
    expect(shown).not.toContain("b\n");
  });
});

describe("the nearest of several requests", () => {
  const nearest = (asked: JsonValue, ...requests: JsonValue[]) =>
    nearestRequest(
      requests.map((request, place) => ({ request, place })),
      asked,
    )?.place;

  test("is one that is equal, before or behind any other", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [one, other] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))];
        fc.pre(showDifferences(one, other) !== "");
        expect([nearest(one, one, other), nearest(one, other, one)]).toEqual([0, 1]);
      }),
    );
  });

  test("has more of a text that is the same", () => {
    const asked = ask("List all projects, please.");
    expect(nearest(asked, ask("Archive everything."), ask("List all the projects, please."))).toBe(1);
  });

  test("is the first among equals, and none where there are none", () => {
    expect(nearest(ask("a"), ask("b"), ask("b"))).toBe(0);
    expect(nearest(ask("a"))).toBeUndefined();
  });
});
