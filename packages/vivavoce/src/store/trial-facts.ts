import type { SelectQueryBuilder } from "kysely";
import { breathe, hashOf } from "../base/index.ts";
import {
  addUsage,
  answersFromWord,
  type Case,
  type Score,
  type Transcript,
  type TrialAnswers,
  type TrialStatus,
  type Usage,
  type Variant,
} from "../shape/index.ts";
import type { Tables } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";

/** A stored trial as reports read it. */
export interface StoredTrial extends ReturnType<typeof trialFacts> {
  suite: number;
  position: number;
  /** The case's title; its id in stores without titles. */
  title: string;
  transcript: Transcript;
  answers: TrialAnswers;
  scores: Score[];
  /** The case, if it is not in the suite. */
  ownCase?: Case | undefined;
}

/** The columns of a trial's facts, and its position, by which they are read in order. */
export const factColumns = [
  ...(["trial", "position", "case_id", "case_hash", "cluster"] as const),
  ...(["tags", "variant", "repeat", "status"] as const),
];

/** What was played, and how it ended. */
export function trialFacts(database: StoreDatabase, row: Pick<Tables["trials"], (typeof factColumns)[number]>) {
  return {
    /** Unique within its suite: see `trialKey`. */
    trial: row.trial,
    caseId: row.case_id,
    caseHash: row.case_hash,
    cluster: row.cluster ?? undefined,
    tags: database.json<string[]>(row.tags),
    variant: database.json<Variant>(row.variant),
    repeat: row.repeat,
    /** Undefined: played, not scored yet. */
    status: (row.status as TrialStatus | null) ?? undefined,
  };
}

export function storedAnswers(database: StoreDatabase, text: string): TrialAnswers {
  return text.startsWith("{") ? database.json(text) : answersFromWord(text);
}

/** The trials of a suite in input order, a page at a time, so that memory stays flat however long the run was. */
export async function* pagesOf<Row extends { position: number }>(
  query: SelectQueryBuilder<Tables, "trials", Row>,
  { run, suite, size }: { run: string; suite: number; size: number },
): AsyncGenerator<Row[]> {
  const ofSuite = query.where("trials.run", "=", run).where("trials.suite", "=", suite);
  let after = -1;
  while (true) {
    const rows = await ofSuite.where("trials.position", ">", after).orderBy("trials.position").limit(size).execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = Number(last.position);
    // SQLite answers at once, so without this a long run would be read in one go.
    await breathe();
  }
}

/** The facts of a trial for sums and lists, kept beside its conversation so that it is not read. */
export interface TrialMeasurements {
  /** The case's title. */
  title?: string;
  /** Milliseconds of each exchange that was measured. */
  replies: number[];
  /** Milliseconds to the first word of each exchange that streamed. Left out: none did, or the row is of an earlier version. */
  firstWords?: number[];
  usage?: Usage;
  /** The cost of a model call is not known, so the sum of the others is too small. */
  unpriced?: true;
  /** The trial has no tape that a replay could play. */
  untaped?: true;
  /** Whether a user was simulated, whether it spoiled the conversation, and a hash of all that it said. */
  simulated?: { spoiled: boolean; said?: string };
}

export function measurementsOf({ exchanges, user, outcome }: Transcript): TrialMeasurements {
  const usage = addUsage(exchanges.map((exchange) => exchange.usage));
  const firstWords = exchanges.flatMap(({ firstWordMs }) => firstWordMs ?? []);
  const said = exchanges.map((exchange) => exchange.user?.content ?? "");
  return {
    replies: exchanges.flatMap(({ replyMs }) => replyMs ?? []),
    ...(firstWords.length > 0 ? { firstWords } : {}),
    ...(usage ? { usage } : {}),
    ...(exchanges.some(({ modelCalls, cost }) => modelCalls > 0 && cost === undefined) ? { unpriced: true } : {}),
    ...(outcome.kind === "infrastructure" && outcome.cause === "no-tape" ? { untaped: true } : {}),
    ...(user ? { simulated: { spoiled: user.faults.length > 0, said: hashOf(said) } } : {}),
  };
}
