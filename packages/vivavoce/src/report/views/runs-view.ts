import { z } from "zod";
import { decide, type MeasureSummary, type Tally, type Verdict } from "../../gate/index.ts";
import type { RunHeader, StoredRun, StoredSuite } from "../../store/index.ts";
import { variantTitle } from "../../suite/index.ts";
import { summariesOf } from "./summaries.ts";
import { type ViewContext, view, wholeNumber } from "./view.ts";

/** A suite's line in a run. */
export interface SuiteEntry {
  position: number;
  name: string;
  mode: StoredSuite["header"]["mode"];
  planned: number;
  verdict: Verdict;
  reason: string;
  variants: { title: string; tally: Tally; passRate: MeasureSummary; cost: number | undefined }[];
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
  /** The files whose transcripts were scored; then no agent was played. */
  given: readonly string[] | undefined;
  suites: SuiteEntry[];
}

export const runsView = view({
  about: "The runs, newest first.",
  query: z.object({ before: wholeNumber.optional(), limit: wholeNumber.optional() }),
  async answer(context, { before = 0, limit = 50 }) {
    const listed = await context.store.runs.list(before + limit + 1);
    const page = listed.slice(before, before + limit);
    const runs: RunEntry[] = [];
    for (const run of page) runs.push(await runEntry(context, run));
    return { runs, next: listed.length > before + limit ? before + limit : undefined };
  },
});

export async function runEntry({ store }: ViewContext, run: StoredRun): Promise<RunEntry> {
  const suites: SuiteEntry[] = [];
  for (const suite of run.suites) {
    const summaries = await summariesOf(store, run, suite);
    const { verdict, reason } = decide(summaries, suite.header.gate);
    const variants = summaries.map(({ variant, tally, passRate, cost }) => {
      return { title: variantTitle(variant), tally, passRate, cost };
    });
    const { position, name, planned } = suite;
    suites.push({ position, name, mode: suite.header.mode, planned, verdict, reason, variants });
  }
  const { id, createdAt, updatedAt, finishedAt, owner, header } = run;
  return {
    id,
    createdAt,
    updatedAt,
    finishedAt,
    live: owner !== undefined && finishedAt === undefined,
    note: header.note,
    commit: header.commit,
    standIn: header.options.agent,
    given: header.given?.files,
    suites,
  };
}
