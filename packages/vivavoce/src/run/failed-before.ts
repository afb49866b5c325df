import type { FailedCase } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";

/** The trials that `--failed` chose, so that a resume can choose the same. */
export function failedBefore(plans: readonly SuitePlan[]): (FailedCase & { suite: string })[] {
  return plans.flatMap(({ loaded, cases, variants }) =>
    variants.flatMap((planned) =>
      Array.from(planned.whole ?? planned.cases, (index) => {
        return { suite: loaded.suite.name, caseId: cases.id(index), variant: planned.variant };
      }),
    ),
  );
}
