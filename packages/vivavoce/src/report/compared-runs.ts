import { InputError, type Problem, refuseUnknown } from "../base/index.ts";
import { type ComparisonWishes, pairResults, type WantedVariants } from "../gate/index.ts";
import {
  type ComparedPair,
  comparePairs,
  findRun,
  type Reference,
  refusalMessage,
  withAgain,
} from "../results/index.ts";
import type { GatePolicy, SuiteDecision, VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";

/** Two sides, paired and compared: the one computation behind terminal, page and reports. */
export interface ComparedRuns {
  before: Reference;
  after: Reference;
  pairs: readonly ComparedPair[];
  /** Suites and variants without a counterpart, in words. */
  notCompared: readonly string[];
  /** Something that was examined before is not compared now, and may have got worse. */
  open: boolean;
  /** The verdicts on the later run's suites, where their own gates were asked too. */
  decisions?: readonly SuiteDecision[] | undefined;
}

interface ComparedWishes extends ComparisonWishes {
  /** One suite of several, by name. */
  suite?: string | undefined;
  variants?: WantedVariants | undefined;
  /** Put above the policy of the later side. */
  policy?: GatePolicy | undefined;
}

/** Pairs two sides and compares each pair; refuses sides that cannot be paired. */
export async function compareRuns(
  store: Store,
  [before, after]: readonly [Reference, Reference],
  { suite, variants, policy = {}, ...wishes }: ComparedWishes = {},
): Promise<ComparedRuns> {
  const known = [...before.results, ...after.results].map((result) => result.suite);
  refuseUnknown("suite", [suite], known, { where: ` in ${before.name} or ${after.name}` });
  const chosen = (results: readonly VariantResult[]) =>
    results.filter((result) => suite === undefined || result.suite === suite);
  const found = pairResults(chosen(before.results), chosen(after.results), variants);
  const { pairs, unmatched, onlyBefore, onlyAfter } = found;
  if (pairs.length === 0) {
    const has = (names: readonly string[]) => names.join(", ") || "none";
    const named = suite === undefined ? "no suite in common" : `no suite ${suite} in common`;
    throw new InputError({
      message: `${before.name} and ${after.name} have ${named}: ${has(onlyBefore)} in the first, ${has(onlyAfter)} in the second`,
      remedy: "`viva list` shows which suites a run holds.",
    });
  }
  return {
    before,
    after,
    pairs: comparePairs(await withAgain(store, pairs, before), policy, { ...wishes, baseline: before.kind !== "run" }),
    notCompared: [
      ...onlyBefore.map((name) => `${name} is only in the earlier run`),
      ...[...onlyAfter, ...unmatched].map((name) => `${name} is only in the later run`),
    ],
    open: onlyBefore.length + unmatched.length > 0,
  };
}

/** The reasons why pairs were refused, each with its remedy. `viva` is how the user calls it. */
export async function refusalsIn(store: Store, compared: readonly ComparedPair[], viva: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const pair of compared) {
    const [message] = refusalMessage(pair);
    if (message === undefined || pair.result.kind === "compared") continue;
    problems.push({ message, remedy: await remedyFor(store, pair.result.refusal, viva) });
  }
  return problems;
}

type Refusal = Extract<ComparedPair["result"], { kind: "refused" }>["refusal"];

/** What to do about a refusal. */
export async function remedyFor(store: Store, { rescore, cases, remedy }: Refusal, viva: string): Promise<string> {
  const stored = rescore && (await findRun(store, rescore.run))?.id === rescore.run;
  const hints = [
    ...(remedy === undefined ? [] : [remedy]),
    ...(rescore ? [stored ? rescoringHint(rescore, viva) : retakeHint(rescore.run, viva)] : []),
    ...(cases.changed.length > 0 && !rescore ? ["Play the changed cases again on both sides: viva run."] : []),
  ];
  return hints.join(" ") || "Compare runs of the same suite and the same cases.";
}

function rescoringHint({ run, judge }: { run: string; judge: string | undefined }, viva: string): string {
  const command = `${viva} score ${run} --all${judge === undefined ? "" : ` --judge ${judge}`}`;
  return `Score the stored transcripts again, without playing them: ${command}.`;
}

function retakeHint(run: string, viva: string): string {
  return `The transcripts of run ${run} are not in this store, so set the baseline again: ${viva} baseline set NAME RUN.`;
}
