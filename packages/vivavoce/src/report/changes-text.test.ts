import { describe, expect, test } from "vitest";
import type { Comparison } from "../gate/index.ts";
import { after, casesOf, compared, resultOf } from "../gate/results.test-helper.ts";
import { pairText } from "./comparison-text.ts";
import { shownComparison } from "./shown-pair.ts";
import { plainStyle } from "./style.ts";

type Change = Comparison["changes"][number];
const cases = casesOf(1, () => ({}));
const lines = (...changes: Change[]) => {
  const shown = shownComparison({ ...compared(resultOf(cases), after(cases)), changes });
  const [text = ""] = pairText(shown as never, { style: plainStyle });
  const all = text.split("\n");
  return all.slice(1, all.indexOf(""));
};

describe("what changed, in words", () => {
  test("nothing is said too", () => expect(lines()).toEqual(["  changed: nothing that Viva can see"]));

  test("a value before and after", () => {
    expect(lines({ kind: "value", what: "model agent", before: "a:1", after: "a:2" })).toEqual([
      "  changed: model agent a:1 → a:2",
    ]);
  });

  test("code with its files, the first few of many", () => {
    const files = Array.from({ length: 9 }, (_, index) => `f${index}.ts`);
    expect(lines({ kind: "code", what: "the code", files })).toEqual([
      "  changed: the code: f0.ts, f1.ts, f2.ts, f3.ts, f4.ts, f5.ts, 3 more",
    ]);
    expect(lines({ kind: "code", what: "the agent's tools", files: [] })).toEqual(["  changed: the agent's tools"]);
  });

  test("a prompt with the lines that differ; blank ones say nothing", () => {
    const change: Change = {
      kind: "file",
      name: "p.md",
      how: "changed",
      before: "Be kind.\n\nAsk.",
      after: "Be kind.\nTell.",
    };
    expect(lines(change)).toEqual(["  changed: p.md", "    - Ask.", "    + Tell."]);
  });

  test("a long difference is cut", () => {
    const after = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");
    const shown = lines({ kind: "file", name: "p.md", how: "changed", before: "old", after });
    expect(shown).toHaveLength(1 + 24 + 1);
    expect(shown.at(-1)).toBe("    … 17 more lines");
  });

  test("a file of which the text is not known on both sides", () => {
    expect(lines({ kind: "file", name: "p.md", how: "added", after: "new" })).toEqual(["  added: p.md"]);
    expect(lines({ kind: "file", name: "p.md", how: "removed" })).toEqual(["  removed: p.md"]);
  });

  test("nothing in it can spoil the terminal", () => {
    const change: Change = {
      kind: "file",
      name: "p\u001b[2J.md",
      how: "changed",
      before: "a",
      after: "\u001b]0;x\u0007",
    };
    expect(lines(change).join("")).not.toContain("\u001b");
  });
});
