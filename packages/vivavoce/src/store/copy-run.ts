import type { Kysely, Transaction } from "kysely";
import type { StoredSuite } from "../shape/index.ts";
import type { Tables } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";
import { pagesOf } from "./trial-facts.ts";

const trialsAtOnce = 200;
const callsAtOnce = 1_000;

/** The rows of a run, in whichever store. */
interface RunRows {
  database: Kysely<Tables>;
  run: string;
  suites: readonly StoredSuite[];
  /** Calls of these trials are left out. */
  withoutCallsOf?: string | undefined;
}

/** Copies all trials of a run with their scores, attempts and calls to another run, byte by byte, a page at a time. */
export async function copyRun(
  { database, run, suites, withoutCallsOf }: RunRows,
  into: { database: StoreDatabase; transaction: Transaction<Tables>; run: string },
): Promise<void> {
  const copy = (table: keyof Tables, rows: readonly object[], key: "new" | "known" = "new") => {
    const copied = rows.map((row) => ({ ...row, run: into.run }));
    return into.database.insertRows(into.transaction, table, copied as never, key);
  };
  for (const { position: suite } of suites) {
    const all = database.selectFrom("trials").selectAll();
    for await (const trials of pagesOf(all, { run, suite, size: trialsAtOnce })) {
      await copy("trials", trials);
      const keys = trials.map(({ trial }) => trial);
      for (const table of ["scores", "attempts"] as const) {
        const ofSuite = database
          .selectFrom(table)
          .selectAll()
          .where(({ and }) => and({ run, suite }));
        await copy(table, await ofSuite.where("trial", "in", keys).execute());
      }
    }
  }
  const cases = database.selectFrom("cases").selectAll().where("run", "=", run).orderBy("suite").orderBy("hash");
  for (let done = 0; ; done += trialsAtOnce) {
    const rows = await cases.limit(trialsAtOnce).offset(done).execute();
    if (rows.length === 0) break;
    await copy("cases", rows, "known");
  }
  // In the order they were answered; also those of trials that are not over, for whoever goes on with them.
  const calls = database.selectFrom("calls").selectAll().where("run", "=", run).orderBy("sequence").limit(callsAtOnce);
  for (let after = 0; ; ) {
    const rows = await calls.where("sequence", ">", after).execute();
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.sequence);
    const kept = rows.filter(({ trial }) => trial !== withoutCallsOf);
    await copy(
      "calls",
      kept.map(({ sequence: _sequence, ...row }) => row),
    );
  }
}
