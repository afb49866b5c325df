import { createHash, type Hash } from "node:crypto";
import { exitCodes, listed } from "../base/index.ts";
import {
  apartFrom,
  type Comparison,
  type ComparisonWishes,
  compareResults,
  decide,
  decision,
  mapped,
  namingLeftOut,
  pairResults,
  reasonOf,
  worseOf,
  worst,
} from "../gate/index.ts";
import type {
  Circumstances,
  Decision,
  GatePolicy,
  RunDecision,
  StoredRun,
  StoredSuite,
  SuiteDecision,
  VariantResult,
  VariantSummary,
} from "../shape/index.ts";
import { digestOf, type Store, type StoredValues } from "../store/index.ts";
import { whyNotWhole } from "./history.ts";
import { readSuite, readSummaries } from "./read-suite.ts";
import { type Reference, withAgain } from "./reference.ts";
import { chosenText } from "./variant-header.ts";

/** Two results and the outcome of comparing them. */
export interface ComparedPair {
  before: VariantResult;
  after: VariantResult;
  policy: GatePolicy;
  result: ReturnType<typeof compareResults>;
}

/** Compares pairs, each by the policy of the later side, with the flags above it. */
export function comparePairs(
  pairs: Parameters<typeof withAgain>[1],
  above: GatePolicy,
  wishes: ComparisonWishes,
): ComparedPair[] {
  return pairs.map(({ before, after, again }) => {
    const policy = { ...after.gate, ...above };
    return { before, after, policy, result: compareResults(before, after, policy, { ...wishes, again }) };
  });
}

export function comparisonsIn(compared: readonly ComparedPair[]): Comparison[] {
  return compared.flatMap(({ result }) => (result.kind === "compared" ? [result.comparison] : []));
}

/** Why a pair was refused, in a sentence; empty if it was compared. */
export function refusalMessage({ before, after, result }: ComparedPair): string[] {
  if (result.kind === "compared") return [];
  const runs = `suite ${after.suite}: run ${before.run} and run ${after.run}`;
  return [`${runs} cannot be compared: ${result.refusal.reasons.join("; ")}`];
}

/** A suite with its decision: by its own gates, and against its baseline if it has one. */
export interface DecidedSuite extends SuiteDecision {
  summaries: readonly VariantSummary[];
  /** What it was compared with, under each variant. */
  compared: ComparedPair[];
}

/** What a run is decided by, besides its results. */
interface Deciding {
  circumstances?: Circumstances | undefined;
  reference?: Reference | undefined;
  /** Put above the policies that are stored with the suites. */
  policy?: GatePolicy | undefined;
}

/** Decides the suites of a stored run. The one place where a run is decided: what others show, they read. */
async function decideRun(
  store: Store,
  run: StoredRun,
  deciding: Deciding,
  summaries: readonly VariantSummary[][] = [],
): Promise<DecidedSuite[]> {
  const decided: DecidedSuite[] = [];
  const left = run.suites.slice(summaries.length);
  const sums = [...summaries, ...(await Array.fromAsync(left, (suite) => readSummaries(store, run, suite)))];
  const failedElsewhere = sums.flat().some(({ tally }) => tally.failed > 0);
  for (const [index, suite] of run.suites.entries()) {
    const circumstances = { ...deciding.circumstances, failedElsewhere };
    decided.push(await decideSuite(store, run, suite, { ...deciding, circumstances, summaries: sums[index] ?? [] }));
  }
  const gone = suitesGone(deciding.reference, run);
  const [first, ...others] = decided;
  if (!first || gone.length === 0) return decided;
  // All of their cases were removed since the baseline.
  const text = `${deciding.reference?.name} has ${listed(gone, 10)}, and this run does not, so nobody knows what became of ${gone.length === 1 ? "it" : "them"}; set the baseline again, or name the suites to play`;
  const open = mapped(decision("inconclusive", [reasonOf("unsettled", text)]), {
    ...run.suites[0]?.header.gate,
    ...deciding.policy,
  });
  return [{ ...first, ...worseOf(first, [open]) }, ...others];
}

/** The suites of a baseline that a run of everything no longer has: what they would have failed is not seen. */
export function suitesGone(reference: Reference | undefined, run: StoredRun): string[] {
  const isWhole = run.header.paths.length === 0 && [undefined, "stopped early"].includes(whyNotWhole(run));
  const names = new Set(isWhole ? reference?.results.map(({ suite }) => suite) : []);
  return [...names].filter((name) => !run.suites.some((suite) => suite.name === name));
}

/**
 * The same for a run that is over: compares its results with what was written, and keeps the decision with the run.
 * `alone`: every trial was written or read by this process.
 */
export async function decideAndKeep(
  store: Store,
  run: StoredRun,
  deciding: Deciding & { alone?: boolean },
): Promise<DecidedSuite[]> {
  const { reference, alone = false } = deciding;
  const { results, isChanged, summaries } = await sumUp(store, run, alone);
  const changed = new Set([...(deciding.circumstances?.changed ?? []), ...(isChanged ? (["results"] as const) : [])]);
  const circumstances = { ...deciding.circumstances, ...(changed.size > 0 ? { changed: [...changed] } : {}) };
  const decided = await decideRun(store, run, { ...deciding, circumstances }, summaries);
  const suites = decided.map(({ summaries: _summaries, compared: _compared, ...own }) => own);
  // `latest` means another run tomorrow.
  const baseline = reference?.kind === "run" ? reference.results[0]?.run : reference?.name;
  const kept: RunDecision = { exitCode: worst(decided), circumstances, baseline, results, suites };
  await store.runs.keepDecision(run, kept);
  return decided;
}

