import { z } from "zod";
import { KeptValues } from "../../calibration/index.ts";
import { decisionsOf, isStopped, readSummaries, stoppedText } from "../../results/index.ts";
import {
  type StoredRun,
  type StoredSuite,
  type SuiteDecision,
  showVariant,
  type Variant,
  type VariantSummary,
  variantTitle,
} from "../../shape/index.ts";
import { isBeingPlayed, type Store } from "../../store/index.ts";
import { measured, shardText } from "../run-facts.ts";
import { name, type ViewContext, view, wholeNumber } from "./view.ts";

export const runsView = view({
  about: "The runs, newest first; with `suite`, those that played it. `before` leaves out so many newer ones.",
  query: z.object({ suite: name.optional(), before: wholeNumber.optional(), limit: wholeNumber.optional() }),
  async answer(context, { suite, before = 0, limit = 50 }) {
    const end = before + limit;
    const listed = await context.store.runs.list(suite === undefined ? end + 1 : undefined);
    const wanted = listed.filter(({ suites }) => suite === undefined || suites.some((one) => one.name === suite));
    const runs = [];
    for (const run of wanted.slice(before, end)) runs.push(await runEntry(context, run));
    const baselines = (await context.store.baselines.list()).map(({ suite, name, run }) => ({ suite, name, run }));
    return { runs, next: wanted.length > end ? end : undefined, baselines };
  },
});

/** A run in the list, with a line for each suite. */
async function runEntry({ store }: ViewContext, run: StoredRun) {
  const suites = [];
  const decisions = await decisionsOf(store, run);
  for (const [index, suite] of run.suites.entries()) {
    const summaries = await summariesOf(store, run, suite);
    const { verdict, reason } = decisions[index] as SuiteDecision;
    const variants = summaries.map(({ variant, tally, passRate, cost, unpriced }) => {
      return { title: titleOf(variant, summaries.length), tally, passRate, cost, unpriced };
    });
    const { position, name, planned } = suite;
    suites.push({ position, name, mode: suite.header.mode, planned, verdict, reason, variants });
  }
  return { ...runFacts(run), suites };
}

/** What is known of a run without its trials. */
export function runFacts(run: StoredRun) {
  const { id, createdAt, updatedAt, finishedAt, owner, header } = run;
  return {
    id,
    createdAt,
    updatedAt,
    finishedAt,
    /** A process is playing it now. */
    live: finishedAt === undefined && isBeingPlayed({ owner, updatedAt }),
    note: header.note,
    commit: header.commit,
    /** The stand-in that was examined instead of the suite's agent. */
    standIn: header.options.agent,
    shard: shardText(header),
    stopped: stoppedIn(run),
    /** The files whose transcripts were scored; then no agent was played. */
    given: header.given?.files,
    /** Says that recordings answered, so that nothing was measured. */
    notice: measured(run.suites),
  };
}

/** "stopped early after 120 of 500 cases", of the first suite that was. */
function stoppedIn({ suites }: StoredRun): string | undefined {
  const [first] = suites.flatMap(({ header }) => header.variants.filter(isStopped));
  return first?.early && stoppedText({ played: first.cases, cases: first.early.cases });
}

/** A variant's name; empty if there is nothing to tell it from. */
export function titleOf(variant: Variant, variants: number): string {
  return variants > 1 ? variantTitle(variant) : showVariant(variant);
}

const kept = new KeptValues<VariantSummary[]>(100);

/**
 * The sums of a suite. The store keeps those of a run that is over; those of one that is being played are computed once
 * for all views that show them. The run must be as it is in the store now.
 */
export function summariesOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<VariantSummary[]> {
  return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, () => readSummaries(store, run, suite));
}
