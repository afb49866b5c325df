import { type Check, skippedCheck } from "../../shape/index.ts";

/** How many of the checks on values and on the caller's yes came to a decision. */
export interface Coverage {
  decided: number;
  of: number;
}

/** Only these checks may find something that they cannot decide. */
const mayBeOpen = /^(?:read-back-.*|confirm)$/;

export function coverageOf(checks: readonly Check[]): Coverage {
  const rows = checks.filter(({ id }) => mayBeOpen.test(id));
  return { decided: rows.filter(({ value }) => value !== undefined).length, of: rows.length };
}

export function shareOfDecided({ decided, of }: Coverage): number | undefined {
  return of === 0 ? undefined : decided / of;
}

/** Shows the coverage. With a minimum it says whether it is reached, but it is not part of the value. */
export function checkCoverage(coverage: Coverage, minimum: number | undefined): Check[] {
  const share = shareOfDecided(coverage);
  if (share === undefined) return [];
  const row = { id: "coverage", label: "checks that came to a decision" };
  const figure = `${coverage.decided} of ${coverage.of} decided`;
  if (minimum === undefined) {
    return [{ ...skippedCheck({ ...row, reason: `${figure}; no minimum is set` }), verdict: "measured" }];
  }
  const ok = share >= minimum;
  // The counts say it exactly: 2 of 3 is less than 0.67, and rounded it would look the same.
  const reason = `${figure}; a share of at least ${minimum} is needed`;
  return [{ ...row, ok, verdict: ok ? "kept" : "under", reason, evidence: [] }];
}
