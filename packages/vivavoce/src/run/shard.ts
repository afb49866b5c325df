import { InputError, sha256 } from "../base/index.ts";
import type { Shard } from "../shape/index.ts";
import { type SuitePlan, suiteProblem, withVariants } from "./plan.ts";

/** Cases that must be played on the same machine: those of a cluster, or a single case. */
interface Unit {
  /** Names it, whatever other cases there are. */
  name: string;
  suite: SuitePlan;
  cases: Set<number>;
  trials: number;
}

/**
 * Narrows plans to one of several shards. All variants and repeats of a case, and all cases of a cluster, are in the same
 * shard, so that what is compared in pairs or counted as one unit was played on one machine.
 */
export function planShard(plans: readonly SuitePlan[], { index, count }: Shard): SuitePlan[] {
  if (count > 1) refuseUnpinnedSteps(plans);
  const own = new Map<SuitePlan, Set<number>>(plans.map((plan) => [plan, new Set()]));
  for (const [unit, shard] of divide(plans.flatMap(unitsOf), count))
    if (shard === index) for (const one of unit.cases) own.get(unit.suite)?.add(one);
  return plans.map((plan) => {
    const variants = plan.variants.map((variant) => {
      const cases = variant.cases.filter((one) => own.get(plan)?.has(one));
      return { ...variant, cases, whole: variant.cases };
    });
    return withVariants(plan, variants);
  });
}

/** Each machine would have its own steps made by the judge, and so another metric. */
function refuseUnpinnedSteps(plans: readonly SuitePlan[]): void {
  const problems = plans.flatMap(({ mode, metrics, loaded }) => {
    const unpinned = mode.kind === "replay" ? [] : metrics.filter(({ prepare }) => prepare !== undefined);
    return unpinned.map(({ name }) => {
      const message = `${name} has its evaluation steps made by the judge, and every shard would get other steps`;
      return suiteProblem(loaded, message, "Pin the steps first, and commit the file: viva steps --write.");
    });
  });
  if (problems.length > 0) throw new InputError(problems);
}

function unitsOf(plan: SuitePlan): Unit[] {
  const suite = plan.loaded.suite.name;
  const units = new Map<string, Unit>();
  for (const { cases } of plan.variants) {
    for (const index of cases) {
      const id = plan.cases.id(index);
      const cluster = plan.clusters?.get(id);
      const name = JSON.stringify(cluster === undefined ? [suite, "case", id] : [suite, "cluster", cluster]);
      const unit = units.get(name) ?? { name, suite: plan, cases: new Set(), trials: 0 };
      unit.cases.add(index);
      unit.trials += plan.repeat;
      units.set(name, unit);
    }
  }
  return [...units.values()];
}

/**
 * Gives each unit a shard, from 1. A hash of its name says where to begin, and it gets the first shard from there that
 * is not full, so a new case moves few others. Large units choose first. Once no shard has room, the one with the
 * least to do gets the unit: shards of single cases differ by one case at most.
 */
function divide(units: readonly Unit[], count: number): Map<Unit, number> {
  const loads = new Float64Array(count);
  const load = (shard: number) => loads[shard] ?? 0;
  const full = Math.floor(units.reduce((sum, { trials }) => sum + trials, 0) / count);
  const hashed = units.map((unit) => ({ unit, hash: sha256(unit.name) }));
  hashed.sort((a, b) => b.unit.trials - a.unit.trials || (a.hash < b.hash ? -1 : 1));
  const chosen = new Map<Unit, number>();
  for (const { unit, hash } of hashed) {
    const first = Number.parseInt(hash.slice(0, 8), 16) % count;
    let shard = first;
    for (let step = 0; step < count; step++) {
      const next = (first + step) % count;
      if (load(next) < load(shard)) shard = next;
      if (load(next) + unit.trials > full) continue;
      shard = next;
      break;
    }
    loads[shard] = load(shard) + unit.trials;
    chosen.set(unit, shard + 1);
  }
  return chosen;
}
