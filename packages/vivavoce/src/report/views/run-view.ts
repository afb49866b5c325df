import { z } from "zod";
import { type Decision, decide, type VariantSummary } from "../../gate/index.ts";
import type { StoredRun, StoredSuite, SuiteHeader } from "../../store/index.ts";
import { beyondRates, passHatText, showMeasure, spentText, tallyText } from "../measure-text.ts";
import { runEntry, titleOf } from "./runs-view.ts";
import { summariesOf } from "./summaries.ts";
import { runId, type ViewContext, view } from "./view.ts";

/** A suite under one variant: its sums, and the words for them that the terminal has too. */
export interface VariantView
  extends Pick<VariantSummary, "variant" | "tally" | "played" | "passRate" | "metrics" | "cost"> {
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
export interface SuiteView {
  position: number;
  name: string;
  file: string;
  mode: SuiteHeader["mode"];
  /** "agent: openai:gpt-5" */
  models: string[];
  metrics: Pick<SuiteHeader["metrics"][number], "name" | "judged" | "gating" | "zeroTolerance" | "steps">[];
  variants: VariantView[];
  decision: Decision;
}

export const runView = view({
  about: "One run: its suites with their sums, intervals and verdicts.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    const suites: SuiteView[] = [];
    for (const suite of run.suites) suites.push(suiteView(suite, await summariesOf(context.store, run, suite)));
    return {
      ...(await runEntry(context, run)),
      viva: run.header.viva,
      node: run.header.node,
      commands: commandsFor(context, run),
      suites,
    };
  },
});

function suiteView({ position, name, header }: StoredSuite, summaries: readonly VariantSummary[]): SuiteView {
  const { file, mode, models, metrics, gate } = header;
  const roles = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return {
    position,
    name,
    file,
    mode,
    models: roles.map(([role, model]) => `${role}: ${String(model)}`),
    metrics: metrics.map(({ name, judged, gating, zeroTolerance, steps }) => {
      return { name, judged, gating, zeroTolerance, steps };
    }),
    variants: summaries.map((summary, index) => variantView(summary, header, { index, variants: summaries.length })),
    decision: decide(summaries, gate),
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

/** Commands to copy. */
function commandsFor({ invocation }: ViewContext, { id, header, finishedAt }: StoredRun) {
  return {
    show: `${invocation} show ${id}`,
    report: `${invocation} show ${id} --report html`,
    ...(finishedAt === undefined && !header.given ? { resume: `${invocation} run --resume ${id}` } : {}),
  };
}
