import { describe, expect, test } from "vitest";
import type { Outcome } from "../../shape/index.ts";
import { textDiff } from "../../world/index.ts";
import { comparedRuns } from "../compared-runs.test-helper.ts";
import { harmless, hostileSuite, payloads, unprintable } from "../hostile.test-helper.ts";
import { type MadeSuite, scored } from "../stored-run.test-helper.ts";
import { comparisonMarkdown } from "./markdown-report.ts";
import { fitted } from "./markdown-text.ts";

const suite = (values: readonly number[], more: Partial<MadeSuite> = {}): MadeSuite => ({
  metrics: [{ name: "contains" }],
  trials: values.map((value, index) => ({
    id: `case-${index + 1}`,
    status: value === 1 ? "passed" : "failed",
    scores: [scored("contains", value)],
  })),
  ...more,
});

describe("a comparison as a comment", () => {
  test("has the verdict first, then the measures, then the flips folded with their evidence", async () => {
    const { comparison } = await comparedRuns([suite([1, 1, 0])], [suite([0, 1, 1])], { margin: 0.01 });
    const text = comparisonMarkdown(comparison);
    const [pair] = comparison.suites;
    if (!pair || pair.refused) throw new Error("it was not compared");
    expect(text).toMatch(
      /^<!-- viva-comparison:coach -->\n\n### `coach` ❔ inconclusive\n\n`pass rate ±0\.00 on these/,
    );
    expect(text).toContain("| ▸ `pass rate` | 0.67 | 0.67 | 3 cases |");
    expect(text).toContain(
      "<details><summary>2 flips: 1 worse, 1 better</summary>\n\n- ↓ `case-1` passed → failed\n  - before `“Yes.” (exchange 1)`",
    );
    expect(text.indexOf("case-1` passed")).toBeLessThan(text.indexOf("case-3` failed"));
  });

  test("a refusal has its reasons and the remedy, and no sign of a pass", async () => {
    const other = suite([1], { metrics: [{ name: "contains" }, { name: "tone" }] });
    const text = comparisonMarkdown((await comparedRuns([suite([1])], [other])).comparison);
    expect(text).toContain("### `coach` ⚠️ not comparable");
    expect(text).toContain("different metrics decide it: tone");
    expect(text).toContain("Score the stored transcripts again");
    expect(text).not.toContain("✅");
  });

  test("a changed prompt is a diff that no line of it can leave", async () => {
    const { comparison } = await comparedRuns([suite([1])], [suite([1])]);
    const [pair] = comparison.suites;
    if (!pair) throw new Error("it was not compared");
    const rows = textDiff("Be kind.\n```\n<!-- x", "Be strict.\n```\n</details>@all");
    const text = comparisonMarkdown({
      ...comparison,
      suites: [{ ...pair, prompts: [{ name: "a.md", rows, leftOut: 3 }] }],
    });
    expect(text).toContain("```diff\n-Be kind.\n+Be strict.\n ˋˋˋ\n-‹!-- x\n+‹/details›＠all\n@@ 3 more lines @@\n```");
  });

  test("whatever a conversation says, its structure is the same", async () => {
    const made = hostileSuite(harmless);
    const completed: Outcome = { kind: "completed", ended: { by: "script", unsaid: [] } };
    const passed = {
      ...made,
      trials: made.trials.map(({ scores: _scores, transcript, ...trial }) => {
        return { ...trial, status: "passed" as const, transcript: { ...transcript, outcome: completed } };
      }),
    };
    const { comparison } = await comparedRuns([passed], [made]);
    const skeleton = ({ text }: typeof harmless) => {
      const swap = (_key: string, value: unknown) =>
        typeof value === "string" ? value.replaceAll(harmless.text, () => text) : value;
      const markdown = comparisonMarkdown(JSON.parse(JSON.stringify(comparison), swap));
      expect(markdown).not.toMatch(unprintable);
      return markdown.replace(/`[^`\n]*`/g, "`…`");
    };
    const expected = skeleton(harmless);
    expect(expected).toContain("1 flip: 1 worse, 0 better");
    for (const payload of payloads) expect([payload.id, skeleton(payload)]).toEqual([payload.id, expected]);
  });

  test("details make way for the verdicts of later suites, and the comment says what was cut", () => {
    const long = { text: "x".repeat(40_000), optional: true };
    const text = fitted([{ text: "### one" }, long, long, { text: "### two ❌ fail" }]);
    expect(text.length).toBeLessThan(60_000);
    expect(text).toContain("### two ❌ fail");
    expect(text).toContain("… 1 part left out");
    const almost = { text: "x".repeat(59_950), optional: true };
    expect(fitted([{ text: "### one" }, almost, long])).toMatch(
      /x\n\n… 1 part left out .*\n$|^### one\n\nx{40000}\n\n… 1 part/,
    );
  });
});
