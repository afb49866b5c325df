import { z } from "zod";
import { type CardState, cardsOfRun } from "../../calibration/index.ts";
import { decisionsOf } from "../../results/index.ts";
import type { StoredSuite, SuiteDecision, SuiteHeader, VariantSummary } from "../../shape/index.ts";
import { showMeasure } from "../figures.ts";
import { cardBrief } from "../judge-card-text.ts";
import { beyondRates, passHatText, spentText, tallyText } from "../measure-text.ts";
import { summariesOf } from "./kept-values.ts";
import { runHead, type SuiteOutline, suiteOutline } from "./outline-view.ts";
import { titleOf } from "./runs-view.ts";
import { runId, view } from "./view.ts";

/** A suite under one variant: its sums, and the words for them that the terminal has too. */
interface VariantView extends Pick<VariantSummary, "variant" | "tally" | "played" | "passRate" | "metrics" | "cost"> {
  /** Empty if there is nothing to tell it from. */
  title: string;
  agent: string;
  origin: string;
  words: {
    /** "0.96 [0.81, 0.99]" */
    passRate: string;
    /** "25 passed, 1 failed of 26" */
    tally: string;
    /** "pass^3 0.62 [0.40, 0.81] (pass@3 0.91)", if cases were repeated. */
    reliability: string | undefined;
    spent: { tokens: string; cost: string; latency: string };
    /** What a pass rate does not show: flaky cases, variance, bounds, cases that nothing checked. */
    beyond: string[];
  };
}

/** A suite of a run: its sums, its metrics and how it was played. */
export interface SuiteView extends SuiteOutline {
  variants: VariantView[];
  decision: SuiteDecision;
  /** How each of its judges compares with people, in a line. */
  judgeCards: { metric: string; state: CardState; brief: string }[];
}

export const runView = view({
  about: "One run: its suites with their sums, intervals and verdicts.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    const suites: SuiteView[] = [];
    const decisions = await decisionsOf(context.store, run);
    for (const [index, suite] of run.suites.entries()) {
      const summaries = await summariesOf(context.store, run, suite);
      const cards = await cardsOfRun(context.store, run, suite.position);
      const judgeCards = cards.map((card) => ({ metric: card.metric, state: card.state, brief: cardBrief(card) }));
      const decision = decisions[index] as SuiteDecision;
      suites.push({ ...suiteView(suite, summaries), decision, judgeCards });
    }
    return { ...runHead(context, run), suites };
  },
});

function suiteView(
  suite: StoredSuite,
  summaries: readonly VariantSummary[],
): Omit<SuiteView, "judgeCards" | "decision"> {
  const { header } = suite;
  return {
    ...suiteOutline(suite),
    variants: summaries.map((summary, index) => variantView(summary, header, { index, variants: summaries.length })),
  };
}

function variantView(
  summary: VariantSummary,
  header: SuiteHeader,
  { index, variants }: { index: number; variants: number },
): VariantView {
  const { variant, tally, played, passRate, metrics, cost, repeats, simulated } = summary;
  const spoiled = simulated
    ? [`simulated user: spoiled ${simulated.spoiled} of ${simulated.conversations} conversations`]
    : [];
  return {
    ...{ variant, tally, played, passRate, metrics, cost },
    title: titleOf(variant, variants),
    agent: header.variants[index]?.agent.name ?? "",
    origin: header.variants[index]?.origin ?? "",
    words: {
      passRate: showMeasure(passRate),
      tally: tallyText(tally),
      reliability: repeats && passHatText(repeats),
      spent: spentText(summary, header.mode),
      beyond: [...spoiled, ...beyondRates(summary).map((line) => line.trim())],
    },
  };
}
