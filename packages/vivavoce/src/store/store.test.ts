import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { InputError, type VivaError } from "../base/index.ts";
import { openDatabase, SqliteDatabase } from "./sqlite-database.ts";
import {
  createRun,
  openStore,
  played,
  rawDatabase,
  rowsIn,
  scored,
  temporaryFile,
  temporaryFolder,
  temporaryPlace,
  testOfFiles,
} from "./store.test-helper.ts";
import { Store } from "./store.ts";
import { StoreError } from "./store-error.ts";
import { storeFile } from "./store-place.ts";

describe("where the store is", () => {
  test("it lies beside the project's config", () => {
    expect(storeFile("/home/ada/exam")).toBe(join("/home/ada/exam", ".viva", "store.sqlite"));
  });

  testOfFiles("its folder is made when it is first opened", async () => {
    const store = await openStore(join(temporaryFolder(), ".viva", "store.sqlite"));
    expect(await store.runs.list()).toEqual([]);
  });
});

describe("what is committed survives a pulled plug", () => {
  testOfFiles("every connection syncs in full and writes ahead", () => {
    const database = openDatabase(temporaryFile());
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
    expect(database.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 10_000 });
    database.close();
  });

  test("a record that was reported as written is in the file, whoever reads it", async () => {
    const file = await temporaryPlace();
    const store = await openStore(file);
    await createRun(store, "r1");
    await store.write(played({ trial: "one" }));
    expect(await rowsIn(file, "select trial from trials")).toEqual([{ trial: "one" }]);
  });

  test("closing writes what still waits", async () => {
    const file = await temporaryPlace();
    const store = await Store.open(file);
    await createRun(store, "r1");
    void store.write(played({ trial: "one" }));
    await store.close();
    expect(await rowsIn(file, "select trial from trials")).toEqual([{ trial: "one" }]);
  });

  test("after a failed write nothing later is written, and flush and close say so", async () => {
    const file = await temporaryPlace();
    const store = await Store.open(file);
    await createRun(store, "r1");
    await rowsIn(file, "drop table scores");
    void store.write(scored({ trial: "lost" }));
    await expect(store.flush()).rejects.toThrow("the store could not be written");
    await expect(store.write(played({ trial: "one" }))).rejects.toThrow("the store could not be written");
    await expect(store.close()).rejects.toThrow("the store could not be written");
    expect(await rowsIn(file, "select trial from trials")).toEqual([]);
  });
});

describe("several processes at one store", () => {
  testOfFiles(
    "a transaction holds the right to write from its beginning, so that it never fails half-way",
    async () => {
      const file = temporaryFile();
      const database = new SqliteDatabase(openDatabase(file), file);
      const other = rawDatabase(file);
      other.exec("PRAGMA busy_timeout = 0");
      await database.transaction().execute(async () => {
        expect(() => other.exec("begin immediate")).toThrow("locked");
      });
      other.exec("begin immediate");
      other.exec("rollback");
      await database.destroy();
    },
  );

  test("a new store may be opened by all of them at once", async () => {
    const places = [await temporaryPlace(), await temporaryPlace(), await temporaryPlace()];
    const entry = new URL("./store.ts", import.meta.url).href;
    const there = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    // Loading the sources takes long, so the threads wait for each other before each store.
    const source = `
      import { workerData } from "node:worker_threads";
      const { entry, places, there } = workerData;
      const { Store } = await import(entry);
      for (const [index, place] of places.entries()) {
        Atomics.add(there, 0, 1);
        while (Atomics.load(there, 0) < 2 * (index + 1)) await new Promise((resolve) => setTimeout(resolve));
        const store = await Store.open(place);
        await store.close();
      }`;
    const open = () =>
      new Promise<number>((resolve, reject) => {
        const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
        new Worker(url, { workerData: { entry, places, there } }).on("error", reject).on("exit", resolve);
      });
    expect(await Promise.all([open(), open()])).toEqual([0, 0]);
  });

  testOfFiles("reading goes on while another writes", async () => {
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

  testOfFiles("one that is damaged is refused with its name and what to do, and left as it is", async () => {
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

  testOfFiles("one whose pages are torn is refused as well", async () => {
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
    const file = await temporaryPlace();
    await rowsIn(file, "create table scores (player text)");
    expect(await refusal(file)).toMatchObject({
      message: expect.stringMatching(
        /^the store (at \S+ )?cannot be opened: (table|relation) "scores" already exists$/,
      ),
      remedy: expect.stringMatching(/move the file away|name another database/),
      exitCode: 3,
    });
  });

  test("one of a newer Viva is refused, and nothing in it is changed", async () => {
    const file = await temporaryPlace();
    await (await Store.open(file)).close();
    await rowsIn(file, "update viva_schema set version = 99");
    await rowsIn(file, "create table future (note text)");
    const error = await refusal(file);
    expect(error.message).toContain("the store has schema 99; this Viva knows up to");
    expect(error).toMatchObject({ remedy: expect.stringContaining("Use the newer Viva"), exitCode: 64 });
    expect((await rowsIn(file, "select version from viva_schema")).map(({ version }) => Number(version))).toEqual([99]);
  });
});
