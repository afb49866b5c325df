/** What an audit can check. */
export const auditChecks = ["retest", "order", "padding", "reformatting", "injection", "family"] as const;
export type AuditCheck = (typeof auditChecks)[number];

/** The ways in which a judge is asked about one conversation. */
const ways = ["unchanged", "retest", "order", "padding", "reformatting", "benign", "directive"] as const;
export type Way = (typeof ways)[number];

const needs: Record<AuditCheck, readonly Way[]> = {
  retest: ["unchanged", "retest"],
  order: ["unchanged", "retest", "order"],
  padding: ["unchanged", "retest", "padding"],
  reformatting: ["unchanged", "retest", "reformatting"],
  injection: ["unchanged", "benign", "directive"],
  family: [],
};

/** The ways that these checks need. All but the injection are read against the retest, so they need it too. */
export function waysFor(checks: readonly AuditCheck[]): Way[] {
  const needed = new Set(checks.flatMap((check) => needs[check]));
  return ways.filter((way) => needed.has(way));
}
