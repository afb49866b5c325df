import { describe, expect, test } from "vitest";
import { check, type MadeSuite, scored, storedRun } from "../stored-run.test-helper.ts";
import { markdownReport } from "./markdown-report.ts";
import { codeText } from "./markdown-text.ts";

async function markdownOf(made: MadeSuite, mode: "live" | "replay" = "live"): Promise<string> {
  const { store, run } = await storedRun(made);
  const suites = run.suites.map((suite) => ({ ...suite, header: { ...suite.header, mode } }));
  const decisions = [
    { suite: "coach", verdict: "fail" as const, exitCode: 1 as const, reasons: [], reason: "2 trials failed" },
  ];
  return markdownReport({ store, run: { ...run, suites }, decisions });
}

const failed = (id: string) => ({
  id,
  status: "failed" as const,
  scores: [scored("toolUse", 0, { checks: ["one", "two", "three", "four"].map((label) => check(label, "no")) })],
});

describe("Markdown for a pull request", () => {
  test("begins with a marker that is the same for every run of the suite, so that a comment can be replaced", async () => {
    const first = (text: string) => text.split("\n")[0];
    const text = await markdownOf({ trials: [failed("a")] });
    expect(first(text)).toBe("<!-- viva-report:coach -->");
    expect(first(await markdownOf({ trials: [] }))).toBe(first(text));
  });

  test("has verdict, reason, metrics and failures", async () => {
    const text = await markdownOf({
      metrics: [{ name: "toolUse" }, { name: "criteria", judged: true }],
      trials: [failed("a")],
    });
    expect(text).toContain("### `coach` ❌ fail");
    expect(text).toContain("`2 trials failed`");
    expect(text).toContain("| **pass rate** | 0.00 [0.00, 0.98] |");
    expect(text).toContain("| `toolUse` | 0.00 [0.00, 0.98] |");
    expect(text).toContain("| `criteria`° | –, 1 missing |");
    expect(text).toContain(
      "- ✗ `a` failed (answers: unknown)\n  - `toolUse: one: no`\n  - `toolUse: two: no`\n  - 2 more reasons",
    );
  });

  test("is short: of many failures the first ten, of a hundred thousand characters sixty", async () => {
    const text = await markdownOf({ trials: Array.from({ length: 30 }, (_, index) => failed(`case-${index}`)) });
    expect(text).toContain("the first 10 of 30");
    expect(text.match(/^- /gm)).toHaveLength(10);
    const metrics = Array.from({ length: 2_000 }, (_, index) => ({ name: `metric-number-${index}-of-very-many` }));
    const long = await markdownOf({ metrics, trials: [failed("a")] });
    expect(long.length).toBeLessThan(60_100);
    expect(long).toContain("cut here");
  });

  test("says of a replay that nothing was measured", async () => {
    expect(await markdownOf({ trials: [failed("a")] }, "replay")).toMatch(/^> \*\*Replayed.*Nothing was measured/m);
    expect(await markdownOf({ trials: [failed("a")] }, "live")).not.toContain("measured");
  });
});

test("text that is nothing is a dash, not an empty code span, which would be two backticks", () => {
  expect(codeText("")).toBe("–");
  expect(codeText(" \n ")).toBe("–");
  expect(codeText("`")).toBe("`ˋ`");
});
