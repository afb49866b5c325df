import { z } from "zod";
import { decisionsOf, isStopped, stoppedText } from "../../results/index.ts";
import {
  type MeasureSummary,
  type RunHeader,
  type StoredRun,
  type StoredSuite,
  type SuiteDecision,
  showVariant,
  type Tally,
  type Variant,
  type Verdict,
  variantTitle,
} from "../../shape/index.ts";
import { isBeingPlayed } from "../../store/index.ts";
import { measured, shardText } from "../run-facts.ts";
import { summariesOf } from "./kept-values.ts";
import { name, type ViewContext, view, wholeNumber } from "./view.ts";

/** A suite's line in a run. */
interface SuiteEntry {
  position: number;
  name: string;
  mode: StoredSuite["header"]["mode"];
  planned: number;
  verdict: Verdict;
  reason: string;
  variants: {
    title: string;
    tally: Tally;
    passRate: MeasureSummary;
    cost: number | undefined;
    unpriced?: number | undefined;
  }[];
}

/** A run in the list. */
export interface RunEntry {
  id: string;
  createdAt: number;
  updatedAt: number;
  finishedAt: number | undefined;
  /** A process is playing it now. */
  live: boolean;
  note: string | undefined;
  commit: RunHeader["commit"];
  /** The stand-in that was examined instead of the suite's agent. */
  standIn: string | undefined;
  /** "shard 2/5", or "merged from 5 shards". */
  shard: string | undefined;
  /** "stopped early after 120 of 500 cases", of the first suite that was. */
  stopped?: string | undefined;
  /** The files whose transcripts were scored; then no agent was played. */
  given: readonly string[] | undefined;
  /** Says that recordings answered, so that nothing was measured. */
  notice: string | undefined;
  suites: SuiteEntry[];
}

export const runsView = view({
  about: "The runs, newest first; with `suite`, those that played it. `before` leaves out so many newer ones.",
  query: z.object({ suite: name.optional(), before: wholeNumber.optional(), limit: wholeNumber.optional() }),
  async answer(context, { suite, before = 0, limit = 50 }) {
    const end = before + limit;
    const listed = await context.store.runs.list(suite === undefined ? end + 1 : undefined);
    const wanted = listed.filter(({ suites }) => suite === undefined || suites.some((one) => one.name === suite));
    const runs: RunEntry[] = [];
    for (const run of wanted.slice(before, end)) runs.push(await runEntry(context, run));
    return { runs, next: wanted.length > end ? end : undefined };
  },
});

async function runEntry({ store }: ViewContext, run: StoredRun): Promise<RunEntry> {
  const suites: SuiteEntry[] = [];
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
export function runFacts(run: StoredRun): Omit<RunEntry, "suites"> {
  const { id, createdAt, updatedAt, finishedAt, owner, header } = run;
  return {
    id,
    createdAt,
    updatedAt,
    finishedAt,
    live: finishedAt === undefined && isBeingPlayed({ owner, updatedAt }),
    note: header.note,
    commit: header.commit,
    standIn: header.options.agent,
    shard: shardText(header),
    stopped: stoppedIn(run),
    given: header.given?.files,
    notice: measured(run.suites),
  };
}

function stoppedIn({ suites }: StoredRun): string | undefined {
  const [first] = suites.flatMap(({ header }) => header.variants.filter(isStopped));
  return first?.early && stoppedText({ played: first.cases, cases: first.early.cases });
}

/** A variant's name; empty if there is nothing to tell it from. */
export function titleOf(variant: Variant, variants: number): string {
  return variants > 1 ? variantTitle(variant) : showVariant(variant);
}
