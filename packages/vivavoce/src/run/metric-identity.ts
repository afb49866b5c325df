import { hashOf } from "../base/index.ts";
import type { SuitePlan } from "./plan.ts";

/** A metric's identity within a run: its own, and for a judged one the judge's model and parameters. */
export function metricIdentity(plan: Pick<SuitePlan, "metrics" | "models">, index: number): string {
  const metric = plan.metrics[index];
  if (!metric) throw new RangeError(`there is no metric ${index}`);
  const { hash } = metric.identity;
  if (!metric.judged) return hash;
  const known = judgedIdentities.get(plan.models) ?? new Map<string, string>();
  judgedIdentities.set(plan.models, known);
  const identity = known.get(hash) ?? hashOf([hash, plan.models.judgeIdentity]);
  known.set(hash, identity);
  return identity;
}

/** By the hashes of metrics: every trial asks for them. */
const judgedIdentities = new WeakMap<SuitePlan["models"], Map<string, string>>();
