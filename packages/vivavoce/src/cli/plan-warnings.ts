import { inSentences } from "../base/index.ts";
import { sameFamilyWarning } from "../calibration/index.ts";
import type { RunOptions, SuitePlan } from "../run/index.ts";
import { cleanText } from "./print.ts";

/** The warnings to show before suites are played or scored, each once. */
export function warningsOf(plans: readonly SuitePlan[], options: Pick<RunOptions, "agent">): Set<string> {
  return new Set(plans.flatMap((plan) => [...plan.warnings.map(showWarning), ...familyWarning(plan, options)]));
}

/** A judge tends to favour models of its own family; a stand-in belongs to no family. */
function familyWarning({ metrics, models }: SuitePlan, { agent }: Pick<RunOptions, "agent">): string[] {
  const asked = metrics.some((metric) => metric.judged) && models.choices.agent && models.choices.judge;
  const warning = asked && agent === undefined ? sameFamilyWarning(models.id("judge"), models.id("agent")) : undefined;
  return warning === undefined ? [] : [warning];
}

function showWarning({ place, ...problem }: SuitePlan["warnings"][number]): string {
  return cleanText(inSentences({ ...problem, place: place && { file: place.file, line: place.line } }));
}
