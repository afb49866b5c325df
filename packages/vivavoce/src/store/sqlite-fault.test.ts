import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { openDatabase, SqliteDatabase } from "./sqlite-database.ts";
import { storeErrorOf } from "./sqlite-fault.ts";
import { rawDatabase, temporaryFile } from "./store.test-helper.ts";
import { StoreError } from "./store-error.ts";

/** An error as Node's SQLite throws it. */
function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode, errstr: message });
}

function told(errcode: number, message = "what SQLite says"): StoreError {
  const error = storeErrorOf(sqliteError(errcode, message), "/exam/.viva/store.sqlite");
  if (!(error instanceof StoreError)) throw new Error(`expected a StoreError, got ${error}`);
  return error;
}

describe("an error of SQLite says what is wrong, where, and what to do", () => {
  test.each([
    { code: 13, fault: "full", message: "the store could not be written: the disk is full", remedy: /^Make room/ },
    { code: 4874, fault: "full", message: "the store could not be written: the disk is full", remedy: /^Make room/ },
    {
      code: 5,
      fault: "locked",
      message: /has kept the store locked for more than 10 s/,
      remedy: /wait for it, or end/,
    },
    { code: 517, fault: "locked", message: /has kept the store locked/, remedy: /wait for it, or end/ },
    { code: 6, fault: "locked", message: /has kept the store locked/, remedy: /wait for it, or end/ },
    { code: 15, fault: "locked", message: /has kept the store locked/, remedy: /wait for it, or end/ },
    { code: 8, fault: "read-only", message: "the store is read-only", remedy: /writable for this user/ },
    { code: 1544, fault: "read-only", message: "the store is read-only", remedy: /viva list and viva show/ },
    { code: 11, fault: "damaged", message: "the store is damaged: what SQLite says", remedy: /\.recover/ },
    { code: 26, fault: "damaged", message: "the store is damaged: what SQLite says", remedy: /move the file aside/ },
    {
      code: 778,
      fault: "disk",
      message: /what SQLite says \(SQLite's code 778\)/,
      remedy: /quota .* or the disk is fail/,
    },
    { code: 14, fault: "unopenable", message: /cannot be opened: what SQLite says/, remedy: /may read the file/ },
  ])("$code is $fault", ({ code, fault, message, remedy }) => {
    const error = told(code);
    expect(error).toMatchObject({ fault, exitCode: 3, place: { file: "/exam/.viva/store.sqlite" } });
    expect(error.message).toMatch(message);
    expect(error.remedy).toMatch(remedy);
    expect(error.cause).toMatchObject({ errcode: code });
  });

  test.each([13, 5, 778])("%i can interrupt a run: finished trials are kept, and the run can be resumed", (code) => {
    expect(told(code).remedy).toContain("Finished trials are kept; viva run --resume plays the rest");
  });

  test("what was JSON once and is none any more is damage, also where SQLite finds it", () => {
    expect(told(1, "malformed JSON").fault).toBe("damaged");
    const real = new DatabaseSync(":memory:");
    const find = () => real.prepare("select json_extract('{', '$.cost')").get();
    expect(find).toThrow("malformed JSON");
    real.close();
  });

  test("a wrong statement is not a fault of the store, and whatever else is thrown stays as it is", () => {
    const wrong = sqliteError(1, "no such table: trails");
    const unique = sqliteError(1555, "UNIQUE constraint failed");
    for (const error of [wrong, unique, new Error("no"), "no", undefined]) {
      expect(storeErrorOf(error, "store.sqlite")).toBe(error);
    }
  });
});

describe("what kysely hands on", () => {
  function opened() {
    const file = temporaryFile();
    const native = openDatabase(file);
    native.exec("create table notes (text text not null)");
    return { file, native, database: new SqliteDatabase(native, file) };
  }

  const insert = (database: SqliteDatabase, text: string) =>
    database.insertInto("notes" as "attempts").values({ text } as never);

  test("a full disk is told as such: SQLite has ended the transaction, and its second end is not an error", async () => {
    const { file, native, database } = opened();
    native.exec("PRAGMA max_page_count = 4");
    let wasOpen: boolean | undefined;
    const writing = database.transaction().execute(async (transaction) => {
      const query = transaction.insertInto("notes" as "attempts").values({ text: "x".repeat(50_000) } as never);
      await query.execute().finally(() => {
        wasOpen = native.isTransaction;
      });
    });
    await expect(writing).rejects.toMatchObject({ fault: "full", place: { file } });
    expect(wasOpen).toBe(false);
    native.exec("PRAGMA max_page_count = 1000");
    await insert(database, "there is room again").execute();
    expect(native.prepare("select text from notes").all()).toEqual([{ text: "there is room again" }]);
    await database.destroy();
  });

  test("a transaction that fails for another reason is taken back", async () => {
    const { native, database } = opened();
    const writing = database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("notes" as "attempts")
        .values({ text: "first" } as never)
        .execute();
      throw new Error("changed my mind");
    });
    await expect(writing).rejects.toThrow("changed my mind");
    expect(native.isTransaction).toBe(false);
    expect(native.prepare("select text from notes").all()).toEqual([]);
    await database.destroy();
  });

  test("a lock that another process keeps", async () => {
    const { file, native, database } = opened();
    native.exec("PRAGMA busy_timeout = 0");
    const other = rawDatabase(file);
    other.exec("begin immediate");
    await expect(insert(database, "late").execute()).rejects.toMatchObject({ fault: "locked", place: { file } });
    await expect(database.transaction().execute(async () => {})).rejects.toMatchObject({ fault: "locked" });
    other.exec("rollback");
    await insert(database, "in time").execute();
    await database.destroy();
  });

  test("a file that may only be read", async () => {
    const { file, database } = opened();
    const reading = new SqliteDatabase(new DatabaseSync(file, { readOnly: true }), file);
    await expect(insert(reading, "no").execute()).rejects.toMatchObject({ fault: "read-only", place: { file } });
    await reading.destroy();
    await database.destroy();
  });

  test("a text that is no JSON any more is damage", async () => {
    const { file, database } = opened();
    expect(database.json('{"a":[1]}')).toEqual({ a: [1] });
    expect(() => database.json('{"a":\u0001')).toThrow(StoreError);
    const message = "the store is damaged: a text in it is no longer JSON";
    expect(() => database.json("")).toThrow(expect.objectContaining({ fault: "damaged", message, place: { file } }));
    await database.destroy();
  });
});
