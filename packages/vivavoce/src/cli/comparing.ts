import { type Problem, safeLine, sameJson } from "../base/index.ts";
import {
  type Comparison,
  type ComparisonResult,
  type ComparisonWishes,
  compareResults,
  type Decision,
  type GatePolicy,
  type VariantResult,
} from "../gate/index.ts";
import {
  comparisonText,
  type FlipEvidence,
  flipEvidence,
  mostFlips,
  type Style,
  type TranscriptPlace,
} from "../report/index.ts";
import type { Store } from "../store/index.ts";
import { findRun } from "./reference.ts";
import { invocation } from "./surroundings.ts";

/** Two results and the outcome of comparing them. */
export interface ComparedPair {
  before: VariantResult;
  after: VariantResult;
  policy: GatePolicy;
  result: ComparisonResult;
}

/** Compares pairs, each by the policy of the later side, with the flags above it. */
export function comparePairs(
  pairs: readonly { before: VariantResult; after: VariantResult }[],
  above: GatePolicy,
  wishes: ComparisonWishes,
): ComparedPair[] {
  return pairs.map(({ before, after }) => {
    const policy = { ...after.gate, ...above };
    return { before, after, policy, result: compareResults(before, after, policy, wishes) };
  });
}

export function comparisonsIn(compared: readonly ComparedPair[]): Comparison[] {
  return compared.flatMap(({ result }) => (result.kind === "compared" ? [result.comparison] : []));
}

/** The reasons why pairs were refused, each with its remedy. */
export async function refusalsIn(store: Store, compared: readonly ComparedPair[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { before, after, result } of compared) {
    if (result.kind === "compared") continue;
    const { reasons, rescore, cases } = result.refusal;
    const message = `suite ${after.suite}: run ${before.run} and run ${after.run} cannot be compared: ${reasons.join("; ")}`;
    const stored = rescore && (await findRun(store, rescore.run))?.id === rescore.run;
    const remedy = [
      ...(rescore ? [stored ? rescoringHint(rescore) : retakeHint(rescore.run)] : []),
      ...(cases.changed.length > 0 && !rescore ? ["Play the changed cases again on both sides: viva run."] : []),
    ];
    problems.push({ message, remedy: remedy.join(" ") || "Compare runs of the same suite and the same cases." });
  }
  return problems;
}

function rescoringHint({ run, judge }: { run: string; judge: string | undefined }): string {
  const command = `${invocation()} score ${run} --all${judge === undefined ? "" : ` --judge ${judge}`}`;
  return `Score the stored transcripts again, without playing them: ${command}.`;
}

function retakeHint(run: string): string {
  return `The transcripts of run ${run} are not in this store, so set the baseline again: ${invocation()} baseline set NAME RUN.`;
}

/** A line of each conversation, for the flipped cases that will be shown. */
export async function evidenceFor(
  store: Store,
  { before, after }: Pick<ComparedPair, "before" | "after">,
  { flips }: Comparison,
  most = mostFlips,
): Promise<Map<string, FlipEvidence>> {
  const places = { before: await placeOf(store, before), after: await placeOf(store, after) };
  const worseFirst = [...flips].sort((a, b) => Number(b.direction === "worse") - Number(a.direction === "worse"));
  const evidence = new Map<string, FlipEvidence>();
  for (const { caseId } of worseFirst.slice(0, most)) {
    evidence.set(caseId, await flipEvidence(store, caseId, places));
  }
  return evidence;
}

async function placeOf(store: Store, { run, suite, variant }: VariantResult): Promise<TranscriptPlace | undefined> {
  const stored = await findRun(store, run);
  const found = stored?.id === run ? stored.suites.find(({ name }) => name === suite) : undefined;
  const played = found?.header.variants.some((candidate) => sameJson(candidate.variant, variant));
  return found && played ? { run, suite: found.position, variant } : undefined;
}

/** A comparison in words, with its verdict; nothing if it was refused. */
export async function comparedText(
  store: Store,
  compared: ComparedPair,
  { style, only }: { style: Style; only?: readonly string[] | undefined },
): Promise<string[]> {
  if (compared.result.kind === "refused") return [];
  const { comparison } = compared.result;
  const evidence = await evidenceFor(store, compared, comparison);
  const words = comparisonText(comparison, { style, evidence, only });
  return [`${words}\n\n${verdictSentence(comparison.suite, comparison.decision, style)}`];
}

/** "flow-coach   PASS: criteria +0.02 on these 60 cases, …" */
export function verdictSentence(suite: string, { verdict, reason }: Decision, style: Style): string {
  const paint = verdict === "pass" ? style.good : verdict === "fail" ? style.bad : style.warn;
  return `${style.bold(safeLine(suite, 60))}   ${paint(verdict.toUpperCase())}: ${safeLine(reason, 600)}`;
}
