import type { CaseValues, TrialValues, VariantResult } from "../shape/index.ts";
import type { CasePair, Comparability } from "./comparability.ts";
import { tolerance } from "./policy.ts";
import type { testMeasure } from "./test-measure.ts";

/** The cases of the baseline that the new run no longer has, or has in other words: as recorded before, and failed now. */
export function removedPairs({ cases }: VariantResult, { changed, onlyBefore }: Comparability["cases"]): CasePair[] {
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

type Tested = NonNullable<ReturnType<typeof testMeasure>>;

/** A measure with the removed cases, beside the same without them. A drop by the whole margin does not pass: nobody saw it. */
export function countedAsFailed(
  { difference, lower, upper, verdict }: Tested,
  alone: Pick<Tested, "verdict"> & { margin: number },
) {
  const holds = verdict === "pass" && (difference ?? -1) > -alone.margin + tolerance;
  /** Without the removed cases it passes, and with them it does not. */
  const undoesPass = alone.verdict === "pass" && !holds;
  return { difference, lower, upper, undoesPass };
}
