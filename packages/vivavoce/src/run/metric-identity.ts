import { hashOf } from "../base/index.ts";
import type { SuitePlan } from "./plan.ts";

/** A metric's identity within a run: its own, and for a judged one the judge's model and parameters. */
export function metricIdentity(plan: Pick<SuitePlan, "metrics" | "models">, index: number): string {
  const metric = plan.metrics[index];
  if (!metric) throw new RangeError(`there is no metric ${index}`);
  return metric.judged ? hashOf([metric.identity.hash, plan.models.judgeIdentity]) : metric.identity.hash;
}
