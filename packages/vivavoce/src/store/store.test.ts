import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { InputError, type VivaError } from "../base/index.ts";
import { openDatabase } from "./open-database.ts";
import type { Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import {
  createRun,
  openStore,
  played,
  rawDatabase,
  scored,
  temporaryFile,
  temporaryFolder,
} from "./store.test-helper.ts";
import { Store, storeFile } from "./store.ts";
import { StoreError } from "./store-error.ts";

describe("where the store is", () => {
  test("it lies beside the project's config", () => {
    expect(storeFile("/home/ada/exam")).toBe(join("/home/ada/exam", ".viva", "store.sqlite"));
  });

  test("its folder is made when it is first opened", async () => {
    const store = await openStore(join(temporaryFolder(), ".viva", "store.sqlite"));
    expect(await store.runs.list()).toEqual([]);
  });
});

describe("what is committed survives a pulled plug", () => {
  test("every connection syncs in full and writes ahead", () => {
    const database = openDatabase(temporaryFile());
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
    expect(database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 10_000 });
    database.close();
  });

  test("a record that was reported as written is in the file, whoever reads it", async () => {
    const file = temporaryFile();
    const store = await openStore(file);
    await createRun(store, "r1");
    await store.write(played({ trial: "one" }));
    expect(rawDatabase(file).prepare("select trial from trials").all()).toEqual([{ trial: "one" }]);
  });

  test("closing writes what still waits", async () => {
    const file = temporaryFile();
    const store = await Store.open(file);
    await createRun(store, "r1");
    void store.write(played({ trial: "one" }));
    await store.close();
    expect(rawDatabase(file).prepare("select trial from trials").all()).toEqual([{ trial: "one" }]);
  });

  test("after a failed write nothing later is written, and flush and close say so", async () => {
    const file = temporaryFile();
    const store = await Store.open(file);
    await createRun(store, "r1");
    rawDatabase(file).exec("drop table scores");
    void store.write(scored({ trial: "lost" }));
    await expect(store.flush()).rejects.toThrow("the store could not be written");
    await expect(store.write(played({ trial: "one" }))).rejects.toThrow("the store could not be written");
    await expect(store.close()).rejects.toThrow("the store could not be written");
    expect(rawDatabase(file).prepare("select trial from trials").all()).toEqual([]);
  });
});

describe("several processes at one store", () => {
  test("a transaction holds the right to write from its beginning, so that it never fails half-way", async () => {
    const file = temporaryFile();
    const database = new Kysely<Tables>({ dialect: sqliteDialect(openDatabase(file)) });
    const other = rawDatabase(file);
    other.exec("PRAGMA busy_timeout = 0");
    await database.transaction().execute(async () => {
      expect(() => other.exec("begin immediate")).toThrow("locked");
    });
    other.exec("begin immediate");
    other.exec("rollback");
    await database.destroy();
  });

  test("a new store may be opened by all of them at once", async () => {
    const file = temporaryFile();
    const entry = new URL("./store.ts", import.meta.url).href;
    const source = `
      import { workerData } from "node:worker_threads";
      const { Store } = await import(workerData.entry);
      const store = await Store.open(workerData.file);
      await store.close();`;
    const open = () =>
      new Promise<number>((resolve, reject) => {
        const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
        new Worker(url, { workerData: { entry, file } }).on("error", reject).on("exit", resolve);
      });
    expect(await Promise.all([open(), open(), open()])).toEqual([0, 0, 0]);
  });

  test("reading goes on while another writes", async () => {
    const file = temporaryFile();
    const store = await openStore(file);
    await createRun(store, "r1");
    const writer = rawDatabase(file);
    writer.exec("begin immediate");
    expect(await store.runs.list()).toHaveLength(1);
    writer.exec("rollback");
  });
});

describe("a file that is not a store of ours", () => {
  async function refusal(file: string): Promise<VivaError> {
    const error = await Store.open(file).catch((thrown: unknown) => thrown);
    if (!(error instanceof StoreError || error instanceof InputError)) throw new Error(`unexpected: ${error}`);
    return error;
  }

  test("one that is damaged is refused with its name and what to do, and left as it is", async () => {
    const file = temporaryFile();
    writeFileSync(file, "this is not a database, whatever its name says".repeat(100));
    const before = readFileSync(file);
    expect(await refusal(file)).toMatchObject({
      fault: "damaged",
      message: "the store is damaged: file is not a database",
      place: { file },
      remedy: expect.stringContaining("move the file aside"),
      exitCode: 3,
    });
    expect(readFileSync(file)).toEqual(before);
  });

  test("one whose pages are torn is refused as well", async () => {
    const file = temporaryFile();
    const store = await Store.open(file);
    await createRun(store, "r1");
    await store.close();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 100, 4096);
    writeFileSync(file, bytes);
    expect(await refusal(file)).toMatchObject({ fault: "damaged", place: { file }, exitCode: 3 });
  });

  test("one of another program is refused", async () => {
    const file = temporaryFile();
    rawDatabase(file).exec("create table scores (player text)");
    expect(await refusal(file)).toMatchObject({
      message: 'the store cannot be opened: table "scores" already exists',
      place: { file },
      remedy: expect.stringContaining("move the file away"),
      exitCode: 3,
    });
  });

  test("one of a newer Viva is refused, and nothing in it is changed", async () => {
    const file = temporaryFile();
    await (await Store.open(file)).close();
    const raw = rawDatabase(file);
    raw.exec("update viva_schema set version = 99; create table future (note text)");
    const error = await refusal(file);
    expect(error.message).toContain("the store has schema 99; this Viva knows up to");
    expect(error).toMatchObject({ remedy: expect.stringContaining("Use the newer Viva"), exitCode: 64 });
    expect(raw.prepare("select version from viva_schema").all()).toEqual([{ version: 99 }]);
  });
});
