import { type Kysely, sql } from "kysely";
import type { Tables } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";

type Migration = (database: Kysely<Tables>) => Promise<void>;

const first: Migration = async (database) => {
  const schema = database.schema;
  await schema
    .createTable("runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("owner", "text")
    .addColumn("header", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("run_suites")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("planned", "integer", (column) => column.notNull())
    .addColumn("header", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("run_suites_key", ["run", "position"])
    .execute();
  await schema
    .createTable("trials")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("trial", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("case_id", "text", (column) => column.notNull())
    .addColumn("case_hash", "text", (column) => column.notNull())
    .addColumn("cluster", "text")
    .addColumn("tags", "text", (column) => column.notNull())
    .addColumn("variant", "text", (column) => column.notNull())
    .addColumn("repeat", "integer", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("status", "text")
    .addColumn("safety_hit", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("cost", "double precision")
    .addColumn("input_tokens", "bigint")
    .addColumn("output_tokens", "bigint")
    .addColumn("model_calls", "integer", (column) => column.notNull())
    .addColumn("latency_ms", "double precision")
    .addColumn("played_at", "bigint", (column) => column.notNull())
    .addColumn("transcript", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("trials_key", ["run", "suite", "trial"])
    .execute();
  await schema.createIndex("trials_in_order").on("trials").columns(["run", "suite", "position"]).execute();
  await schema
    .createTable("scores")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("trial", "text", (column) => column.notNull())
    .addColumn("metric", "text", (column) => column.notNull())
    .addColumn("pass", "integer", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("identity", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("value", "double precision")
    .addColumn("gating", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("scores_key", ["run", "suite", "trial", "metric", "pass"])
    .execute();
  await schema
    .createTable("calls")
    .addColumn("sequence", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("trial", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("pass", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("attempts")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("trial", "text", (column) => column.notNull())
    .addColumn("attempt", "integer", (column) => column.notNull())
    .addColumn("transcript", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("attempts_key", ["run", "suite", "trial", "attempt"])
    .execute();
  await schema
    .createTable("baselines")
    .addColumn("suite", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("variant", "text", (column) => column.notNull())
    .addColumn("run", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("header", "text", (column) => column.notNull())
    .addColumn("cases", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("baselines_key", ["suite", "name", "variant"])
    .execute();
  await schema.createIndex("calls_of_trial").on("calls").columns(["run", "suite", "trial"]).execute();
};

/** Keeps the data for sums and lists beside the transcripts, so that these are not read; stores a run's sums. */
const second: Migration = async (database) => {
  const { schema } = database;
  await schema.alterTable("trials").addColumn("answers", "text").execute();
  await schema.alterTable("trials").addColumn("facts", "text").execute();
  await schema.alterTable("scores").addColumn("passed", "integer").execute();
  await schema.createIndex("trials_of_case").on("trials").columns(["run", "suite", "case_id", "position"]).execute();
  await schema.createIndex("trials_by_status").on("trials").columns(["run", "suite", "status", "position"]).execute();
  await schema
    .createTable("summaries")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("summaries_key", ["run", "suite"])
    .execute();
};

/** A given transcript may bring its case with it. */
const third: Migration = async ({ schema }) => {
  await schema.alterTable("trials").addColumn("own_case", "text").execute();
};

/**
 * What people said about conversations, and which conversations these were. No foreign key: labels of runs that are elsewhere can be
 * imported.
 */
const fourth: Migration = async ({ schema }) => {
  await schema.alterTable("trials").addColumn("transcript_hash", "text").execute();
  await schema
    .createTable("labels")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("suite", "text", (column) => column.notNull())
    .addColumn("run", "text", (column) => column.notNull())
    .addColumn("metric", "text", (column) => column.notNull())
    .addColumn("labelled_at", "bigint", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("labels_of_metric").on("labels").columns(["suite", "metric"]).execute();
  await schema.createIndex("labels_of_run").on("labels").columns(["run"]).execute();
};

/** Several workers may play one run: each claims the trials that it plays. A call's cost can be summed without its text. */
const fifth: Migration = async (database) => {
  const { schema } = database;
  await schema
    .createTable("trial_claims")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("trial", "text", (column) => column.notNull())
    .addColumn("claim", "text", (column) => column.notNull())
    .addColumn("taken", "integer", (column) => column.notNull())
    .addColumn("claimed_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("trial_claims_key", ["run", "suite", "trial"])
    .execute();
  await schema.createIndex("trial_claims_by_claim").on("trial_claims").columns(["claim"]).execute();
  await schema.alterTable("calls").addColumn("cost", "double precision").execute();
  await schema
    .alterTable("calls")
    .addColumn("cached", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await fillCosts(database);
};

/** The decision on a run, made once. */
const sixth: Migration = async ({ schema }) => {
  await schema.alterTable("runs").addColumn("decision", "text").execute();
};

/** What was played: the case behind a hash, once for all its trials. */
const seventh: Migration = async ({ schema }) => {
  await schema
    .createTable("cases")
    .addColumn("run", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("suite", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("cases_key", ["run", "suite", "hash"])
    .execute();
};

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
export const migrations: readonly Migration[] = [first, second, third, fourth, fifth, sixth, seventh];

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
    for (const migration of migrations.slice(version)) await migration(transaction);
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
