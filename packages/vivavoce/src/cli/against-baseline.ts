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
  /** What it was compared with, under each variant. */
  compared: ComparedPair[];
};

/** Adds a baseline's comparison to the decision that a stored suite's own gates have made. */
export async function decideAgainst(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { own, reference, policy }: { own: Decision; reference: Reference | undefined; policy: GatePolicy },
): Promise<DecidedSuite> {
  const alone = { suite: suite.name, ...own, compared: [] };
  // What was cut short, or what an outage spoiled, is decided by that and is not worth comparing.
  if (!reference || own.verdict === "error") return alone;
  const { pairs, unmatched } = pairResults(reference.results, (await readSuite(store, run, suite)).variants);
  const unknown = pairs.length === 0 ? [suite.name] : unmatched;
  const note =
    unknown.length === 0
      ? undefined
      : `${reference.name} has no baseline for ${unknown.join(", ")}: only its own gates count`;
  const compared = comparePairs(pairs, policy, { baseline: reference.kind !== "run" });
  const refused = await refusalsIn(store, compared);
  if (refused.length > 0) throw new InputError(refused);
  const decisions = comparisonsIn(compared).map(({ decision }) => decision);
  return { suite: suite.name, ...worseOf(own, decisions), compared, ...(note === undefined ? {} : { note }) };
}

/** The decision as reports have it. */
export function decisionOf({ suite, verdict, exitCode, reason, note }: DecidedSuite): Decision & { suite: string } {
  return { suite, verdict, exitCode, reason, ...(note === undefined ? {} : { note }) };
}

/** The comparisons of a suite in words. */
export async function againstTexts(store: Store, { compared, note }: DecidedSuite, style: Style): Promise<string[]> {
  const texts = note === undefined ? [] : [`${note}\n`];
  for (const one of compared) texts.push(...(await comparedText(store, one, { style })).map((text) => `${text}\n`));
  return texts;
}
