import { plural, safeLine } from "../base/index.ts";
import type { powerOf } from "../gate/index.ts";
import type { OneRunPlan, Plan } from "../stats/index.ts";
import { showCount } from "./figures.ts";

/** How many cases a comparison needs, and the runs that this is estimated from. */
export function powerText({ measure, goal, cases, repeats, from }: NonNullable<ReturnType<typeof powerOf>>): string {
  const [what, end] =
    "margin" in goal
      ? [`to settle a margin of ${goal.margin}`, "a comparison passes four times out of five if nothing really changed"]
      : [`to detect a change of ${goal.detect}`, "a comparison shows it four times out of five"];
  const played = `${plural(cases, "case")}${repeats > 1 ? ` × ${plural(repeats, "repeat")}` : ""}`;
  const rest =
    from.kind === "two runs"
      ? `from ${played} in the runs ${from.runs.map((run) => safeLine(run, 20)).join(" and ")}`
      : `from ${played} in run ${safeLine(from.run, 20)} alone; ${secondSample(from)}`;
  return `  ${safeLine(measure, 60)}: ${what}\n    ${"reason" in from.plan ? from.plan.reason : `with ${needed(from.plan)} ${end}`}\n    ${rest}`;
}

function secondSample({ sameAnswers }: { sameAnswers?: string | undefined }): string {
  return sameAnswers === undefined
    ? "a second run of the same agent gives an estimate"
    : `run ${safeLine(sameAnswers, 20)} has the same answers, so there is no second sample: play live, without --cache and --replay`;
}

function needed(plan: Plan | OneRunPlan): string {
  if ("cases" in plan) {
    return `about ${plural(plan.cases, "case")} in all (${showCount(plan.from)} to ${showCount(plan.to)})`;
  }
  return plan.to === undefined
    ? `at least ${plural(plan.from, "case")}`
    : `${showCount(plan.from)} to ${plural(plan.to, "case")}`;
}
