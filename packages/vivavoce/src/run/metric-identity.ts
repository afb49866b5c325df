import { hashOf, isJsonObject } from "../base/index.ts";
import type { MetricHeader } from "../shape/index.ts";
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

/** What makes up the identity of a judged metric, as far as a change of it can be named. */
export function metricQuestion({ metrics, models }: Pick<SuitePlan, "metrics" | "models">, index: number) {
  const metric = metrics[index];
  if (!metric?.judged) return undefined;
  const { name, version, parts } = metric.identity;
  const named = Object.entries(isJsonObject(parts) ? parts : { parts });
  const asked = metric.judges ?? ["judge"];
  const question: NonNullable<MetricHeader["question"]> = {
    judges: asked.filter((role) => Object.hasOwn(models.choices, role)).map((role) => models.id(role)),
    settings: short(models.judgeIdentity),
    parts: Object.fromEntries(
      [["name and version", [name, version]] as const, ...named].map(([part, value]) => [part, short(value)]),
    ),
  };
  return question;
}

const short = (value: Parameters<typeof hashOf>[0]) => hashOf(value).slice(0, 12);
