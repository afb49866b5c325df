import { listed, plural } from "../base/index.ts";
import type { CaseValues, TrialValues, VariantResult } from "../shape/index.ts";
import type { CaseDifferences, CasePair } from "./comparability.ts";
import { tolerance } from "./policy.ts";
import type { TestedUnits } from "./test-measure.ts";

/** A measure with the cases that were removed since the baseline, as recorded before and failed now. */
export interface WithRemoved extends Pick<TestedUnits, "difference" | "lower" | "upper"> {
  /** Without them it passes, and with them it does not. */
  undoesPass: boolean;
}

/** The cases of the baseline that the new run no longer has, or has in other words: as recorded before, and failed now. */
export function removedPairs({ cases }: VariantResult, { changed, onlyBefore }: CaseDifferences): CasePair[] {
  const gone = new Set([...changed, ...onlyBefore]);
  return cases.filter(({ caseId }) => gone.has(caseId)).map((before) => ({ before, after: failedNow(before) }));
}

function failedNow({ trials, means, ...facts }: CaseValues): CaseValues {
  const failed = trials.map((trial): TrialValues => {
    const { repeat, status, values, skipped } = trial;
    const result = { repeat, status: status === "skipped" ? status : ("failed" as const), values: zeros(values) };
    return skipped ? { ...result, skipped } : result;
  });
  return { ...facts, trials: failed, ...(means ? { means: zeros(means) } : {}) };
}

function zeros(values: TrialValues["values"]): TrialValues["values"] {
  return Object.fromEntries(Object.keys(values).map((name) => [name, 0]));
}

/** A measure with the removed cases, beside the same without them. A drop by the whole margin does not pass: nobody saw it. */
export function countedAsFailed(
  { difference, lower, upper, verdict }: TestedUnits,
  alone: Pick<TestedUnits, "verdict"> & { margin: number },
): WithRemoved {
  const holds = verdict === "pass" && (difference ?? -1) > -alone.margin + tolerance;
  return { difference, lower, upper, undoesPass: alone.verdict === "pass" && !holds };
}

/** "2 cases that were removed or rewritten since the baseline (a, b)" */
export function removedText({ changed, onlyBefore }: CaseDifferences): string {
  const gone = [...onlyBefore, ...changed];
  const were = gone.length === 1 ? "was" : "were";
  return `${plural(gone.length, "case")} that ${were} removed or rewritten since the baseline (${listed(gone, 5)})`;
}
