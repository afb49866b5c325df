import { describe, expect, test } from "vitest";
import type { Verdict } from "../shape/index.ts";
import { wholeVerdict } from "./views/compare-view.ts";

type Whole = Parameters<typeof wholeVerdict>[0];

const codes = { pass: 0, fail: 1, inconclusive: 2, error: 3 } as const;
const decided = (suite: string, verdict: Verdict, reason: string = verdict) => ({
  suite,
  verdict,
  exitCode: codes[verdict],
  reasons: [],
  reason,
});

/** Pairs as "suite verdict"; "refused" for one that cannot be compared. */
function whole(pairs: string[], more: Partial<Whole> = {}): Whole {
  const made = pairs.map((text) => {
    const [suite = "", verdict] = text.split(" ");
    if (verdict === "refused") return { suite, refused: ["other cases"] };
    return { suite, decision: decided(suite, verdict as Verdict) };
  });
  return { suites: made, notCompared: [], open: false, ...more };
}

describe("the verdict on the whole", () => {
  test.each<[string, Whole, Verdict, number, string | undefined]>([
    ["one pair says it itself", whole(["a pass"]), "pass", 0, undefined],
    ["all pass", whole(["a pass", "b pass", "c pass"]), "pass", 0, "all 3 suites passed"],
    ["one fails", whole(["a pass", "b fail"]), "fail", 1, "2 suites: 1 failed, 1 passed"],
    ["a refusal beside a pass", whole(["a pass", "b refused"]), "error", 64, "2 suites: 1 not comparable, 1 passed"],
    ["only refusals", whole(["a refused", "b refused"]), "error", 64, "both suites are not comparable"],
    ["variants of one suite", whole(["a pass", "a fail"]), "fail", 1, "2 comparisons: 1 failed, 1 passed"],
    [
      "a suite that is gone",
      whole(["a pass"], { notCompared: ["b is only in the earlier run"], open: true }),
      ...(["inconclusive", 2, "not everything was compared"] as const),
    ],
    ["own gates", whole(["a pass"], { decisions: [decided("a", "fail")] }), "fail", 1, undefined],
    [
      "a suite that was not worth comparing",
      whole(["a pass"], { decisions: [decided("a", "pass"), decided("b", "error")] }),
      ...(["error", 3, "2 suites: 1 without a verdict, 1 passed"] as const),
    ],
  ])("%s", (_name, given, verdict, exitCode, reason) => {
    expect(wholeVerdict(given)).toMatchObject({ verdict, exitCode, reason });
  });

  test("own gates are told where the comparison has not said the same", () => {
    const decisions = [decided("a", "fail", "under the floor"), decided("b", "fail")];
    expect(wholeVerdict(whole(["a pass", "b fail"], { decisions })).ownGates).toEqual([
      decided("a", "fail", "under the floor"),
    ]);
  });
});
