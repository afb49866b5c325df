import type { FailedCase, RunHeader, SuiteHeader, Variant } from "../shape/index.ts";
import { StorePart } from "./store-database.ts";

/** What earlier runs of a suite say about the next one. */
export class SuiteHistory extends StorePart {
  /** The cases that did not pass in a suite's newest run, each with its variants. A stand-in's failures do not count. */
  async notPassed(suite: string): Promise<FailedCase[]> {
    for await (const { run, position, ofRun } of this.#runs(suite)) {
      // Given transcripts cannot be played again.
      if (ofRun.given !== undefined) continue;
      const rows = await this.database
        .selectFrom("trials")
        .select(["case_id", "variant"])
        .distinct()
        .where(({ and }) => and({ run, suite: position }))
        .where("status", "in", ["failed", "errored", "unscored"])
        .execute();
      return rows.map((row) => ({ caseId: row.case_id, variant: this.database.json<Variant>(row.variant) }));
    }
    return [];
  }

  /** Calls and cost of a trial on average, in the newest run that asked models: not a replay, alike, and long enough. */
  async averages(suite: string, isAlike: (header: SuiteHeader) => boolean = () => true, leastTrials = 1) {
    for await (const { run, position, header } of this.#runs(suite, 50)) {
      // Trials that were replayed beside others, or given, took no call.
      const isLive = header.variants.every(({ origin }) => origin === "live");
      if (header.mode === "replay" || !isLive || !isAlike(header)) continue;
      const { calls, cost, trials } = await this.#totals(run, position);
      if (calls > 0 && trials >= leastTrials)
        return { calls: calls / trials, cost: cost === undefined ? undefined : cost / trials };
    }
    return undefined;
  }

  /** The runs of a suite, newest first, without those of a stand-in. */
  async *#runs(suite: string, most = 1_000_000) {
    const rows = await this.database
      .selectFrom("run_suites")
      .innerJoin("runs", "runs.id", "run_suites.run")
      .select(["run_suites.run", "run_suites.position", "run_suites.header", "runs.header as of_run"])
      .where("run_suites.name", "=", suite)
      .orderBy("runs.created_at", "desc")
      .limit(most)
      .execute();
    for (const { run, position, header, of_run } of rows) {
      const ofRun = this.database.json<RunHeader>(of_run);
      if (ofRun.options.agent !== undefined) continue;
      yield { run, position, ofRun, header: this.database.json<SuiteHeader>(header) };
    }
  }

  async #totals(run: string, suite: number) {
    const { calls, priced, cost } = await this.database
      .selectFrom("calls")
      .select(({ fn }) => [fn.countAll().as("calls"), fn.count("cost").as("priced"), fn.sum("cost").as("cost")])
      // Calls of a later `viva score` are not part of a run's cost.
      .where(({ and }) => and({ run, suite, pass: 1 }))
      .executeTakeFirstOrThrow();
    const { trials } = await this.database
      .selectFrom("trials")
      .select(({ fn }) => fn.countAll().as("trials"))
      .where(({ and }) => and({ run, suite }))
      // Trials that an outage ended early needed fewer calls than usual.
      .where(({ or, eb }) => or([eb("status", "is", null), eb("status", "!=", "errored")]))
      .executeTakeFirstOrThrow();
    // A partial sum would look like the sum of all.
    const known = Number(priced) < Number(calls) ? undefined : Number(cost);
    return { calls: Number(calls), cost: known, trials: Number(trials) };
  }
}
