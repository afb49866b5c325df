/** The one sign of each status, in the terminal and on the page; the most urgent status first. */
export const statusMarks = {
  failed: "✗",
  errored: "!",
  unscored: "?",
  pending: "…",
  passed: "✓",
  skipped: "–",
} as const;

/** From the most urgent status to the least. */
export const urgency = Object.keys(statusMarks) as readonly (keyof typeof statusMarks)[];

/** The result of a check as a status; a check that decided nothing is skipped. */
export function checkStatus(check: { ok: boolean; skipped: boolean }): "passed" | "failed" | "skipped" {
  if (check.skipped) return "skipped";
  return check.ok ? "passed" : "failed";
}
