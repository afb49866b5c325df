import { hashOf, sha256 } from "../base/index.ts";
import type { RunHeader } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";
import { suiteHeader } from "./suite-header.ts";

/**
 * The identity of a whole plan, the same on every machine that plays a shard of it: suites, agents, metrics, models,
 * options, and the cases under each variant. Not the gates: they decide only when the shards are merged.
 */
export function planIdentity(plans: readonly SuitePlan[], options: RunHeader["options"], root: string): string {
  const suites = plans.map((plan) => {
    const { name, header } = suiteHeader(plan, root);
    const { gate: _gate, ...facts } = header;
    const variants = facts.variants.map(({ cases: _cases, planned: _planned, ...variant }) => variant);
    return { name, ...facts, variants, cases: plan.variants.map(({ cases, whole = cases }) => idsOf(plan, whole)) };
  });
  const { shard, ...others } = options;
  return hashOf({ suites, options: others, shards: shard?.count });
}

function idsOf({ cases }: SuitePlan, indexes: Uint32Array): string {
  return sha256(Array.from(indexes, (index) => JSON.stringify([cases.id(index), cases.hash(index)])).join("\n"));
}
