import { isJsonObject } from "../base/index.ts";
import type { Check, Scored } from "../shape/index.ts";

/** What a judge was asked about, with its verdict; "none" if it decided nothing. */
interface JudgedCheck {
  /** The check's id; "" for the metric as a whole. */
  id: string;
  /** The check's words; the metric as a whole has none of its own. */
  label: string;
  judge: "pass" | "fail" | "none";
}

/**
 * The judge's verdicts in a score: not what code decided, and not the sums over other checks. The metric as a whole, if
 * the judge gave one number only, or if it answered the questions of a graph: such an answer is neither for nor against
 * the agent, only the end of the path is.
 */
export function judgedChecks(score: Scored): JudgedCheck[] {
  const { checks, detail, passed } = score;
  const whole: JudgedCheck = { id: "", label: "", judge: passed ? "pass" : "fail" };
  if (isJsonObject(detail) && isJsonObject(detail.graph) && Array.isArray(detail.path)) {
    const answers = isJsonObject(detail.judge) ? Object.keys(detail.judge).length : 0;
    return answers > 0 || detail.leaf !== undefined ? [whole] : [];
  }
  if (checks.length === 0) return [whole];
  const asked = checks.filter((check) => !isByCode(check, score));
  // Among verdicts that count, one without a value says that the criterion does not apply.
  const haveValues = asked.some(({ value }) => value !== undefined);
  return asked.map(({ id, label, verdict, ok, value }) => {
    const decided = verdict !== "tie" && !(haveValues && value === undefined);
    return { id, label, judge: !decided ? "none" : ok ? "pass" : "fail" };
  });
}

/** Checks that no judge was asked about: skipped ones, sums over others, lines that were never said, decisions of code. */
function isByCode({ id, status, verdict, reason }: Check, { detail }: Scored): boolean {
  const sums = isJsonObject(detail) && Array.isArray(detail.also) ? detail.also : [];
  const isSum = sums.some((sum) => isJsonObject(sum) && sum.id === id);
  return status === "skipped" || verdict === "unsaid" || isSum || codeReason.test(reason);
}

/** As a rubric words it; a dimension that lowers the score begins with its points. */
const codeReason = /^(?:-?[\d.]+ of -?[\d.]+(?:, under its floor of -?[\d.]+)?: )?by code: /;
