import type { Kysely, Transaction } from "kysely";
import type { StoredSuite } from "../shape/index.ts";
import type { Tables } from "./schema.ts";
import { inParts } from "./store-database.ts";
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
export async function copyRun(from: RunRows, into: Transaction<Tables>, run: string): Promise<void> {
  for (const { position: suite } of from.suites) {
    const all = from.database.selectFrom("trials").selectAll();
    for await (const trials of pagesOf(all, { run: from.run, suite, size: trialsAtOnce })) {
      await into
        .insertInto("trials")
        .values(trials.map((row) => ({ ...row, run })))
        .execute();
      const keys = trials.map(({ trial }) => trial);
      for (const table of ["scores", "attempts"] as const) {
        const rows = await from.database
          .selectFrom(table)
          .selectAll()
          .where("run", "=", from.run)
          .where("suite", "=", suite)
          .where("trial", "in", keys)
          .execute();
        for (const part of inParts(rows.map((row) => ({ ...row, run }))))
          await into
            .insertInto(table)
            .values(part as never)
            .execute();
      }
    }
  }
  await copyCases(from, into, run);
  await copyCalls(from, into, run);
}

async function copyCases(from: RunRows, into: Transaction<Tables>, run: string): Promise<void> {
  const all = from.database
    .selectFrom("cases")
    .selectAll()
    .where("run", "=", from.run)
    .orderBy("suite")
    .orderBy("hash");
  for (let done = 0; ; done += trialsAtOnce) {
    const rows = await all.limit(trialsAtOnce).offset(done).execute();
    if (rows.length === 0) return;
    await into
      .insertInto("cases")
      .values(rows.map((row) => ({ ...row, run })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** In the order they were answered; also those of trials that are not over, for whoever goes on with them. */
async function copyCalls(from: RunRows, into: Transaction<Tables>, run: string): Promise<void> {
  let after = 0;
  while (true) {
    const rows = await from.database
      .selectFrom("calls")
      .selectAll()
      .where("run", "=", from.run)
      .where("sequence", ">", after)
      .orderBy("sequence")
      .limit(callsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.sequence);
    const copied = rows.flatMap(({ sequence: _sequence, ...row }) =>
      row.trial === from.withoutCallsOf ? [] : [{ ...row, run }],
    );
    if (copied.length > 0) await into.insertInto("calls").values(copied).execute();
  }
}
