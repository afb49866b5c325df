import { parentPort, workerData } from "node:worker_threads";
import { Kysely } from "kysely";
import { commitRows } from "./commit-rows.ts";
import type { RowGroup } from "./row-group.ts";
import type { Tables } from "./schema.ts";
import { openDatabase, sqliteDialect } from "./sqlite-dialect.ts";

/** What the thread answers for each group, in the order they came. */
export type WriterAnswer = { id: number; error?: string };

// Syncing to disk blocks whoever asks for it; here it blocks nobody who talks to a model.
const database = new Kysely<Tables>({ dialect: sqliteDialect(openDatabase(workerData.file)) });
parentPort?.on("message", async ({ id, group }: { id: number; group: RowGroup }) => {
  const answer: WriterAnswer = { id };
  try {
    await commitRows(database, group);
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(answer);
});
