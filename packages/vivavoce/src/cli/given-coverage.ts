import { listed, plural, sameJson } from "../base/index.ts";
import type { SuitePlan } from "../run/index.ts";
import type { GivenTrial } from "../shape/index.ts";

/** What of the suite the transcripts cover, and what they are not measured by. */
export function givenCoverage(
  plan: SuitePlan,
  suite: SuitePlan,
  { trials, elsewhere }: { trials: readonly GivenTrial[]; elsewhere: number },
): string[] {
  const lines: string[] = [];
  const { size } = suite.cases;
  for (const { variant, cases, withoutTranscript = 0, repeat = 1 } of plan.variants) {
    const ids = new Map<string, number>();
    for (const trial of trials.filter((one) => sameJson(one.variant, variant)))
      ids.set(trial.caseId, (ids.get(trial.caseId) ?? 0) + 1);
    const planned = [...cases].map((index) => plan.cases.id(index));
    const without = planned.filter((id) => !ids.has(id));
    if (withoutTranscript > 0) lines.push(`${withoutTranscript} of ${size} cases have no transcript and are left out`);
    if (without.length > 0)
      lines.push(
        `${without.length} of ${plural(size, "case")} have no transcript and stay pending: ${listed(without, 10)}. --only-given leaves them out.`,
      );
    const fewer = planned.filter((id) => (ids.get(id) ?? repeat) < repeat);
    if (fewer.length > 0)
      lines.push(`of ${listed(fewer, 10)} there are fewer than ${repeat} transcripts: the others stay pending`);
  }
  if (size > 0 && trials.every(({ own }) => own))
    lines.push(
      `no transcript belongs to one of the ${plural(size, "case")} of suite ${suite.loaded.suite.name}: none of them is examined`,
    );
  const free = trials.filter(({ own }) => own && Object.keys(own.case.expect).length === 0).length;
  if (free > 0)
    lines.push(`${plural(free, "transcript")} without expectations: metrics that need them are skipped there`);
  if (elsewhere > 0) lines.push(`${plural(elsewhere, "transcript")} of other suites left out`);
  return lines;
}
