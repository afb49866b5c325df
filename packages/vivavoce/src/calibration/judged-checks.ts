import { isJsonObject } from "../base/index.ts";
import type { Score } from "../metric/index.ts";

type Scored = Extract<Score, { status: "scored" }>;

/** A check that the judge was asked about, with its verdict; "none" if it decided nothing. */
export interface JudgedCheck {
  id: string;
  label: string;
  judge: "pass" | "fail" | "none";
}

/** The judge's verdicts in a score: not what code decided, and not the sums over other checks. */
export function judgedChecks({ checks, detail }: Scored): JudgedCheck[] {
  const sums = isJsonObject(detail) && Array.isArray(detail.also) ? detail.also : [];
  const isSum = (id: string) => sums.some((sum) => isJsonObject(sum) && sum.id === id);
  const asked = checks.filter(
    ({ id, status, verdict, reason }) =>
      status !== "skipped" && verdict !== "unsaid" && !isSum(id) && !reason.startsWith("by code: "),
  );
  // Among verdicts that count, one without a value says that the criterion does not apply.
  const haveValues = asked.some(({ value }) => value !== undefined);
  return asked.map(({ id, label, verdict, ok, value }) => {
    const decided = verdict !== "tie" && !(haveValues && value === undefined);
    return { id, label, judge: !decided ? "none" : ok ? "pass" : "fail" };
  });
}
