import { sql, type Transaction } from "kysely";
import { sha256 } from "../base/index.ts";
import {
  type CallRecord,
  type Case,
  type FailedCase,
  type SuiteHeader,
  storedTranscript,
  type Transcript,
  type TrialAnswers,
  type TrialStatus,
} from "../shape/index.ts";
import { type ClaimedTrial, claimTrial, type TrialTaker } from "./claim-trial.ts";
import type { Claims } from "./claims.ts";
import { journalledCalls, newestPasses, spentOn } from "./journal.ts";
import { type MetricScore, metricScores } from "./metric-scores.ts";
import type { StoredTrial, TrialAddress } from "./records.ts";
import type { Tables, TrialTable } from "./schema.ts";
import { type IdentifiedScore, passesOf, type Scorings, scoringsOf } from "./score-passes.ts";
import { countSpoiledAttempts, spoiledAttempts } from "./spoiled-attempts.ts";
import type { StoreDatabase } from "./store-database.ts";
import { averages, notPassed, type TrialAverages } from "./suite-history.ts";
import { type SuiteStanding, suiteStanding } from "./suite-standing.ts";
import { deleteTrial, repositionTrials, updateTrial } from "./trial-changes.ts";
import { pagesOf, statusOf, storedAnswers, type TrialFacts, trialFacts } from "./trial-facts.ts";
import type { TrialMeasurements } from "./trial-measurements.ts";

/** A finished or half-finished trial, without its transcript. */
interface TrialSummary {
  trial: string;
  caseId: string;
  caseHash: string;
  outcome: string;
  status: TrialStatus | undefined;
  /** When its conversation was over; another time if it was played again. */
  playedAt: number;
  answers: TrialAnswers;
}

/** What was said in a trial, without its scores. */
export interface Conversation {
  trial: string;
  title: string;
  transcript: Transcript;
}

/** A trial with its newest scores, without its conversation. */
export interface ScoresOfTrial extends TrialFacts {
  trial: string;
  scores: IdentifiedScore[];
}

/** A trial with what scored it. */
export interface TrialToScore extends StoredTrial, Scorings {
  /** Whether a scoring after those was cut off when it had asked a judge: its journal has the answers. */
  begun: boolean;
}

const unscored: Scorings = { given: [], passes: 0 };

/** Which trials to read. */
interface TrialFilter {
  statuses?: readonly TrialStatus[] | undefined;
  caseId?: string | undefined;
}

/** How many trials are read at a time. */
const pageSize = 200;

/** Trials, their scores and their calls. */
export class TrialStore {
  readonly #database: StoreDatabase;
  readonly #claims: Claims;

  constructor(database: StoreDatabase, claims: Claims) {
    this.#database = database;
    this.#claims = claims;
  }

