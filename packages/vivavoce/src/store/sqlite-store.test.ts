import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRun, openStore, rawDatabase, temporaryFile, temporaryFolder } from "./store.test-helper.ts";
import { Store } from "./store.ts";
import { StoreError } from "./store-error.ts";

const isRoot = process.getuid?.() === 0;

async function refusal(file: string): Promise<StoreError> {
  const refused = await Store.open(file).then(
    () => new Error("it was opened"),
    (error: Error) => error,
  );
  if (refused instanceof StoreError) return refused;
  throw refused;
}

/** A store with a run, closed in order. */
async function storedFile(file = temporaryFile()): Promise<string> {
  const store = await Store.open(file);
  await createRun(store, "r1");
  await store.close();
  return file;
}

/** Stands where SQLite makes the index of the write-ahead log: as on a file system that nobody can write. */
function forbidIndex(file: string): void {
  mkdirSync(`${file}-shm`);
}

/** Takes the right to write away, for the rest of the test. */
function forbidWriting(path: string, mode = 0o555): void {
  chmodSync(path, mode);
  onTestFinished(() => chmodSync(path, 0o755));
}

async function runsIn(store: Store): Promise<string[]> {
  return (await store.runs.list()).map(({ id }) => id);
}

describe("a store that cannot be written", () => {
  test("can be read, and stays as it was", async () => {
    const file = await storedFile();
    const before = readFileSync(file);
    forbidIndex(file);
    const store = await openStore(file);
    expect(await runsIn(store)).toEqual(["r1"]);
    await store.close();
    expect(readFileSync(file)).toEqual(before);
  });

  test("says that it is read-only when it is written, and before, if asked", async () => {
    const file = await storedFile();
    forbidIndex(file);
    const store = await openStore(file);
    const readOnly = { fault: "read-only", place: { file }, exitCode: 3 };
    await expect(store.checkWritable()).rejects.toMatchObject(readOnly);
    await expect(createRun(store, "r2")).rejects.toMatchObject(readOnly);
    await expect(store.runs.remove("r1")).rejects.toMatchObject(readOnly);
    await expect(store.baselines.remove("main")).rejects.toMatchObject(readOnly);
    await expect(store.runs.claim("r1", "1@host", () => true)).rejects.toMatchObject(readOnly);
  });

  test("its name may hold what means something in an address", async () => {
    const file = await storedFile(join(temporaryFolder(), "50% #1? & more", "store.sqlite"));
    forbidIndex(file);
    expect(await runsIn(await openStore(file))).toEqual(["r1"]);
  });

  test.skipIf(isRoot)("with results in its log says why they cannot be read", async () => {
    const file = await storedFile();
    writeFileSync(`${file}-wal`, "results of a run that was cut off");
    forbidWriting(dirname(file));
    const { fault, message, remedy } = await refusal(file);
    expect(fault).toBe("read-only");
    expect(message).toContain("was not closed properly: its last results are in the -wal file");
    expect(remedy).toContain(`Make ${dirname(file)} writable`);
  });

  test.skipIf(isRoot)("in a folder without the right to write can be read", async () => {
    const file = await storedFile();
    forbidWriting(file, 0o444);
    forbidWriting(dirname(file));
    const store = await openStore(file);
    expect(await runsIn(store)).toEqual(["r1"]);
    await expect(store.checkWritable()).rejects.toMatchObject({ fault: "read-only" });
  });

  test.skipIf(isRoot)("that may not even be read says so", async () => {
    const file = await storedFile();
    forbidWriting(file, 0o000);
    expect((await refusal(file)).message).toBe("the store cannot be opened: this user may not read the store");
  });

  test.skipIf(isRoot)("and is not there yet says that none can be made", async () => {
    const folder = temporaryFolder();
    forbidWriting(folder);
    const message = "there is no store yet, and Viva cannot create one: its folder is read-only";
    expect(await refusal(join(folder, "store.sqlite"))).toMatchObject({ fault: "read-only", message });
    expect(await refusal(join(folder, ".viva", "store.sqlite"))).toMatchObject({ fault: "read-only", message });
  });
});

describe("what stands in the store's place", () => {
  test("a folder is named", async () => {
    const file = temporaryFolder();
    expect(await refusal(file)).toMatchObject({
      fault: "unopenable",
      message: "the store cannot be opened: a folder is where the store should be",
      remedy: "Move it away; Viva then starts a new store.",
      place: { file },
    });
  });

  test("a file where its folder should be is named", async () => {
    const folder = temporaryFile();
    writeFileSync(folder, "a note");
    const { fault, message, remedy } = await refusal(join(folder, "store.sqlite"));
    expect(fault).toBe("unopenable");
    expect(message).toContain("a file is where the store's folder should be");
    expect(remedy).toBe(`Move ${folder} away: it must be a folder.`);
    expect(await refusal(join(folder, "deeper", "store.sqlite"))).toMatchObject({ fault: "unopenable" });
  });
});

describe("a store that can be written", () => {
  test("says so by saying nothing, also while another process reads", async () => {
    const file = await storedFile();
    const store = await openStore(file);
    rawDatabase(file).exec("begin; select * from runs");
    await expect(store.checkWritable()).resolves.toBeUndefined();
    expect(rawDatabase(file).prepare("select version from viva_schema").all()).toHaveLength(1);
  });
});

test("a text is kept beyond a NUL character, which Node's SQLite before 24.16 did not do", async () => {
  const database = rawDatabase(await storedFile());
  expect(database.prepare("SELECT ? AS text").get("before\0after")).toEqual({ text: "before\0after" });
});
