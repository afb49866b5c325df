import type { Kysely, Transaction } from "kysely";
import type { Redactor } from "../base/index.ts";
import { addUsage, sumKnown } from "../transcript/index.ts";
import type { PlayedTrial, ScoredTrial, StoreRecord } from "./records.ts";
import type { CallTable, ScoreTable, Tables, TrialTable } from "./schema.ts";

/** Writes a group of records in one transaction: calls, then conversations, then their scores. */
export async function commitRecords(database: Kysely<Tables>, redactor: Redactor, records: readonly StoreRecord[]) {
  const calls = records.filter((record) => record.type === "call");
  const played = records.filter((record) => record.type === "played");
  const scored = records.filter((record) => record.type === "scored");
  await database.transaction().execute(async (transaction) => {
    if (calls.length > 0) {
      const rows = calls.map(({ run, suite, trial, record }) => {
        const { role, label, index } = record;
        return { run, suite, trial, role, label, position: index, body: JSON.stringify(redactor.value(record)) };
      });
      await transaction
        .insertInto("calls")
        .values(rows satisfies Omit<CallTable, "sequence">[])
        .execute();
    }
    for (const trial of played) await insertTrial(transaction, trialRow(trial, redactor));
    for (const trial of scored) await insertScores(transaction, trial, redactor);
    const run = records[0]?.run;
    if (run !== undefined) await touch(transaction, run);
  });
}

/** A trial that is played again, after an outage or because its case changed, replaces what it was. */
async function insertTrial(transaction: Transaction<Tables>, row: TrialTable): Promise<void> {
  const { run: _run, suite: _suite, trial: _trial, ...rest } = row;
  await transaction
    .insertInto("trials")
    .values(row)
    .onConflict((conflict) => conflict.columns(["run", "suite", "trial"]).doUpdateSet(rest))
    .execute();
}

async function insertScores(transaction: Transaction<Tables>, trial: ScoredTrial, redactor: Redactor): Promise<void> {
  const { run, suite, trial: key, pass } = trial;
  const rows = trial.scores.map(({ score, identity }, position): ScoreTable => {
    const value = score.status === "scored" ? score.value : null;
    const { metric, status } = score;
    const body = JSON.stringify(redactor.value(score));
    return {
      run,
      suite,
      trial: key,
      metric,
      pass,
      position,
      identity,
      status,
      value,
      gating: score.gating ? 1 : 0,
      body,
    };
  });
  if (rows.length > 0) {
    await transaction
      .insertInto("scores")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["run", "suite", "trial", "metric", "pass"]).doUpdateSet((excluded) => ({
          position: excluded.ref("excluded.position"),
          identity: excluded.ref("excluded.identity"),
          status: excluded.ref("excluded.status"),
          value: excluded.ref("excluded.value"),
          gating: excluded.ref("excluded.gating"),
          body: excluded.ref("excluded.body"),
        })),
      )
      .execute();
  }
  await transaction
    .updateTable("trials")
    .set({ status: trial.status, safety_hit: trial.safetyHit ? 1 : 0 })
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "=", key)
    .execute();
}

async function touch(transaction: Transaction<Tables>, run: string): Promise<void> {
  await transaction.updateTable("runs").set({ updated_at: Date.now() }).where("id", "=", run).execute();
}

function trialRow(trial: PlayedTrial, redactor: Redactor): TrialTable {
  const { exchanges, outcome } = trial.transcript;
  const usage = addUsage(exchanges.map((exchange) => exchange.usage));
  return {
    run: trial.run,
    suite: trial.suite,
    trial: trial.trial,
    position: trial.position,
    case_id: trial.caseId,
    case_hash: trial.caseHash,
    variant: JSON.stringify(trial.variant),
    repeat: trial.repeat,
    outcome: outcome.kind,
    status: null,
    safety_hit: 0,
    cost: sumKnown(exchanges.map((exchange) => exchange.cost)) ?? null,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    model_calls: exchanges.reduce((sum, exchange) => sum + exchange.modelCalls, 0),
    latency_ms: sumKnown(exchanges.map((exchange) => exchange.latencyMs)) ?? null,
    played_at: trial.playedAt,
    transcript: JSON.stringify(redactor.value(trial.transcript)),
  };
}
