import { InputError, version } from "../base/index.ts";
import {
  type ComparisonDecision,
  comparability,
  decide,
  decideAgainstBaseline,
  type GatePolicy,
  pairResults,
  type RunFacts,
  type VariantResult,
} from "../gate/index.ts";
import { headerOf, readSuiteResults, type SuitePlan, suiteHeader } from "../run/index.ts";
import type { Store, StoredRun, StoredSuite } from "../store/index.ts";
import { type Compared, comparePairs, comparisonsIn, refusalsIn } from "./comparing.ts";
import type { Reference } from "./reference.ts";

/** One suite of a run, decided against its baseline. */
export interface AgainstBaseline {
  compared: Compared[];
  decision: ComparisonDecision;
}

/**
 * Refuses, before a case is played or a cent spent, what could not be compared afterwards. A suite that the baseline
 * does not know is played all the same and decided by its own gates.
 */
export async function refuseIncomparable(
  store: Store,
  reference: Reference,
  plans: readonly SuitePlan[],
  root: string,
): Promise<void> {
  const planned = plans.flatMap((plan) => plannedResults(plan, root).map((after) => ({ after, gate: plan.gate })));
  const { pairs } = pairResults(
    reference.results,
    planned.map(({ after }) => after),
  );
  if (pairs.length === 0) throw noSuiteInCommon(reference, plans);
  const compared = pairs.flatMap(({ before, after }): Compared[] => {
    const policy = planned.find((one) => one.after === after)?.gate ?? {};
    const found = comparability(before, after, policy.primary);
    if (found.kind === "comparable") return [];
    return [{ before, after, policy, result: { kind: "refused", refusal: found, changes: [] } }];
  });
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
}

/** What a plan will come to, without values: its cases are known, how they end is not. */
function plannedResults(plan: SuitePlan, root: string): VariantResult[] {
  const suite = suiteHeader(plan, root);
  const run = { id: "to be played", createdAt: 0, header: { viva: version } };
  return plan.variants.map(({ variant, cases }) => ({
    ...headerOf(run, suite, variant),
    cases: [...cases].map((index) => ({
      caseId: plan.cases.id(index),
      caseHash: plan.cases.hash(index),
      tags: [],
      trials: {},
      values: {},
    })),
  }));
}

function noSuiteInCommon({ name, results }: Reference, plans: readonly SuitePlan[]): InputError {
  const known = [...new Set(results.map(({ suite }) => suite))].join(", ");
  const wanted = plans.map(({ loaded }) => loaded.suite.name).join(", ");
  return new InputError({
    message: `${name} is a baseline of ${known}, not of ${wanted}`,
    remedy: "Name one of the same suite.",
  });
}

/** Compares a suite of a stored run with its baseline, under each variant, and decides; undefined where it has none. */
export async function decideSuiteAgainst(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { reference, facts, policy }: { reference: Reference; facts: RunFacts; policy: GatePolicy },
): Promise<AgainstBaseline | undefined> {
  const own = decide(facts, policy);
  // What was cut short, or what an outage spoiled, is decided by that and is not worth comparing.
  if (own.verdict === "error") return { compared: [], decision: own };
  const { pairs } = pairResults(reference.results, await readSuiteResults(store, run, suite));
  if (pairs.length === 0) return undefined;
  const compared = comparePairs(pairs, policy);
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
  return { compared, decision: decideAgainstBaseline(facts, comparisonsIn(compared), policy) };
}
