import { InputError, LateInputError, version } from "../base/index.ts";
import { comparability, pairResults } from "../gate/index.ts";
import { type CompareAnswer, compareAnswer, comparedText, refusalsIn } from "../report/index.ts";
import { type ComparedPair, type DecidedSuite, headerOf, type Reference, readResults } from "../results/index.ts";
import { type SuitePlan, suiteHeader } from "../run/index.ts";
import type { StoredRun, SuiteDecision, VariantResult } from "../shape/index.ts";
import { refuse } from "./command.ts";
import type { Desk } from "./surroundings.ts";

/**
 * Refuses a run that could not be compared afterwards, before a case is played or money spent. A suite that the
 * baseline does not hold is still played, and its own gates decide it.
 */
export async function refuseIncomparable(
  { store, invocation, project: { root } }: Desk,
  reference: Reference,
  plans: readonly SuitePlan[],
  options: StoredRun["header"]["options"],
): Promise<void> {
  const planned = plans.flatMap((plan) =>
    plannedResults(plan, root, options).map((after) => ({ after, gate: plan.gate })),
  );
  const after = planned.map((one) => one.after);
  const { pairs } = pairResults(reference.results, after);
  const known = [...new Set(reference.results.map(({ suite }) => suite))].join(", ");
  const wanted = plans.map(({ loaded }) => loaded.suite.name).join(", ");
  const message = `${reference.name} is a baseline of ${known}, not of ${wanted}`;
  refuse(pairs.length === 0, message, "Name a baseline of the same suite.");
  const compared = pairs.flatMap(({ before, after }): ComparedPair[] => {
    const policy = planned.find((one) => one.after === after)?.gate ?? {};
    const found = comparability(before, after, policy.primary);
    if (found.kind === "comparable") return [];
    return [{ before, after, policy, result: { kind: "refused", refusal: found, changes: [] } }];
  });
  const refused = await refusalsIn(store, compared, invocation);
  if (refused.length > 0) throw new InputError(refused);
}

/** The result that a plan will produce, without values: its cases are known, their scores are not. */
function plannedResults(plan: SuitePlan, root: string, options: StoredRun["header"]["options"]): VariantResult[] {
  const suite = suiteHeader(plan, root);
  const run = { id: "to be played", createdAt: 0, header: { viva: version, node: process.versions.node, options } };
  return plan.variants.map(({ variant, cases }) => ({
    ...headerOf(run, suite, variant),
    planned: 0,
    cases: [...cases].map((index) => {
      return { caseId: plan.cases.id(index), caseHash: plan.cases.hash(index), tags: [], trials: [] };
    }),
  }));
}

/** Ends a command whose comparison was refused, with what to do. */
export async function refuseNotComparable(
  { store, invocation }: Desk,
  decided: readonly Pick<DecidedSuite, "compared">[],
) {
  const compared = decided.flatMap((one) => one.compared);
  const refused = await refusalsIn(store, compared, invocation);
  if (refused.length > 0) throw new LateInputError(refused);
}

/** The comparison of a run with its baseline, for reports. */
export async function comparisonWith(
  desk: Desk,
  run: StoredRun,
  reference: Reference | undefined,
  decided: readonly DecidedSuite[],
  /** Suites of the baseline that the run should have and does not. */
  gone: readonly string[] = [],
): Promise<CompareAnswer | undefined> {
  const pairs = decided.flatMap(({ compared }) => compared);
  if (!reference || pairs.length === 0) return undefined;
  const after: Reference = { kind: "run", name: run.id, results: await readResults(desk.store, run) };
  const missing = gone.map((suite) => `${suite} is only in the baseline`);
  const notCompared = [...decided.flatMap(({ note }) => note ?? []), ...missing];
  return compareAnswer(desk, { before: reference, after, pairs, notCompared, open: false, decisions: decided });
}

/** The decision as reports have it. */
export function decisionOf({ summaries: _summaries, compared: _compared, ...decision }: DecidedSuite): SuiteDecision {
  return decision;
}

/** The comparisons of a suite in words. */
export async function againstTexts(desk: Desk, { compared, note }: DecidedSuite): Promise<string[]> {
  const texts = note === undefined ? [] : [`${note}\n`];
  const settings = { style: desk.style, verdict: false };
  for (const one of compared) texts.push(...(await comparedText(desk, one, settings)).map((text) => `${text}\n`));
  return texts;
}
