import { sql } from "kysely";
import { sha256 } from "../base/index.ts";
import { type Case, storedTranscript, type Transcript, type TrialStatus } from "../shape/index.ts";
import { CallStore } from "./call-store.ts";
import type { TrialAddress } from "./records.ts";
import type { Tables } from "./schema.ts";
import { ScoreStore, type Scorings } from "./score-store.ts";
import { inParts, StorePart } from "./store-database.ts";
import {
  factColumns,
  pagesOf,
  type StoredTrial,
  storedAnswers,
  type TrialMeasurements,
  trialFacts,
} from "./trial-facts.ts";

/** A trial with what scored it. */
export interface TrialToScore extends StoredTrial, Scorings {
  /** Whether a scoring after those was cut off when it had asked a judge: its journal has the answers. */
  begun: boolean;
}

const unscored: Scorings = { given: [], passes: 0 };

/** How many trials are read at a time. */
const pageSize = 200;

/** Reads trials and their conversations. */
export class TrialReader extends StorePart {
  readonly #scores = new ScoreStore(this.database, this.redactor, this.claims);
  readonly #calls = new CallStore(this.database, this.redactor, this.claims);

  /** Every trial that was played, without its transcript, for a resume to know what is done. */
  async *summaries(run: string, suite: number) {
    const query = this.database.selectFrom("trials").select([...factColumns, "outcome", "played_at", "answers"]);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize * 10 })) {
      for (const row of rows) {
        yield {
          ...trialFacts(this.database, row),
          outcome: row.outcome,
          /** When its conversation was over; another time if it was played again. */
          playedAt: Number(row.played_at),
          answers: storedAnswers(this.database, row.answers ?? ""),
        };
      }
    }
  }

  /** What was said in some trials. Those that are no longer there are left out. */
  async conversations(run: string, suite: number, trials: readonly string[]) {
    const rows = await this.database
      .selectFrom("trials")
      .select(["trial", "case_id", "facts", "transcript"])
      .where(({ and }) => and({ run, suite }))
      .where("trial", "in", [...trials])
      .execute();
    return rows.map((row) => ({ trial: row.trial, title: this.#titleOf(row), transcript: this.#transcriptOf(row) }));
  }

  /** The cases that came with transcripts, which the suite does not have. */
  async ownCases(run: string, suite: number): Promise<{ case: Case; hash: string }[]> {
    const rows = await this.database
      .selectFrom("trials")
      .select(["case_id", "case_hash", "own_case"])
      .where(({ and }) => and({ run, suite }))
      .where("own_case", "is not", null)
      .orderBy("position")
      .execute();
    const byId = new Map(rows.map((row) => [row.case_id, row]));
    return [...byId.values()].map((row) => ({
      case: this.database.json<Case>(row.own_case ?? "{}"),
      hash: row.case_hash,
    }));
  }

  /** The case of a trial, as it was played; undefined in stores before version 7, unless it came with its transcript. */
  async playedCase(
    run: string,
    suite: number,
    { caseHash: hash, ownCase }: Pick<StoredTrial, "caseHash" | "ownCase">,
  ): Promise<Case | undefined> {
    const row = await this.database
      .selectFrom("cases")
      .select("body")
      .where(({ and }) => and({ run, suite, hash }))
      .executeTakeFirst();
    return row ? this.database.json<Case>(row.body) : ownCase;
  }

  /** How many trials of a run have each status; trials without a status are left out. */
  async countStatuses(run: string): Promise<Partial<Record<TrialStatus, number>>> {
    const rows = await this.database
      .selectFrom("trials")
      .select(({ fn }) => ["status", fn.countAll().as("count")])
      .where("run", "=", run)
      .where("status", "is not", null)
      .groupBy("status")
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  }

  /** Trials in input order with their newest scores, a page at a time. */
  async *read(
    run: string,
    suite: number,
    { caseId, statuses }: { caseId?: string | undefined; statuses?: readonly TrialStatus[] | undefined } = {},
  ): AsyncGenerator<StoredTrial> {
    let query = this.database.selectFrom("trials").selectAll();
    if (caseId !== undefined) query = query.where("case_id", "=", caseId);
    if (statuses) query = query.where("status", "in", [...statuses]);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      const scorings = await this.#scoringsOf(run, suite, rows);
      // Made one at a time: conversations may be large.
      for (const row of rows) yield this.#stored(row, scorings.get(row.trial));
    }
  }

  /** The same with what scored them, for a scoring that does each of them once. */
  async *toScore(run: string, suite: number): AsyncGenerator<TrialToScore> {
    const query = this.database.selectFrom("trials").selectAll();
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      const scorings = await this.#scoringsOf(run, suite, rows);
      const asked = await this.#calls.newestPasses(
        run,
        suite,
        rows.map(({ trial }) => trial),
      );
      for (const row of rows) {
        const scoring = scorings.get(row.trial) ?? unscored;
        yield { ...this.#stored(row, scoring), ...scoring, begun: (asked.get(row.trial) ?? 0) > scoring.passes };
      }
    }
  }

  /** Trials in input order with their newest scores, without conversations. */
  async *scores(run: string, suite: number) {
    const query = this.database.selectFrom("trials").select(factColumns);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      const scorings = await this.#scoringsOf(run, suite, rows);
      for (const row of rows) yield { ...trialFacts(this.database, row), scores: scorings.get(row.trial)?.given ?? [] };
    }
  }

  /** One trial, if it was played. */
  async find({ run, suite, trial }: TrialAddress): Promise<StoredTrial | undefined> {
    const row = await this.database
      .selectFrom("trials")
      .selectAll()
      .where(({ and }) => and({ run, suite, trial }))
      .executeTakeFirst();
    return row && this.#stored(row, (await this.#scoringsOf(run, suite, [row])).get(trial));
  }

  /** SHA-256 of the stored conversations: a trial that is played again has another. */
  async transcriptHashes(run: string, suite: number, trials: readonly string[]): Promise<Map<string, string>> {
    const query = this.database
      .selectFrom("trials")
      .select(["trial", "transcript_hash"])
      .select(sql<string | null>`case when transcript_hash is null then transcript end`.as("unhashed"))
      .where(({ and }) => and({ run, suite }));
    const hashes = new Map<string, string>();
    for (const part of inParts(trials, pageSize))
      for (const row of await query.where("trial", "in", part).execute())
        hashes.set(row.trial, row.transcript_hash ?? sha256(row.unhashed ?? ""));
    return hashes;
  }

  /** The conversations that the simulated user spoiled and that were played again, by trial, in the order of playing. */
  async spoiled(run: string, suite: number, trials?: readonly string[]): Promise<Map<string, Transcript[]>> {
    const all = this.database.selectFrom("attempts").select(["trial", "transcript"]);
    const query = trials ? all.where("trial", "in", [...trials]) : all;
    const rows = await query
      .where(({ and }) => and({ run, suite }))
      .orderBy("trial")
      .orderBy("attempt")
      .execute();
    const byTrial = [...Map.groupBy(rows, ({ trial }) => trial)];
    return new Map(byTrial.map(([trial, own]) => [trial, own.map((row) => this.#transcriptOf(row))]));
  }

  /** The number of spoiled conversations by trial; trials without any are left out. */
  async countSpoiled(run: string, suite: number): Promise<Map<string, number>> {
    const rows = await this.database
      .selectFrom("attempts")
      .select(({ fn }) => ["trial", fn.countAll().as("count")])
      .where(({ and }) => and({ run, suite }))
      .groupBy("trial")
      .execute();
    return new Map(rows.map(({ trial, count }) => [trial, Number(count)]));
  }

  #scoringsOf(run: string, suite: number, rows: readonly { trial: string }[]): Promise<Map<string, Scorings>> {
    const trials = rows.map(({ trial }) => trial);
    return this.#scores.of(run, suite, trials);
  }

  #titleOf({ facts, case_id }: Pick<Tables["trials"], "facts" | "case_id">): string {
    return (facts === null ? undefined : this.database.json<TrialMeasurements>(facts).title) ?? case_id;
  }

  #transcriptOf({ transcript }: { transcript: string }): Transcript {
    return storedTranscript(this.database.json(transcript));
  }

  #stored(row: Tables["trials"], { given } = unscored): StoredTrial {
    return {
      suite: row.suite,
      position: Number(row.position),
      title: this.#titleOf(row),
      ...trialFacts(this.database, row),
      transcript: this.#transcriptOf(row),
      answers: storedAnswers(this.database, row.answers ?? ""),
      scores: given.map(({ score }) => score),
      ...(row.own_case === null ? {} : { ownCase: this.database.json<Case>(row.own_case) }),
    };
  }
}
