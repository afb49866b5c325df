import { chmodSync, copyFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore, runHeader, suiteOf, temporaryFile, temporaryFolder, testOfFiles } from "./store.test-helper.ts";
import { Store } from "./store.ts";

const filesBeside = (file: string) =>
  readdirSync(dirname(file)).map((name) => [name, readFileSync(join(dirname(file), name)).toString("hex")]);

async function openToRead(file: string): Promise<Store> {
  const store = await Store.openToRead(file);
  onTestFinished(() => store.close());
  return store;
}

async function playedRun(store: Store, id: string): Promise<void> {
  await store.runs.create({ id, header: runHeader, suites: [suiteOf("exam")], owner: "1@here", at: 1 });
}

describe("a store that is only read", () => {
  test("stays as it is, and so does its folder", async () => {
    const file = temporaryFile();
    const store = await Store.open(file);
    await playedRun(store, "one");
    await store.close();
    const before = filesBeside(file);
    const read = await openToRead(file);
    expect((await read.runs.list()).map(({ id }) => id)).toEqual(["one"]);
    expect(filesBeside(file)).toEqual(before);
  });

  testOfFiles("has what is only in its log, because its process was killed", async () => {
    const live = await openStore();
    await playedRun(live, "one");
    const killed = join(temporaryFolder(), "store.sqlite");
    for (const ending of ["", "-wal"]) copyFileSync(`${live.file}${ending}`, `${killed}${ending}`);
    const before = filesBeside(killed);
    const read = await openToRead(killed);
    expect((await read.runs.list()).map(({ id }) => id)).toEqual(["one"]);
    expect(filesBeside(killed)).toEqual(before);
  });

  test("may be of an older schema", async () => {
    const file = temporaryFile();
    const old = new DatabaseSync(file);
    old.exec(readFileSync(join(import.meta.dirname, "fixtures/schema-3.sql"), "utf8"));
    old.close();
    const before = filesBeside(file);
    chmodSync(file, 0o444);
    const read = await openToRead(file);
    expect((await read.runs.list()).length).toBeGreaterThan(0);
    expect(filesBeside(file)).toEqual(before);
  });
});

test("a merge that breaks off leaves nothing behind, and can be repeated", async () => {
  const [store, gone] = [await openStore(), await Store.open(temporaryFile())];
  await playedRun(store, "one");
  await gone.close();
  const parts = [{ store, run: { id: "one" } }];
  const merged = { header: runHeader, suites: [suiteOf("exam")], at: 2, isFinished: true, callsOnce: "" };
  const broken = store.merge({ ...merged, id: "both", parts: [...parts, { store: gone, run: { id: "two" } }] });
  await expect(broken).rejects.toThrow();
  expect((await store.runs.list()).map(({ id }) => id)).toEqual(["one"]);
  await store.merge({ ...merged, id: "both", parts });
  expect((await store.runs.list()).map(({ id }) => id)).toEqual(["both", "one"]);
});
