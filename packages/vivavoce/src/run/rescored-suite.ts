import type { StoredSuite, SuiteHeader } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";
import { suiteHeader } from "./suite-header.ts";

/** A stored suite as it is once metrics have scored it again: `scored` names them, empty means all. Others stay. */
export function rescoredSuite(before: StoredSuite, plan: SuitePlan, scored: readonly string[]): StoredSuite {
  const now = suiteHeader(plan, "").header.metrics;
  const kept = new Map(before.header.metrics.map((metric) => [metric.name, metric]));
  const isNew = (name: string) => scored.length === 0 || scored.includes(name);
  const current = now.flatMap((metric) => (isNew(metric.name) ? metric : (kept.get(metric.name) ?? [])));
  // A metric that the suite no longer has is still shown, but no longer decides.
  const gone = before.header.metrics
    .filter(({ name }) => !now.some((metric) => metric.name === name))
    .map((metric) => ({ ...metric, gating: false }));
  const models = scored.length === 0 ? withJudges(before.header.models, plan) : before.header.models;
  return { ...before, header: { ...before.header, metrics: [...current, ...gone], models } };
}

function withJudges(before: SuiteHeader["models"], { models }: SuitePlan): SuiteHeader["models"] {
  const others = typeof before === "object" && before !== null ? before : {};
  const judges = Object.keys(models.choices).filter((name) => name !== "agent" && name !== "user");
  return { ...others, ...Object.fromEntries(judges.map((name) => [name, models.id(name)])) };
}
