import { InputError, version } from "../base/index.ts";
import {
  comparability,
  type Decision,
  type GatePolicy,
  pairResults,
  type VariantResult,
  worseOf,
} from "../gate/index.ts";
import type { Style } from "../report/index.ts";
import { headerOf, readSuite } from "../results/index.ts";
import { type SuitePlan, suiteHeader } from "../run/index.ts";
import type { Store, StoredRun, StoredSuite } from "../store/index.ts";
import { type ComparedPair, comparedText, comparePairs, comparisonsIn, refusalsIn } from "./comparing.ts";
import type { Reference } from "./reference.ts";

/**
 * Refuses a run that could not be compared afterwards, before a case is played or money spent. A suite that the
 * baseline does not hold is still played, and its own gates decide it.
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
  const compared = pairs.flatMap(({ before, after }): ComparedPair[] => {
    const policy = planned.find((one) => one.after === after)?.gate ?? {};
    const found = comparability(before, after, policy.primary);
    if (found.kind === "comparable") return [];
    return [{ before, after, policy, result: { kind: "refused", refusal: found, changes: [] } }];
  });
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
}

/** The result that a plan will produce, without values: its cases are known, their scores are not. */
function plannedResults(plan: SuitePlan, root: string): VariantResult[] {
  const suite = suiteHeader(plan, root);
  const run = { id: "to be played", createdAt: 0, header: { viva: version } };
  return plan.variants.map(({ variant, cases }) => ({
    ...headerOf(run, suite, variant),
    planned: 0,
    cases: [...cases].map((index) => {
      return { caseId: plan.cases.id(index), caseHash: plan.cases.hash(index), tags: [], trials: [] };
    }),
  }));
}

function noSuiteInCommon({ name, results }: Reference, plans: readonly SuitePlan[]): InputError {
  const known = [...new Set(results.map(({ suite }) => suite))].join(", ");
  const wanted = plans.map(({ loaded }) => loaded.suite.name).join(", ");
  return new InputError({
    message: `${name} is a baseline of ${known}, not of ${wanted}`,
    remedy: "Name a baseline of the same suite.",
  });
}

/** The decision on a suite: by its own gates, and against its baseline if it has one. */
export type DecidedSuite = Decision & {
  suite: string;
  /** The comparisons, one for each variant; undefined if the baseline does not hold the suite. */
  compared: ComparedPair[] | undefined;
  /** Variants that the baseline does not have. */
  unmatched: string[];
};

/** Adds a baseline's comparison to the decision that a stored suite's own gates have made. */
export async function decideAgainst(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { own, reference, policy }: { own: Decision; reference: Reference | undefined; policy: GatePolicy },
): Promise<DecidedSuite> {
  const alone = { suite: suite.name, ...own, compared: reference ? undefined : [], unmatched: [] };
  if (!reference) return alone;
  // An interruption or an outage already decides the suite, so a comparison would add nothing.
  if (own.verdict === "error") return { ...alone, compared: [] };
  const { pairs, unmatched } = pairResults(reference.results, (await readSuite(store, run, suite)).variants);
  if (pairs.length === 0) return alone;
  const compared = comparePairs(pairs, policy, { baseline: reference.kind !== "run" });
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
  const decisions = comparisonsIn(compared).map(({ decision }) => decision);
  return { suite: suite.name, ...worseOf(own, decisions), compared, unmatched };
}

/** The decision as reports have it. */
export function decisionOf({ suite, verdict, exitCode, reason }: DecidedSuite): Decision & { suite: string } {
  return { suite, verdict, exitCode, reason };
}

/** The comparisons of a suite in words. */
export async function againstTexts(
  store: Store,
  { suite, compared, unmatched }: DecidedSuite,
  reference: Reference | undefined,
  style: Style,
): Promise<string[]> {
  if (!reference) return [];
  if (!compared) return [`${reference.name} has no baseline for ${suite}: only its own gates count\n`];
  const texts = unmatched.map((one) => `${reference.name} has no baseline for ${one}: only its own gates count\n`);
  for (const one of compared) texts.push(...(await comparedText(store, one, { style })).map((text) => `${text}\n`));
  return texts;
}