/** Decides a run that is over once more, by other flags. What was changed since its results were decided is not believed. */
export async function decideAgain(store: Store, run: StoredRun, deciding: Deciding): Promise<DecidedSuite[]> {
  const { results, summaries } = await sumUp(store, run, false);
  const isChanged = run.decision !== undefined && run.decision.results !== results;
  const circumstances = { ...circumstancesOf(run), ...(isChanged && { changed: ["results" as const] }) };
  return decideRun(store, run, { ...deciding, circumstances }, summaries);
}

async function sumUp(store: Store, run: StoredRun, alone: boolean) {
  const results = digestOfRun(run);
  const summaries: VariantSummary[][] = [];
  let isChanged = false;
  for (const suite of run.suites) {
    const check = (trial: StoredValues) => {
      results.update(lineOf(suite, trial));
      const found = store.ledger.compare({ run: run.id, suite: suite.position }, trial);
      isChanged ||= found === "changed" || (alone && found === "unknown");
    };
    summaries.push(await readSummaries(store, run, suite, check));
  }
  return { results: results.digest("hex"), isChanged, summaries };
}

/**
 * Reads the results that an earlier process left, which must stay as they are while this one goes on. Returns whether
 * somebody has changed them, before that process decided or since.
 */
export async function takeOver(store: Store, run: StoredRun): Promise<boolean> {
  const results = digestOfRun(run);
  for (const suite of run.suites) {
    for await (const trial of store.values.read(run.id, suite.position)) {
      results.update(lineOf(suite, trial));
      const address = { run: run.id, suite: suite.position, trial: trial.trial };
      store.ledger.vouch(address, digestOf(trial.status, trial.scores));
    }
  }
  if (!run.decision) return run.rewritten === true;
  const { circumstances, results: decided } = run.decision;
  return circumstances.changed?.includes("results") === true || decided !== results.digest("hex");
}

/** The digest of a run's results, which begins with what they are decided by: its gates and what was planned. */
function digestOfRun({ suites }: StoredRun): Hash {
  return createHash("sha256").update(`${JSON.stringify(suites)}\n`);
}

function lineOf({ position }: StoredSuite, { trial, status, scores }: StoredValues): string {
  return `${position} ${trial} ${digestOf(status, scores)}\n`;
}

/** The decision that was made when a run ended; of a run that was cut off or is being played, what its results say so far. */
export async function decisionsOf(store: Store, run: StoredRun): Promise<readonly SuiteDecision[]> {
  return run.decision?.suites ?? decideRun(store, run, { circumstances: circumstancesOf(run) });
}

/** How a run ended, as far as its store knows. */
export function circumstancesOf({
  decision: kept,
  header,
  rewritten,
}: Pick<StoredRun, "decision" | "header" | "rewritten">): Circumstances {
  const { shard, cache } = header.options;
  return kept?.circumstances ?? { shard, cache, ...(rewritten && { changed: ["results" as const] }) };
}

async function decideSuite(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  { circumstances = {}, reference, policy: above, summaries }: Deciding & Pick<DecidedSuite, "summaries">,
): Promise<DecidedSuite> {
  const policy = { ...suite.header.gate, ...above };
  const own = decide(summaries, policy, circumstances);
  const namingChoice = (decided: Decision) => namingLeftOut(decided, chosenText(run, suite));
  const alone = { suite: suite.name, ...namingChoice(own), summaries, compared: [] };
  // What was cut short, or what an outage spoiled, is decided by that and is not worth comparing. A shard is not the run.
  const isCut = own.verdict === "error" || summaries.some(({ tally }) => tally.pending > 0);
  if (!reference || isCut || run.header.options.shard) return alone;
  const { variants } = await readSuite(store, run, suite);
  const known = await withAgain(store, pairResults(reference.results, variants).pairs, reference);
  const again = (after: VariantResult) => known.find((pair) => pair.after === after)?.again;
  const decided = decideAgainst(variants, own, { reference, policy, suite: suite.name, again });
  return { ...alone, ...decided, ...(decided.compared.length > 0 ? {} : namingChoice(decided)) };
}

interface Against {
  reference: Reference;
  policy: GatePolicy;
  suite: string;
  /** The other runs of the versions, by the new result: known when the run is over. */
  again?: ((after: VariantResult) => ComparisonWishes["again"]) | undefined;
}

/** The worst of a suite's own decision and of its comparisons with a baseline. */
export function decideAgainst(
  variants: readonly VariantResult[],
  own: Decision,
  { reference, policy, suite, again = () => undefined }: Against,
): Decision & Pick<DecidedSuite, "compared"> {
  const { pairs, unmatched } = pairResults(reference.results, [...variants]);
  const unknown = pairs.length === 0 ? [suite] : unmatched;
  const note = `${reference.name} has no baseline for ${unknown.join(", ")}: only its own gates count`;
  const known = pairs.map((pair) => ({ ...pair, again: again(pair.after) }));
  const compared = comparePairs(known, policy, { baseline: reference.kind !== "run" });
  const refused = compared.flatMap(refusalMessage);
  const decisions = comparisonsIn(compared).map((comparison) => comparison.decision);
  const decided = refused.length > 0 ? notComparable(refused, own) : worseOf(own, decisions);
  return { ...decided, compared, ...(unknown.length > 0 ? { note } : {}) };
}

function notComparable(refused: readonly string[], own: Decision): Decision {
  const reasons = [...refused.map((text) => reasonOf("refused", text)), ...apartFrom(own)];
  return { ...decision("error", reasons), exitCode: exitCodes.usage };
}
