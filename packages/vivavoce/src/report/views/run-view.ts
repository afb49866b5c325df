import { z } from "zod";
import { type CardState, cardsOfRun } from "../../calibration/index.ts";
import { type Decision, decide, type VariantSummary } from "../../gate/index.ts";
import type { StoredSuite, SuiteHeader } from "../../store/index.ts";
import { variantTitle } from "../../suite/index.ts";
import { cardBrief } from "../judge-card-text.ts";
import { measured } from "../measured.ts";
import { runEntry } from "./runs-view.ts";
import { summariesOf } from "./summaries.ts";
import { runId, type ViewContext, view } from "./view.ts";

/** A suite of a run: its sums, its metrics and how it was played. */
export interface SuiteView {
  position: number;
  name: string;
  file: string;
  mode: SuiteHeader["mode"];
  models: SuiteHeader["models"];
  metrics: Pick<SuiteHeader["metrics"][number], "name" | "judged" | "gating" | "zeroTolerance" | "steps">[];
  variants: (VariantSummary & { title: string; agent: string; origin: string })[];
  decision: Decision;
  /** How each of its judges compares with people, in a line. */
  judgeCards: { metric: string; state: CardState; brief: string }[];
}

export const runView = view({
  about: "One run: its suites with their sums, intervals and verdicts.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    const suites: SuiteView[] = [];
    for (const suite of run.suites) {
      const summaries = await summariesOf(context.store, run, suite);
      const cards = await cardsOfRun(context.store, run, suite.position);
      const judgeCards = cards.map((card) => ({ metric: card.metric, state: card.state, brief: cardBrief(card) }));
      suites.push({ ...suiteView(suite, summaries), judgeCards });
    }
    return {
      ...(await runEntry(context, run)),
      viva: run.header.viva,
      node: run.header.node,
      /** Says that hand-written tapes answered, or that nothing was measured. */
      notice: measured(run.suites),
      commands: commandsFor(context, run.id),
      suites,
    };
  },
});

function suiteView(
  { position, name, header }: StoredSuite,
  summaries: readonly VariantSummary[],
): Omit<SuiteView, "judgeCards"> {
  const { file, mode, models, metrics, gate } = header;
  return {
    position,
    name,
    file,
    mode,
    models,
    metrics: metrics.map(({ name, judged, gating, zeroTolerance, steps }) => ({
      name,
      judged,
      gating,
      zeroTolerance,
      steps,
    })),
    variants: summaries.map((summary, index) => ({
      ...summary,
      title: variantTitle(summary.variant),
      agent: header.variants[index]?.agent.name ?? "",
      origin: header.variants[index]?.origin ?? "",
    })),
    decision: decide(summaries, gate),
  };
}

function commandsFor({ invocation }: ViewContext, id: string) {
  return { show: `${invocation} show ${id}`, report: `${invocation} show ${id} --report html` };
}
