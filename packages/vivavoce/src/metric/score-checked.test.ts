import { describe, expect, test } from "vitest";
import { checkedScore } from "./score-checked.ts";

const metric = { name: "own", judged: true, gating: false };

describe("what a metric gave", () => {
  test("is a score of that metric, whatever it says of itself", () => {
    const given = { metric: "other", judged: false, gating: true, status: "skipped", reason: "nothing to see" };
    expect(checkedScore(metric, given)).toEqual({
      metric: "own",
      judged: true,
      gating: false,
      status: "skipped",
      reason: "nothing to see",
    });
  });

  test.each<[unknown, string]>([
    [undefined, "own returned undefined"],
    [null, "own returned null"],
    [1, "own returned 1"],
    ["good", "own returned the text “good”"],
    [12n, "own returned 12n"],
    [[1], "own returned a list"],
    [() => 1, "own returned a function"],
    [{}, "own returned no valid score: status: "],
    [{ status: "scored", value: 1 }, "own returned no valid score: threshold: "],
  ])("%o is an error of the metric that says what it returns", (given, said) => {
    const score = checkedScore(metric, given);
    expect(score).toMatchObject({ metric: "own", judged: true, gating: false, status: "errored" });
    if (score.status !== "errored") return;
    expect(score.reason).toContain(said);
    expect(score.reason).toMatch(/scored\(value, checks\).*from 0 to 1, skipped\(reason\) or unscored\(reason\)$/);
  });
});
