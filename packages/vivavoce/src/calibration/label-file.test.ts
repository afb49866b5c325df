import { describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import type { Label } from "../shape/index.ts";
import { labelOf } from "../shape/label.test-helper.ts";
import { parseLabels } from "./label-file.ts";

function parsed(lines: readonly unknown[], stored: readonly Label[] = [], environment: Record<string, string> = {}) {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  return parseLabels(text, { file: "ana.jsonl", stored, redactor: redactor(environment) });
}

describe("a file of labels", () => {
  test("brings what is new; what is known stays as it is, however its fields are ordered", () => {
    const [one, two] = [labelOf(), labelOf({ id: "l2", criterion: "c2" })];
    const turned = Object.fromEntries(Object.entries(one).toReversed());
    expect(parsed([one, two])).toEqual({ added: [one, two], known: 0, problems: [] });
    expect(parsed(["\uFEFF", turned, "", two, two], [one])).toEqual({ added: [two], known: 2, problems: [] });
  });

  test("is refused with every problem and its line", () => {
    const bad = labelOf({ id: "bad", verdict: "fail", reason: "" });
    const { problems, added } = parsed(["{", bad, { ...labelOf(), rater: undefined, more: 1 }, labelOf({ id: "l4" })]);
    expect(problems.map(({ place, message }) => [place?.line, message])).toEqual([
      [1, expect.stringContaining("the line is not JSON")],
      [2, "reason: a fail and an unclear need a reason"],
      [3, expect.stringContaining("rater: ")],
      [3, expect.stringContaining("more")],
    ]);
    expect(problems[0]?.place?.file).toBe("ana.jsonl");
    expect(added).toHaveLength(1);
  });

  test("contradicts if the same id, or the same person at the same moment, says something else", () => {
    const changed = labelOf({ verdict: "fail", reason: "no" });
    expect(parsed([changed], [labelOf()]).problems).toMatchObject([
      { message: "label l1 differs from the label of the same id in the store", place: { line: 1 } },
    ]);
    const twice = parsed([labelOf(), labelOf({ ...changed, id: "l2", rater: "ana" })]);
    expect(twice.problems).toMatchObject([
      { message: "ana said something about the same criterion at the same moment in line 1 (label l1)" },
    ]);
    expect(parsed([labelOf(), labelOf({ ...changed, id: "l2", labelledAt: 2_000 })]).problems).toEqual([]);
  });

  test("is compared without its secrets, as the store keeps it", () => {
    const environment = { OPENAI_API_KEY: "sk-live-0123456789abcdefABCDEF" };
    const label = labelOf({ reason: "it said sk-live-0123456789abcdefABCDEF" });
    const { added } = parsed([label], [], environment);
    expect(JSON.stringify(added)).not.toContain("sk-live-");
    expect(parsed([label], added, environment)).toMatchObject({ added: [], known: 1, problems: [] });
  });
});
