import { type Kysely, sql } from "kysely";
import type { Tables } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";

/** Statements in the words of SQLite, for each database to say in its own; then what no statement can do. */
type Migration = readonly (string | ((database: Kysely<Tables>) => Promise<void>))[];

const ofRun = "run text not null references runs (id) on delete cascade";
const ofTrial = `${ofRun}, suite integer not null, trial text not null`;

const first: Migration = [
  `create table "runs" (id text primary key, created_at bigint not null, updated_at bigint not null, finished_at bigint,
    owner text, header text not null)`,
  `create table "run_suites" (${ofRun}, position integer not null, name text not null, planned integer not null,
    header text not null, constraint run_suites_key primary key (run, position))`,
  `create table "trials" (${ofTrial}, position bigint not null, case_id text not null, case_hash text not null,
    cluster text, tags text not null, variant text not null, repeat integer not null, outcome text not null,
    status text, safety_hit integer default 0 not null, cost double precision, input_tokens bigint,
    output_tokens bigint, model_calls integer not null, latency_ms double precision, played_at bigint not null,
    transcript text not null, constraint trials_key primary key (run, suite, trial))`,
  "create index trials_in_order on trials (run, suite, position)",
  `create table "scores" (${ofTrial}, metric text not null, pass integer not null, position integer not null,
    identity text not null, status text not null, value double precision, gating integer not null,
    body text not null, constraint scores_key primary key (run, suite, trial, metric, pass))`,
  `create table "calls" (sequence integer primary key autoincrement, ${ofTrial}, role text not null,
    label text not null, position integer not null, pass integer not null, body text not null)`,
  `create table "attempts" (${ofTrial}, attempt integer not null, transcript text not null,
    constraint attempts_key primary key (run, suite, trial, attempt))`,
  `create table "baselines" (suite text not null, name text not null, variant text not null, run text not null,
    created_at bigint not null, header text not null, cases text not null,
    constraint baselines_key primary key (suite, name, variant))`,
  "create index calls_of_trial on calls (run, suite, trial)",
];

/** Keeps the data for sums and lists beside the transcripts, so that these are not read; stores a run's sums. */
const second: Migration = [
  "alter table trials add column answers text",
  "alter table trials add column facts text",
  "alter table scores add column passed integer",
  "create index trials_of_case on trials (run, suite, case_id, position)",
  "create index trials_by_status on trials (run, suite, status, position)",
  `create table "summaries" (${ofRun}, suite integer not null, body text not null,
    constraint summaries_key primary key (run, suite))`,
];

/** A given transcript may bring its case with it. */
const third: Migration = ["alter table trials add column own_case text"];

/**
 * What people said about conversations, and which conversations these were. No foreign key: labels of runs that are elsewhere can be
 * imported.
 */
const fourth: Migration = [
  "alter table trials add column transcript_hash text",
  `create table "labels" (id text primary key, suite text not null, run text not null, metric text not null,
    labelled_at bigint not null, body text not null)`,
  "create index labels_of_metric on labels (suite, metric)",
  "create index labels_of_run on labels (run)",
];

/** Several workers may play one run: each claims the trials that it plays. A call's cost can be summed without its text. */
const fifth: Migration = [
  `create table "trial_claims" (${ofTrial}, claim text not null, taken integer not null, claimed_at bigint not null,
    constraint trial_claims_key primary key (run, suite, trial))`,
  "create index trial_claims_by_claim on trial_claims (claim)",
  "alter table calls add column cost double precision",
  "alter table calls add column cached integer default 0 not null",
  fillCosts,
];

/** The decision on a run, made once. */
const sixth: Migration = ["alter table runs add column decision text"];

/** What was played: the case behind a hash, once for all its trials. */
const seventh: Migration = [
  `create table "cases" (${ofRun}, suite integer not null, hash text not null, body text not null,
    constraint cases_key primary key (run, suite, hash))`,
];

/** What people noted about single exchanges. */
const eighth: Migration = [
  `create table "notes" (id text primary key, ${ofTrial}, exchange integer not null, author text not null,
    noted_at bigint not null, body text not null)`,
  "create index notes_of_trial on notes (run, suite, trial)",
];

/** Only older stores have calls here. They are read in parts, because a store may be larger than the memory. */
async function fillCosts(database: Kysely<Tables>): Promise<void> {
  for (let after = 0; ; ) {
    const calls = database.selectFrom("calls").select(["sequence", "body"]).orderBy("sequence").limit(500);
    const rows = await calls.where("sequence", ">", after).execute();
    for (const { sequence, body } of rows) {
      const cost = costIn(body);
      if (cost !== null) await database.updateTable("calls").set({ cost }).where("sequence", "=", sequence).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.sequence);
  }
}

function costIn(body: string): number | null {
  try {
    return JSON.parse(body).answer?.cost ?? null;
  } catch {
    // A damaged text must not keep the rest of the store from being opened.
    return null;
  }
}

/** In order, each run once; a released one is never changed. */
export const migrations: readonly Migration[] = [first, second, third, fourth, fifth, sixth, seventh, eighth];

/** Brings a store to the newest schema. A store that is newer than this Viva is refused and left unchanged. */
export async function migrate(database: StoreDatabase): Promise<void> {
  // If there is nothing to do, nothing is locked, and the store may be read-only.
  if ((await database.hasTable("viva_schema")) && (await versionOf(database)) === migrations.length) return;
  await database.atomically(async (transaction) => {
    await database.prepareMigration(transaction);
    await sql`create table if not exists viva_schema (version integer not null)`.execute(transaction);
    const version = await versionOf(transaction);
    if (version > migrations.length) throw new NewerStoreError(version);
    if (version === migrations.length) return;
    for (const step of migrations.slice(version).flat())
      await (typeof step === "string" ? sql.raw(database.definition(step)).execute(transaction) : step(transaction));
    await sql`delete from viva_schema`.execute(transaction);
    await sql`insert into viva_schema (version) values (${migrations.length})`.execute(transaction);
  });
}

async function versionOf(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from viva_schema`.execute(database);
  return Number(rows[0]?.version ?? 0);
}

export class NewerStoreError extends Error {
  constructor(version: number) {
    super(`the store has schema ${version}; this Viva knows up to ${migrations.length}`);
  }
}
