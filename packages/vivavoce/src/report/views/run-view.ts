import { z } from "zod";
import { cardsOfRun } from "../../calibration/index.ts";
import { decisionsOf, readSummaries } from "../../results/index.ts";
import type { StoredRun, StoredSuite, SuiteDecision, SuiteHeader, VariantSummary } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { showMeasure } from "../figures.ts";
import { cardBrief, cardsLine } from "../judge-card-text.ts";
import { beyondRates, passHatText, spentText, tallyText } from "../measure-text.ts";
import { runHead, suiteOutline } from "./outline-view.ts";
import { summariesOf, titleOf } from "./runs-view.ts";
import { runId, view } from "./view.ts";

export type SuiteView = Awaited<ReturnType<typeof suiteView>>;

export const runView = view({
  about: "One run: its suites with their sums, intervals and verdicts.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    const decisions = await decisionsOf(context.store, run);
    const suites: (SuiteView & { decision: SuiteDecision })[] = [];
    for (const [index, suite] of run.suites.entries()) {
      const shown = await suiteView(context.store, run, suite, summariesOf);
      suites.push({ ...shown, decision: decisions[index] as SuiteDecision });
    }
    return { ...runHead(context, run), suites };
  },
});

/** The suites of a run with their verdicts: what every report prints. */
export async function shownSuites(store: Store, run: StoredRun, decisions: readonly SuiteDecision[]) {
  const shown: (SuiteView & { decision: SuiteDecision | undefined })[] = [];
  for (const suite of run.suites) {
    const decision = decisions.find((one) => one.suite === suite.name);
    shown.push({ ...(await suiteView(store, run, suite)), decision });
  }
  return shown;
}

/** A suite of a run: its sums, its metrics and how it was played. */
export async function suiteView(
  store: Store,
  run: StoredRun,
  suite: StoredSuite,
  sumsOf: typeof summariesOf = readSummaries,
) {
  const summaries = await sumsOf(store, run, suite);
  const cards = await cardsOfRun(store, run, suite.position);
  return {
    ...suiteOutline(suite),
    dataset: suite.header.dataset,
    isRepeated: suite.planned > suite.header.variants.reduce((sum, variant) => sum + variant.cases, 0),
    variants: summaries.map((summary, index) => variantView(summary, suite.header, index)),
    /** How each of its judges compares with people, in a line; and all of them in one, if anybody labelled anything. */
    judgeCards: cards.map((card) => ({ metric: card.metric, state: card.state, brief: cardBrief(card) })),
    judges: cardsLine(cards),
  };
}

/** A suite under one variant: its sums, and the words for them. */
export interface VariantView extends VariantSummary {
  /** Empty if there is nothing to tell it from. */
  title: string;
  agent: string;
  origin: string;
  words: ReturnType<typeof wordsOf>;
}

function variantView(summary: VariantSummary, { variants, mode }: SuiteHeader, index: number): VariantView {
  const { agent: { name: agent } = { name: "" }, origin = "" } = variants[index] ?? {};
  return { ...summary, title: titleOf(summary.variant, variants.length), agent, origin, words: wordsOf(summary, mode) };
}

function wordsOf(summary: VariantSummary, mode: SuiteHeader["mode"]) {
  const { tally, passRate, repeats } = summary;
  return {
    /** "0.96 [0.81, 0.99]" */
    passRate: showMeasure(passRate),
    /** "25 passed, 1 failed of 26" */
    tally: tallyText(tally),
    /** "pass^3 0.62 [0.40, 0.81] (pass@3 0.91)", if cases were repeated. */
    reliability: repeats && passHatText(repeats),
    spent: spentText(summary, mode),
    /** What a pass rate does not show: flaky cases, variance, bounds, cases that nothing checked. */
    beyond: beyondRates(summary),
  };
}
