import type { Decision } from "../gate/index.ts";
import type { Style } from "../report/index.ts";
import type { RunResult } from "../run/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { type AgainstBaseline, decideSuiteAgainst } from "./against-baseline.ts";
import { comparedText } from "./comparing.ts";
import type { Reference } from "./reference.ts";

/** A suite of a run that is over: its decision, and the comparisons that had a say in it. */
export type DecidedSuite = Decision & { suite: string; safetyHits: number; against: AgainstBaseline | undefined };

/** What each suite comes to; with a baseline the comparison has its say. */
export async function decideSuites(
  store: Store,
  run: StoredRun,
  { suites }: RunResult,
  reference: Reference | undefined,
): Promise<DecidedSuite[]> {
  const decided: DecidedSuite[] = [];
  for (const { plan, facts, safetyHits, decision } of suites) {
    const suite = run.suites.find(({ position }) => position === plan.position);
    const against =
      reference && suite && (await decideSuiteAgainst(store, run, suite, { reference, facts, policy: plan.gate }));
    decided.push({ suite: plan.loaded.suite.name, safetyHits, ...(against?.decision ?? decision), against });
  }
  return decided;
}

/** The decisions as the JSON report has them. */
export function decisionsOf(decided: readonly DecidedSuite[]): (Decision & { suite: string })[] {
  return decided.map(({ against: _against, safetyHits: _hits, ...decision }) => decision);
}

/** The comparisons of a suite in words. */
export async function againstTexts(
  store: Store,
  { suite, against }: DecidedSuite,
  reference: Reference | undefined,
  style: Style,
): Promise<string[]> {
  if (!reference) return [];
  if (!against) return [`${reference.name} has no baseline for ${suite}: only its own gates count\n`];
  const texts: string[] = [];
  for (const one of against.compared) {
    if (one.result.kind === "compared")
      texts.push(`${await comparedText(store, one, one.result.comparison, { style })}\n`);
  }
  return texts;
}
