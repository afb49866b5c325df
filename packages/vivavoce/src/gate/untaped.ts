import { plural } from "../base/index.ts";
import type { Decision, Reason, VariantSummary } from "../shape/index.ts";

/** "2 of 3 cases have no tape: npx viva run desk.eval.ts --record missing", for each variant that lacks some. */
export function untapedReasons(summaries: readonly VariantSummary[]): Reason[] {
  return summaries.flatMap(({ untaped, repeats }) => {
    if (!untaped) return [];
    const { cases, of, trials, record } = untaped;
    const some = trials < cases * (repeats?.k ?? 1) ? " for some of the repeats" : "";
    const text = `${cases} of ${plural(of, "case")} ${cases === 1 ? "has" : "have"} no tape${some}: ${record}`;
    return [{ kind: "no-tape", text, figures: { ...untaped } }];
  });
}

/** The decision with the number of cases that the suite leaves out for lack of a tape: every verdict says it. */
export function namingLeftOut(decided: Decision, left: string | undefined): Decision {
  if (left === undefined) return decided;
  if (decided.reasons.some(({ text }) => text === left)) return { ...decided, leftOut: left };
  const reasons: Reason[] = [...decided.reasons, { kind: "left-out", text: left }];
  return { ...decided, reasons, reason: `${decided.reason}; ${left}`, leftOut: left };
}

/** "20 cases without a tape were left out"; undefined if none was. */
export function leftOutText(summaries: readonly Pick<VariantSummary, "withoutTape">[]): string | undefined {
  const left = summaries.reduce((sum, { withoutTape = 0 }) => sum + withoutTape, 0);
  return left === 0 ? undefined : `${plural(left, "case")} without a tape ${left === 1 ? "was" : "were"} left out`;
}
