import { exitCodes, InputError, LateInputError, type Problem, version } from "../base/index.ts";
import {
  comparability,
  type Decision,
  type GatePolicy,
  pairResults,
  type VariantResult,
  worseOf,
} from "../gate/index.ts";
import {
  type CompareAnswer,
  type ComparedPair,
  compareAnswer,
  comparedText,
  comparePairs,
  comparisonsIn,
  refusalsIn,
  type Style,
  verdictSentence,
  withAgain,
} from "../report/index.ts";
import { headerOf, type Reference, readResults, readSuite } from "../results/index.ts";
import { type DecideAgainst, type SuitePlan, suiteHeader } from "../run/index.ts";
import type { Store, StoredRun, StoredSuite } from "../store/index.ts";
import { invocation } from "./invocation.ts";

/**
 * Refuses a run that could not be compared afterwards, before a case is played or money spent. A suite that the
 * baseline does not hold is still played, and its own gates decide it.
 */
export async function refuseIncomparable(
  store: Store,
  reference: Reference,
  plans: readonly SuitePlan[],
  { root, options }: { root: string; options: StoredRun["header"]["options"] },
): Promise<void> {
  const planned = plans.flatMap((plan) =>
    plannedResults(plan, root, options).map((after) => ({ after, gate: plan.gate })),
  );
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
  const refused = await refusalsIn(store, compared, invocation());
  if (refused.length > 0) throw new InputError(refused);
}

/** The result that a plan will produce, without values: its cases are known, their scores are not. */
function plannedResults(plan: SuitePlan, root: string, options: StoredRun["header"]["options"]): VariantResult[] {
  const suite = suiteHeader(plan, root);
  const run = { id: "to be played", createdAt: 0, header: { viva: version, options } };
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
  /** Why it could not be compared: told last, so that what was played is not lost with it. */
  refused: Problem[];
};

/** Adds a baseline's comparison to the decision that a stored suite's own gates have made. */
export async function decideAgainst(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { own, reference, policy }: { own: Decision; reference: Reference | undefined; policy: GatePolicy },
): Promise<DecidedSuite> {
  const alone = { suite: suite.name, ...own, compared: [], refused: [] };
  // What was cut short, or what an outage spoiled, is decided by that and is not worth comparing. A shard is not the run.
  if (!reference || own.verdict === "error" || run.header.options.shard) return alone;
  const { pairs, unmatched } = pairResults(reference.results, (await readSuite(store, run, suite)).variants);
  const unknown = pairs.length === 0 ? [suite.name] : unmatched;
  const note =
    unknown.length === 0
      ? undefined
      : `${reference.name} has no baseline for ${unknown.join(", ")}: only its own gates count`;
  const known = await withAgain(store, pairs, reference);
  const compared = comparePairs(known, policy, { baseline: reference.kind !== "run" });
  const refused = await refusalsIn(store, compared, invocation());
  const decisions = comparisonsIn(compared).map(({ decision }) => decision);
  const decided = refused.length > 0 ? notComparable(refused, own) : worseOf(own, decisions);
  return { suite: suite.name, ...decided, compared, refused, ...(note === undefined ? {} : { note }) };
}

/** The same while a run is played that may stop early. What cannot be compared decides nothing. */
export function decideEarly({ results, kind }: Reference): DecideAgainst {
  return (variants, own, { gate }) => {
    const { pairs } = pairResults(results, variants);
    const compared = comparePairs(pairs, gate, { baseline: kind !== "run" });
    const decisions = comparisonsIn(compared).map(({ decision }) => decision);
    if (decisions.length < compared.length) return { ...own, verdict: "error" };
    return worseOf(own, decisions);
  };
}

function notComparable(refused: readonly Problem[], own: Decision): Decision {
  const why = refused.map(({ message }) => message).join("; ");
  return {
    verdict: "error",
    exitCode: exitCodes.usage,
    reason: `${why}; apart from that: ${own.verdict}, ${own.reason}`,
  };
}

/** Ends a command whose comparison was refused, with what to do. */
export function refuseNotComparable(decided: readonly DecidedSuite[]): void {
  const refused = decided.flatMap((one) => one.refused);
  if (refused.length > 0) throw new LateInputError(refused);
}

/** The comparison of a run with its baseline, for reports. */
export async function comparisonWith(
  store: Store,
  run: StoredRun,
  reference: Reference | undefined,
  decided: readonly DecidedSuite[],
  /** Suites of the baseline that the run should have and does not. */
  gone: readonly string[] = [],
): Promise<CompareAnswer | undefined> {
  const pairs = decided.flatMap(({ compared }) => compared);
  if (!reference || pairs.length === 0) return undefined;
  const after: Reference = { kind: "run", name: run.id, results: await readResults(store, run) };
  const missing = gone.map((suite) => `${suite} is only in the baseline`);
  const notCompared = [...decided.flatMap(({ note }) => note ?? []), ...missing];
  return compareAnswer(
    { store, invocation: invocation() },
    { before: reference, after, pairs, notCompared, open: false, decisions: decided },
  );
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

/** The verdict on a suite in words. A comparison says its own already; where it decided alone that is enough. */
export function decidedText(decided: DecidedSuite, style: Style): string[] {
  const [only, second] = comparisonsIn(decided.compared);
  const isSaid = only && !second && only.decision.reason === decided.reason;
  return isSaid ? [] : [verdictSentence(decided.suite, decided, style)];
}
