import { parentPort, workerData } from "node:worker_threads";
import { messageOf, type Problem } from "../base/index.ts";
import { commitRows } from "./commit-rows.ts";
import type { TrialAddress } from "./records.ts";
import type { RowGroup } from "./row-group.ts";
import { openDatabase, SqliteDatabase } from "./sqlite-database.ts";
import { StoreError, type StoreFault } from "./store-error.ts";

/** The thread's answer to each group, in order. An error loses its class on the way. */
export type WriterAnswer = { id: number; failure?: WriterFailure; lost?: TrialAddress[] };
type WriterFailure = Problem & { fault?: StoreFault };

let opened: SqliteDatabase | undefined;
const database = () => (opened ??= new SqliteDatabase(openDatabase(workerData.file), workerData.file));

// Syncing to disk blocks the thread; here it does not block model calls.
parentPort?.on("message", async ({ id, group }: { id: number; group: RowGroup }) => {
  const answer: WriterAnswer = { id };
  try {
    answer.lost = await commitRows(database(), group);
  } catch (error) {
    answer.failure = failureOf(error);
  }
  Atomics.sub(workerData.unwritten, 0, 1);
  parentPort?.postMessage(answer);
});

function failureOf(error: unknown): WriterFailure {
  if (!(error instanceof StoreError)) return { message: messageOf(error) };
  const { fault, message, place, remedy } = error;
  return { fault, message, place, remedy };
}

// The first group should not have to wait. If it cannot be opened now, that group says why.
try {
  database();
} catch {}