  /** Every trial that was played, for a resume to know what is done. */
  async *summaries(run: string, suite: number): AsyncGenerator<TrialSummary> {
    const query = this.#database
      .selectFrom("trials")
      .select(["position", "trial", "case_id", "case_hash", "outcome", "status", "played_at", "answers"]);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize * 10 })) {
      for (const row of rows) {
        yield {
          trial: row.trial,
          caseId: row.case_id,
          caseHash: row.case_hash,
          outcome: row.outcome,
          status: statusOf(row),
          playedAt: Number(row.played_at),
          answers: storedAnswers(this.#database, row.answers ?? ""),
        };
      }
    }
  }

  /** What was said in some trials. Those that are no longer there are left out. */
  async conversations(run: string, suite: number, trials: readonly string[]): Promise<Conversation[]> {
    const rows = await this.#database
      .selectFrom("trials")
      .select(["trial", "case_id", "facts", "transcript"])
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "in", [...trials])
      .execute();
    return rows.map(({ trial, case_id, facts, transcript }) => ({
      trial,
      title: (facts === null ? undefined : this.#database.json<TrialMeasurements>(facts).title) ?? case_id,
      transcript: storedTranscript(this.#database.json(transcript)),
    }));
  }

  /** The cases that came with transcripts, which the suite does not have. */
  async ownCases(run: string, suite: number): Promise<{ case: Case; hash: string }[]> {
    const rows = await this.#database
      .selectFrom("trials")
      .select(["case_id", "case_hash", "own_case"])
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("own_case", "is not", null)
      .orderBy("position")
      .execute();
    const byId = new Map(rows.map((row) => [row.case_id, row]));
    return [...byId.values()].map((row) => ({
      case: this.#database.json<Case>(row.own_case ?? "{}"),
      hash: row.case_hash,
    }));
  }

  /** The case behind a trial's hash, as it was played; undefined in stores before version 7. */
  async playedCase(run: string, suite: number, hash: string): Promise<Case | undefined> {
    const row = await this.#database
      .selectFrom("cases")
      .select("body")
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("hash", "=", hash)
      .executeTakeFirst();
    return row && this.#database.json<Case>(row.body);
  }

  /** How many trials of a run have each status; trials without a status are left out. */
  async countStatuses(run: string): Promise<Partial<Record<TrialStatus, number>>> {
    const rows = await this.#database
      .selectFrom("trials")
      .select(["status", sql<number>`count(*)`.as("count")])
      .where("run", "=", run)
      .where("status", "is not", null)
      .groupBy("status")
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  }

  /** Trials in input order with their newest scores, a page at a time. */
  async *read(run: string, suite: number, filter: TrialFilter = {}): AsyncGenerator<StoredTrial> {
    let query = this.#database.selectFrom("trials").selectAll();
    if (filter.caseId !== undefined) query = query.where("case_id", "=", filter.caseId);
    if (filter.statuses) query = query.where("status", "in", [...filter.statuses]);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) yield* await this.#page(run, suite, rows);
  }

  /** The same with what scored them, for a scoring that does each of them once. */
  async *toScore(run: string, suite: number): AsyncGenerator<TrialToScore> {
    const query = this.#database.selectFrom("trials").selectAll();
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      const trials = rows.map((row) => row.trial);
      const scorings = await scoringsOf(this.#database, run, suite, trials);
      const asked = await newestPasses(this.#database, run, suite, trials);
      for (const row of rows) {
        const scoring = scorings.get(row.trial) ?? unscored;
        const begun = (asked.get(row.trial) ?? 0) > scoring.passes;
        yield { ...this.#stored(row, scoring), ...scoring, begun };
      }
    }
  }

  /** Trials in input order with their newest scores, without conversations. */
  async *scores(run: string, suite: number): AsyncGenerator<ScoresOfTrial> {
    const query = this.#database
      .selectFrom("trials")
      .select(["position", "trial", "case_id", "case_hash", "cluster", "tags", "variant", "repeat", "status"]);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      const trials = rows.map((row) => row.trial);
      const scorings = await scoringsOf(this.#database, run, suite, trials);
      for (const row of rows)
        yield { trial: row.trial, ...trialFacts(this.#database, row), scores: scorings.get(row.trial)?.given ?? [] };
    }
  }

  /** SHA-256 of the stored conversations: a trial that is played again has another. */
  async transcriptHashes(run: string, suite: number, trials: readonly string[]): Promise<Map<string, string>> {
    const hashes = new Map<string, string>();
    const query = this.#database
      .selectFrom("trials")
      .select(["trial", "transcript_hash"])
      .select(sql<string | null>`case when transcript_hash is null then transcript end`.as("unhashed"))
      .where("run", "=", run)
      .where("suite", "=", suite);
    for (let from = 0; from < trials.length; from += pageSize) {
      const rows = await query.where("trial", "in", trials.slice(from, from + pageSize)).execute();
      for (const row of rows) hashes.set(row.trial, row.transcript_hash ?? sha256(row.unhashed ?? ""));
    }
    return hashes;
  }

  /** One trial, if it was played. */
  async find({ run, suite, trial }: TrialAddress): Promise<StoredTrial | undefined> {
    const row = await this.#database
      .selectFrom("trials")
      .selectAll()
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "=", trial)
      .executeTakeFirst();
    if (!row) return undefined;
    return this.#stored(row, (await scoringsOf(this.#database, run, suite, [trial])).get(trial));
  }

  /** The calls of one trial and one scoring of it, in the order they were answered; a repeated call counts once. */
  calls(address: TrialAddress, pass = 1): Promise<CallRecord[]> {
    return journalledCalls(this.#database, address, pass);
  }

  /** Drops trials that are no longer in the plan, and moves the others to their new positions. */
  async reposition(run: string, suite: number, positions: (trial: string) => number | undefined): Promise<void> {
    await this.#change([{ run }], (transaction) => repositionTrials(transaction, run, suite, positions));
  }

  /**
   * Claims a trial for a worker. Whoever had it before can no longer write it. Undefined if it is done already, or if its
   * run is not being played any more; "not-ours" if it is played by another process than the worker's plan is from.
   */
  claim(address: TrialAddress, taker: TrialTaker): Promise<ClaimedTrial | "not-ours" | undefined> {
    return claimTrial(this.#database, this.#claims, address, taker);
  }

  /** Makes trials pending again. Their journals stay if the same conversations will be played again. */
  async forget(trials: readonly TrialAddress[], options: { journal: "keep" | "drop" }): Promise<void> {
    await this.#change(trials, async (transaction) => {
      for (const trial of trials) await deleteTrial(transaction, trial, options);
    });
  }

  /** Makes trials pending whose scores are to be made again. Their conversations stay. */
  async unsettle(trials: readonly TrialAddress[]): Promise<void> {
    await this.#change(trials, async (transaction) => {
      for (const trial of trials) await updateTrial(transaction, trial, { status: null });
    });
  }

  /** How far a suite is. `except`: the key of calls that belong to no trial. */
  standing(run: string, suite: number, except: string): Promise<SuiteStanding> {
    return suiteStanding(this.#database, run, suite, except);
  }

  /** The known cost of a run's calls so far. */
  spent(run: string): Promise<number> {
    return spentOn(this.#database, run);
  }

  /** The conversations that the simulated user spoiled and that were played again, by trial. */
  spoiled(run: string, suite: number, trials?: readonly string[]): Promise<Map<string, Transcript[]>> {
    return spoiledAttempts(this.#database, run, suite, trials);
  }

  /** The number of spoiled conversations by trial; trials without any are left out. */
  countSpoiled(run: string, suite: number): Promise<Map<string, number>> {
    return countSpoiledAttempts(this.#database, run, suite);
  }

  /** How often a trial has been scored. */
  passes(address: TrialAddress): Promise<number> {
    return passesOf(this.#database, address);
  }

  /** Every score that a metric gave in a suite of a run, earlier scorings first; of these trials only, if some are named. */
  metricScores(of: { run: string; suite: number; metric: string }, trials?: readonly string[]): Promise<MetricScore[]> {
    return metricScores(this.#database, of, trials);
  }

  /** The cases that did not pass in a suite's newest run, each with its variants. */
  notPassed(suite: string): Promise<FailedCase[]> {
    return notPassed(this.#database, suite);
  }

  /** Calls and cost of a trial on average, in the newest run of a suite that asked models. */
  averages(
    suite: string,
    isAlike: (header: SuiteHeader) => boolean = () => true,
    leastTrials = 1,
  ): Promise<TrialAverages | undefined> {
    return averages(this.#database, suite, isAlike, leastTrials);
  }

  #change(of: readonly { run: string }[], change: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> {
    const runs = of.map(({ run }) => run);
    return this.#claims.change(this.#database, runs, change);
  }

  /** Made one at a time: conversations may be large. */
  async #page(run: string, suite: number, rows: readonly TrialTable[]): Promise<Iterable<StoredTrial>> {
    const trials = rows.map((row) => row.trial);
    const scorings = await scoringsOf(this.#database, run, suite, trials);
    return rows.values().map((row) => this.#stored(row, scorings.get(row.trial)));
  }

  #stored(row: TrialTable, { given } = unscored): StoredTrial {
    const { suite, trial, position } = row;
    const scores = given.map(({ score }) => score);
    const transcript = storedTranscript(this.#database.json(row.transcript));
    const ownCase = row.own_case === null ? {} : { ownCase: this.#database.json<Case>(row.own_case) };
    const measurements = row.facts === null ? undefined : this.#database.json<TrialMeasurements>(row.facts);
    const facts = { title: measurements?.title ?? row.case_id, ...trialFacts(this.#database, row) };
    const answers = storedAnswers(this.#database, row.answers ?? "");
    return { suite, trial, position: Number(position), ...facts, transcript, answers, scores, ...ownCase };
  }
}
