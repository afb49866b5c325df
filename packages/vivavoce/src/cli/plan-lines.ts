import { plural } from "../base/index.ts";
import { type Style, showCost } from "../report/index.ts";
import type { Estimate, SuitePlan } from "../run/index.ts";

/** A suite's plan, with an estimate if models are asked. */
export interface EstimatedPlan {
  plan: SuitePlan;
  estimate: Estimate | undefined;
}

/** The plan of a suite and its rough cost, shown before a model is asked. */
export function showPlan({ plan, estimate }: EstimatedPlan, style: Style, maxCost: number | undefined): string {
  const { loaded, planned, cases, variants, repeat, users, mode } = plan;
  const shape = [
    plural(cases.size, "case"),
    ...(variants.length > 1 ? [plural(variants.length, "variant")] : []),
    ...(users !== undefined || repeat > 1 ? [plural(repeat, users === undefined ? "repeat" : "user")] : []),
  ].join(" × ");
  // A case may be left out under some variants: it has no tape there, or --failed chose it under another.
  const all = planned === cases.size * variants.length * repeat;
  const trials = all ? `${shape} = ${plural(planned, "trial")}` : `${plural(planned, "trial")} of ${shape}`;
  const head = `plan: ${style.bold(loaded.suite.name)}   ${trials}, ${mode.kind}`;
  if (!estimate) return `${head}   0 live calls, $0.00\n`;
  const { calls, most, cost, basis, pricesAsOf } = estimate;
  // Calls that the agent makes with its own client are not known beforehand.
  if (calls === 0) return `${head}   ${plan.loaded.suite.models ? "no model is asked" : "no model is named"}\n`;
  const limit = maxCost === undefined ? "" : `, limit ${showCost(maxCost)}`;
  const dated = cost === undefined || pricesAsOf === undefined ? "" : `, at prices of ${pricesAsOf}`;
  return `${head}   about ${plural(calls, "call")}${most === undefined ? "" : ` (at most ${most}, if conversations are repeated because the simulated user spoiled them)`}, ${cost === undefined ? "cost unknown" : `about ${showCost(cost)}`}${limit} (from ${basis}${dated})\n`;
}
