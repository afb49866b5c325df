import { InputError, type Problem, refuseUnknown, shellWord } from "../base/index.ts";
import { type ComparisonWishes, pairResults } from "../gate/index.ts";
import {
  type ComparedPair,
  comparePairs,
  findRun,
  type Reference,
  refusalMessage,
  withAgain,
} from "../results/index.ts";
import type { GatePolicy, VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";

interface ComparedWishes extends ComparisonWishes {
  /** One suite of several, by name. */
  suite?: string | undefined;
  variants?: Parameters<typeof pairResults>[2] | undefined;
  /** Put above the policy of the later side. */
  policy?: GatePolicy | undefined;
}

/** Pairs two sides and compares each pair: the one computation behind terminal, page and reports. Refuses sides that cannot be paired. */
export async function compareRuns(
  store: Store,
  [before, after]: readonly [Reference, Reference],
  { suite, variants, policy = {}, ...wishes }: ComparedWishes = {},
) {
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
    /** Suites and variants without a counterpart, in words. */
    notCompared: [
      ...onlyBefore.map((name) => `${name} is only in the earlier run`),
      ...[...onlyAfter, ...unmatched].map((name) => `${name} is only in the later run`),
    ],
    /** Something that was examined before is not compared now, and may have got worse. */
    open: onlyBefore.length + unmatched.length > 0,
  };
}

/** The reasons why pairs were refused, each with its remedy. `viva` is how the user calls it. */
export async function refusalsIn(store: Store, compared: readonly ComparedPair[], viva: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const pair of compared) {
    const [message] = refusalMessage(pair);
    if (message === undefined || pair.result.kind === "compared") continue;
    problems.push({ message, remedy: await remedyFor(store, pair, pair.result.refusal, viva) });
  }
  return problems;
}

type Refusal = Extract<ComparedPair["result"], { kind: "refused" }>["refusal"];

/** What to do about a refusal. */
export async function remedyFor(
  store: Store,
  pair: Pick<ComparedPair, "before" | "after">,
  refusal: Refusal,
  viva: string,
): Promise<string> {
  const { rescore, cases, remedy } = refusal;
  const stored = rescore && (await findRun(store, rescore.run))?.id === rescore.run;
  const unjudged = rescore && (await unjudgedHint(store, pair, refusal, viva));
  const judge = rescore?.judge === undefined ? "" : ` --judge ${rescore.judge}`;
  const again = stored
    ? `Score the stored transcripts again, without playing them: ${viva} score ${rescore?.run} --all${judge}.`
    : `The transcripts of run ${rescore?.run} are not in this store, so set the baseline again: ${viva} baseline set NAME RUN.`;
  const hints = [
    ...(remedy === undefined ? [] : [remedy]),
    ...(rescore ? [unjudged ?? again] : []),
    ...(cases.changed.length > 0 && !rescore ? ["Play the changed cases again on both sides: viva run."] : []),
  ];
  return hints.join(" ") || "Compare runs of the same suite and the same cases.";
}

/** A stand-in is not judged unless a judge can be asked: scoring the other run again would not give it those metrics. */
async function unjudgedHint(
  store: Store,
  { before, after }: Pick<ComparedPair, "before" | "after">,
  { notCompared }: Refusal,
  viva: string,
): Promise<string | undefined> {
  const judged = (side: VariantResult) => side.metrics.some((metric) => metric.judged);
  const [side, other] = judged(before) ? [after, before] : [before, after];
  const run = await findRun(store, side.run);
  if (judged(side) || !judged(other) || run?.id !== side.run || run.header.options.agent === undefined)
    return undefined;
  const metric = side.metrics.find(({ name }) => notCompared.every(({ measure }) => measure !== name));
  const command = metric && `${viva} compare ${before.run} ${after.run} --metric ${shellWord(metric.name)}`;
  return `Run ${side.run} is a stand-in's, which was not judged: only metrics by code can be compared${command ? `: ${command}` : ""}.`;
}
