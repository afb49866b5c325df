import type { Insertable } from "kysely";
import { type Redactor, sha256 } from "../base/index.ts";
import { addUsage, sumKnown } from "../shape/index.ts";
import { type Claims, addressKey as keyOf, type TrialClaim } from "./claims.ts";
import type { StoreRecord } from "./records.ts";
import type { Tables } from "./schema.ts";
import type { StatusChange } from "./store-database.ts";
import { measurementsOf } from "./trial-facts.ts";

/** A group of records as rows, redacted and ready to be written: plain data, so that it can go to another thread. */
export interface RowGroup {
  calls: Insertable<Tables["calls"]>[];
  trials: Tables["trials"][];
  scores: Tables["scores"][];
  statuses: StatusChange[];
  attempts: Tables["attempts"][];
  cases: Tables["cases"][];
  /** The runs that it writes, with the claims that must still hold. */
  claims: ReturnType<Claims["of"]>[];
  /** The same for trials that were claimed one by one. If a claim does not hold, only its trial's rows are left out. */
  trialClaims: TrialClaim[];
}

/** Turns records into rows. A trial that was played and scored within one group becomes one row, with its status. */
export function rowsOf(records: readonly StoreRecord[], redactor: Redactor, claims: Claims): RowGroup {
  const scored = records.filter((record) => record.type === "scored");
  const scoredByKey = new Map(scored.map((trial) => [keyOf(trial), trial]));
  const played = records.filter((record) => record.type === "played");
  const playedKeys = new Set(played.map(keyOf));
  return {
    calls: records.filter((record) => record.type === "call").map((record) => callRow(record, redactor)),
    trials: played.map((trial) => trialRow(trial, scoredByKey.get(keyOf(trial)), redactor)),
    scores: scored.flatMap((trial) => scoreRows(trial, redactor)),
    statuses: scored
      .filter((trial) => !playedKeys.has(keyOf(trial)))
      .map(({ run, suite, trial, status, answers }) => ({ run, suite, trial, status, answers: textOf(answers) })),
    attempts: records
      .filter((record) => record.type === "attempt")
      .map(({ run, suite, trial, attempt, transcript }) => {
        return { run, suite, trial, attempt, transcript: redactor.json(transcript) };
      }),
    cases: played.flatMap((trial) => caseRow(trial, redactor)),
    claims: [...new Set(records.filter((record) => !claims.ofTrial(record)).map(({ run }) => run))].map((run) =>
      claims.of(run),
    ),
    trialClaims: [...new Set(records.map((record) => claims.ofTrial(record)))].filter((claim) => claim !== undefined),
  };
}

function callRow(call: StoreRecord<"call">, redactor: Redactor): Insertable<Tables["calls"]> {
  const { run, suite, trial, record, pass } = call;
  const { role, label, index } = record;
  const cost = record.answer.cost ?? null;
  const cached = record.origin === "cached" ? 1 : 0;
  return { run, suite, trial, role, label, position: index, cost, cached, pass, body: redactor.json(record) };
}

function scoreRows({ run, suite, trial, pass, scores }: StoreRecord<"scored">, redactor: Redactor): Tables["scores"][] {
  return scores.map(({ score, identity, position: given }, index) => {
    const position = given ?? index;
    const { metric, status } = score;
    const value = score.status === "scored" ? score.value : null;
    const passed = score.status === "scored" ? Number(score.passed) : null;
    const gating = score.gating ? 1 : 0;
    const body = redactor.json(score);
    return { run, suite, trial, metric, pass, position, identity, status, value, passed, gating, body };
  });
}

/** A case so large that a store of many would be mostly cases is kept without its world. */
const largestCase = 64 * 1024;

function caseRow(
  { run, suite, caseHash: hash, case: played }: StoreRecord<"played">,
  redactor: Redactor,
): Tables["cases"][] {
  if (!played) return [];
  const whole = redactor.json(played);
  const { world: _world, ...others } = played;
  const body = whole.length > largestCase ? redactor.json(others) : whole;
  return body.length > largestCase ? [] : [{ run, suite, hash, body }];
}

function textOf(answers: StoreRecord<"scored">["answers"]): string | null {
  return answers === undefined ? null : JSON.stringify(answers);
}

/** Only after redaction: a secret over several lines would not be recognised on one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function trialRow(
  trial: StoreRecord<"played">,
  scored: StoreRecord<"scored"> | undefined,
  redactor: Redactor,
): Tables["trials"] {
  const { exchanges, outcome } = trial.transcript;
  const usage = addUsage(exchanges.map((exchange) => exchange.usage));
  const transcript = redactor.json(trial.transcript);
  return {
    run: trial.run,
    suite: trial.suite,
    trial: trial.trial,
    position: trial.position,
    case_id: trial.caseId,
    case_hash: trial.caseHash,
    cluster: trial.cluster === undefined ? null : redactor.text(trial.cluster),
    tags: redactor.json(trial.tags),
    variant: JSON.stringify(trial.variant),
    repeat: trial.repeat,
    outcome: outcome.kind,
    status: scored?.status ?? null,
    cost: sumKnown(exchanges.map((exchange) => exchange.cost)) ?? null,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    model_calls: exchanges.reduce((sum, exchange) => sum + exchange.modelCalls, 0),
    latency_ms: sumKnown(exchanges.map((exchange) => exchange.modelMs)) ?? null,
    played_at: trial.playedAt,
    answers: textOf(scored?.answers ?? trial.answers),
    facts: JSON.stringify({
      ...measurementsOf(trial.transcript),
      ...(trial.title === undefined ? {} : { title: oneLine(redactor.text(trial.title)) }),
    }),
    transcript,
    transcript_hash: sha256(transcript),
    own_case: trial.ownCase === undefined ? null : redactor.json(trial.ownCase),
  };
}
