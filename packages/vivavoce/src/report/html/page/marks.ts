/** The one sign of each status, in the terminal and on the page. */
export const statusMarks = {
  passed: "✓",
  failed: "✗",
  errored: "!",
  unscored: "?",
  skipped: "–",
  pending: "…",
} as const;

/** What happened to a check, as a status: one that decided nothing is skipped. */
export function checkStatus(check: { ok: boolean; skipped: boolean }): "passed" | "failed" | "skipped" {
  if (check.skipped) return "skipped";
  return check.ok ? "passed" : "failed";
}
