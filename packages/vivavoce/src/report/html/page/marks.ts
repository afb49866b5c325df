/** The one sign of each status, in the terminal and on the page. */
export const statusMarks = {
  passed: "✓",
  failed: "✗",
  errored: "!",
  unscored: "?",
  skipped: "–",
  pending: "…",
} as const;

/** The result of a check as a status; a check that decided nothing is skipped. */
export function checkStatus(check: { ok: boolean; skipped: boolean }): "passed" | "failed" | "skipped" {
  if (check.skipped) return "skipped";
  return check.ok ? "passed" : "failed";
}
