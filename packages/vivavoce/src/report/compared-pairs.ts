import { type Problem, sameJson } from "../base/index.ts";
import type { Comparison } from "../gate/index.ts";
import { type ComparedPair, findRun, refusalMessage } from "../results/index.ts";
import type { VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { type FlipEvidence, flipEvidence, type TranscriptPlace } from "./flip-evidence.ts";

/** The reasons why pairs were refused, each with its remedy. `viva` is how the user calls it. */
export async function refusalsIn(store: Store, compared: readonly ComparedPair[], viva: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const pair of compared) {
    const [message] = refusalMessage(pair);
    if (message === undefined || pair.result.kind === "compared") continue;
    const { rescore, cases, remedy: first } = pair.result.refusal;
    const stored = rescore && (await findRun(store, rescore.run))?.id === rescore.run;
    const remedy = [
      ...(first === undefined ? [] : [first]),
      ...(rescore ? [stored ? rescoringHint(rescore, viva) : retakeHint(rescore.run, viva)] : []),
      ...(cases.changed.length > 0 && !rescore ? ["Play the changed cases again on both sides: viva run."] : []),
    ];
    problems.push({ message, remedy: remedy.join(" ") || "Compare runs of the same suite and the same cases." });
  }
  return problems;
}

function rescoringHint({ run, judge }: { run: string; judge: string | undefined }, viva: string): string {
  const command = `${viva} score ${run} --all${judge === undefined ? "" : ` --judge ${judge}`}`;
  return `Score the stored transcripts again, without playing them: ${command}.`;
}

function retakeHint(run: string, viva: string): string {
  return `The transcripts of run ${run} are not in this store, so set the baseline again: ${viva} baseline set NAME RUN.`;
}

/** The flips in the order in which they are shown: the worse first. */
export function worseFirst<T extends { direction: "better" | "worse" }>(flips: readonly T[]): T[] {
  return [...flips].sort((a, b) => Number(b.direction === "worse") - Number(a.direction === "worse"));
}

/** A line of each conversation, for the flipped cases that will be shown. */
export async function evidenceFor(
  store: Store,
  pair: Pick<ComparedPair, "before" | "after">,
  { flips }: Comparison,
  most: number,
): Promise<Map<string, FlipEvidence>> {
  const places = await placesOf(store, pair);
  const evidence = new Map<string, FlipEvidence>();
  for (const { caseId } of worseFirst(flips).slice(0, most)) {
    evidence.set(caseId, await flipEvidence(store, caseId, places));
  }
  return evidence;
}

/** Where the conversations of both sides are; a baseline's may be in no store. */
export async function placesOf(store: Store, { before, after }: Pick<ComparedPair, "before" | "after">) {
  return { before: await placeOf(store, before), after: await placeOf(store, after) };
}

async function placeOf(store: Store, { run, suite, variant }: VariantResult): Promise<TranscriptPlace | undefined> {
  const stored = await findRun(store, run);
  const found = stored?.id === run ? stored.suites.find(({ name }) => name === suite) : undefined;
  const played = found?.header.variants.some((candidate) => sameJson(candidate.variant, variant));
  return found && played ? { run, suite: found.position, variant } : undefined;
}
