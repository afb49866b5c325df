import type { Check, Score } from "../../shape/index.ts";

const node = "tool_(?:decision|types|params)";
const way = new RegExp(`^(?:${node} right → )*${node} (?:right$|wrong: )`);
const verdicts: Partial<Record<string, string>> = {
  tool_decision: "wrong",
  tool_types: "another tool",
  tool_params: "wrong arguments",
};

/** A score in plain words: `toolUse` tells how far it came in its decision tree, a reader wants to know what happened. */
export function plainScore(score: Score): Score {
  return score.status === "scored" ? { ...score, checks: score.checks.map(plainCheck) } : score;
}

function plainCheck(check: Check): Check {
  if (!way.test(check.reason)) return check;
  const reason = check.reason.replace(way, "") || "as expected";
  return { ...check, reason, verdict: verdicts[check.verdict] ?? check.verdict };
}
