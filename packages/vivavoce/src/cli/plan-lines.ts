import { plural } from "../base/index.ts";
import { type Style, showCost } from "../report/index.ts";
import type { Estimate, SuitePlan } from "../run/index.ts";

/** A suite's plan, with what it will roughly take where models are asked. */
export interface EstimatedPlan {
  plan: SuitePlan;
  estimate: Estimate | undefined;
}

/** The plan of a suite and what it will roughly cost, shown before anything is asked of a model. */
export function showPlan({ plan, estimate }: EstimatedPlan, style: Style, maxCost: number | undefined): string {
  const { loaded, planned, cases, variants, repeat, users, mode } = plan;
  const shape = [
    plural(cases.size, "case"),
    ...(variants.length > 1 ? [plural(variants.length, "variant")] : []),
    ...(users !== undefined || repeat > 1 ? [plural(repeat, users === undefined ? "repeat" : "user")] : []),
  ].join(" × ");
  // Not every case need be played under every variant: one may lack a tape there, or have failed under another.
  const all = planned === cases.size * variants.length * repeat;
  const trials = all ? `${shape} = ${plural(planned, "trial")}` : `${plural(planned, "trial")} of ${shape}`;
  const head = `plan: ${style.bold(loaded.suite.name)}   ${trials}, ${mode.kind}`;
  if (!estimate) return `${head}   0 live calls, $0.00\n`;
  const { calls, most, cost, basis, pricesAsOf } = estimate;
  // What the agent asks with a client of its own is known only when it has asked.
  if (calls === 0) return `${head}   ${plan.loaded.suite.models ? "no model is asked" : "no model is named"}\n`;
  const limit = maxCost === undefined ? "" : `, limit ${showCost(maxCost)}`;
  const dated = cost === undefined || pricesAsOf === undefined ? "" : `, at prices of ${pricesAsOf}`;
  return `${head}   about ${plural(calls, "call")}${most === undefined ? "" : ` (at most ${most}, if simulated users spoil conversations)`}, ${cost === undefined ? "cost unknown" : `about ${showCost(cost)}`}${limit} (from ${basis}${dated})\n`;
}
