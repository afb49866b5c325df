/** The one sign of each status, in the terminal and on the page. */
export const statusMarks = {
  passed: "✓",
  failed: "✗",
  errored: "!",
  unscored: "?",
  skipped: "–",
  pending: "…",
} as const;

/** From the most urgent status to the least. */
export const urgency: readonly (keyof typeof statusMarks)[] = [
  "failed",
  "errored",
  "unscored",
  "pending",
  "passed",
  "skipped",
];

/** The result of a check as a status; a check that decided nothing is skipped. */
export function checkStatus(check: { ok: boolean; skipped: boolean }): "passed" | "failed" | "skipped" {
  if (check.skipped) return "skipped";
  return check.ok ? "passed" : "failed";
}
