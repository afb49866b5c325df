import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { InfrastructureError, redactor } from "../base/index.ts";
import { Claims } from "./claims.ts";
import type { StoreRecord } from "./records.ts";
import { rowsOf } from "./row-group.ts";
import { createRun, openStore, played, rawDatabase, temporaryFile } from "./store.test-helper.ts";
import { StoreError } from "./store-error.ts";
import { ThreadedWriter } from "./threaded-writer.ts";

function writerOf(file: string): ThreadedWriter {
  const writer = new ThreadedWriter(file);
  onTestFinished(() => writer.close());
  return writer;
}

/** One trial of the run that is claimed in the file. */
function group(trial: string, more: Partial<StoreRecord<"played">> = {}) {
  return rowsOf([played({ trial, ...more })], redactor({}), claims);
}

/** What the database does not take. */
const impossible = { caseHash: null as unknown as string };

let claims: Claims;

async function preparedFile(): Promise<string> {
  const file = temporaryFile();
  const store = await openStore(file);
  await createRun(store, "r1");
  await store.close();
  claims = new Claims();
  claims.hold({ run: "r1", claim: String(rawDatabase(file).prepare("select owner from runs").get()?.owner) });
  return file;
}

function trialsIn(file: string): string[] {
  const rows = rawDatabase(file).prepare("select trial from trials order by trial").all();
  return rows.map(({ trial }) => String(trial));
}

describe("the thread that writes", () => {
  test("answers when the group can be read by others", async () => {
    const file = await preparedFile();
    await writerOf(file).commit(group("one"));
    expect(trialsIn(file)).toEqual(["one"]);
  });

  test("a group that cannot be written says why and what to do, and the thread goes on", async () => {
    const file = await preparedFile();
    const writer = writerOf(file);
    const refused = await writer.commit(group("lost", impossible)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InfrastructureError);
    expect(refused).toMatchObject({
      message: expect.stringContaining("the store could not be written: NOT NULL"),
      remedy: expect.stringContaining("--resume"),
    });
    await writer.commit(group("two"));
    expect(trialsIn(file)).toEqual(["two"]);
  });

  test("a group is written as a whole or not at all", async () => {
    const file = await preparedFile();
    const mixed = rowsOf([played({ trial: "good" }), played({ trial: "bad", ...impossible })], redactor({}), claims);
    await expect(writerOf(file).commit(mixed)).rejects.toThrow("NOT NULL");
    expect(trialsIn(file)).toEqual([]);
  });

  test("a thread that cannot open its file fails whoever waits for it", async () => {
    const file = temporaryFile();
    mkdirSync(file);
    claims = new Claims();
    const writer = writerOf(file);
    const both = await Promise.allSettled([writer.commit(group("one")), writer.commit(group("two"))]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(writer.commit(group("three"))).rejects.toThrow("the store cannot be opened");
  });

  test("what is wrong with the file arrives as the error that it was, with its place and its remedy", async () => {
    const file = await preparedFile();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4096));
    const refused = await writerOf(file)
      .commit(group("one"))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(refused).toMatchObject({ fault: "damaged", place: { file }, remedy: expect.stringContaining("sqlite3") });
  });

  test("nothing of a group is written where one of its runs has been lost", async () => {
    const file = await preparedFile();
    const records = [played({ trial: "ours" }), played({ trial: "lost", run: "r2" })];
    const refused = await writerOf(file)
      .commit(rowsOf(records, redactor({}), claims))
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ fault: "taken-over", message: "run r2 was deleted while it was being written" });
    expect(trialsIn(file)).toEqual([]);
  });

  test("a thread that dies fails what was under way, and everything after it", async () => {
    const file = await preparedFile();
    const writer = writerOf(file);
    await writer.commit(group("safe"));
    const lock = rawDatabase(file);
    lock.exec("begin immediate");
    const underWay = writer.commit(group("lost"));
    const outcome = underWay.catch((error: Error) => error.message);
    await writer.close();
    expect(await outcome).toBe("the store could not be written: the writing thread ended");
    await expect(writer.commit(group("later"))).rejects.toThrow("the writing thread ended");
    lock.exec("rollback");
    expect(trialsIn(file)).toEqual(["safe"]);
  });

  test("one that never wrote is closed without being started", async () => {
    await expect(new ThreadedWriter("/no/such/folder/store.sqlite").close()).resolves.toBeUndefined();
  });
});
