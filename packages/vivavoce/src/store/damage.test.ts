import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRun, openStore, played, rawDatabase, scored, temporaryFile, transcriptOf } from "./store.test-helper.ts";
import { Store } from "./store.ts";

const page = 4096;

let made: string;
/** The pages of a store without runs: its schema lies in them. They grow with every table, and not only at the front. */
let firstPages: number;
const folder = mkdtempSync(join(tmpdir(), "viva-damage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two runs; the second one's trials lie in the later pages of the file. */
beforeAll(async () => {
  made = join(folder, "store.sqlite");
  await (await Store.open(made)).close();
  firstPages = statSync(made).size / page;
  const store = await Store.open(made);
  for (const [at, run] of ["first", "second"].entries()) {
    await createRun(store, run, { at });
    for (let position = 0; position < 60; position++) {
      const trial = `${run}-${position}`;
      void store.write(played({ run, trial, position, transcript: transcriptOf(`${trial} `.repeat(150)) }));
      void store.write(scored({ run, trial }));
    }
    await store.flush();
  }
  await store.close();
});

/** A copy of it, to be damaged. */
function storedFile(): string {
  const file = temporaryFile();
  copyFileSync(made, file);
  return file;
}

/** Overwrites pages in the middle of the file. */
function overwrite(file: string, from: number, to: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc((to - from) * page, 0xa7), 0, undefined, from * page);
  closeSync(handle);
}

const damaged = { name: "StoreError", fault: "damaged", exitCode: 3 };

describe("a store that is damaged past its first pages", () => {
  test("opens, and whatever reads the damage says that it is damaged, where, and what can be done", async () => {
    const file = storedFile();
    const pages = statSync(file).size / page;
    expect(pages).toBeGreaterThan(2 * firstPages);
    overwrite(file, firstPages, pages - 2);
    const store = await openStore(file);
    expect((await store.runs.list()).map(({ id }) => id)).toEqual(["second", "first"]);
    const reading = Array.fromAsync(store.trials.read("second", 0));
    await expect(reading).rejects.toMatchObject({
      ...damaged,
      message: "the store is damaged: database disk image is malformed",
      place: { file },
      remedy: expect.stringContaining("move the file aside, with the -wal and -shm files"),
    });
    await expect(Array.fromAsync(store.values.read("second", 0))).rejects.toMatchObject(damaged);
    await expect(store.runs.remove("second")).rejects.toMatchObject(damaged);
  });

  test("and whatever the damage has not touched is still read", async () => {
    const file = storedFile();
    const pages = statSync(file).size / page;
    overwrite(file, pages - 8, pages - 4);
    const store = await openStore(file);
    expect(await Array.fromAsync(store.trials.summaries("first", 0))).toHaveLength(60);
    await expect(Array.fromAsync(store.trials.read("second", 0))).rejects.toMatchObject(damaged);
  });

  test("a text with a byte that SQLite does not miss is damage as well", async () => {
    const file = storedFile();
    const bytes = readFileSync(file);
    const at = bytes.lastIndexOf('"exchanges":[');
    bytes[at] = 1;
    writeFileSync(file, bytes);
    const store = await openStore(file);
    const message = "the store is damaged: a text in it is no longer JSON";
    await expect(Array.fromAsync(store.trials.read("second", 0))).rejects.toMatchObject({ ...damaged, message });
  });

  test.each([
    { table: "runs", column: "header", read: (store: Store) => store.runs.list() },
    { table: "run_suites", column: "header", read: (store: Store) => store.runs.find("first") },
    { table: "run_suites", column: "header", read: (store: Store) => store.history.averages("coach") },
    { table: "trials", column: "tags", read: (store: Store) => Array.fromAsync(store.values.read("first", 0)) },
    { table: "trials", column: "variant", read: (store: Store) => Array.fromAsync(store.trials.read("first", 0)) },
    { table: "scores", column: "body", read: (store: Store) => Array.fromAsync(store.trials.read("first", 0)) },
    {
      table: "calls",
      column: "body",
      read: (store: Store) => store.calls.of({ run: "first", suite: 0, trial: "a" }),
    },
    { table: "attempts", column: "transcript", read: (store: Store) => store.trials.spoiled("first", 0) },
    { table: "baselines", column: "header", read: (store: Store) => store.baselines.list() },
    { table: "baselines", column: "cases", read: (store: Store) => store.baselines.find("main") },
    { table: "labels", column: "body", read: (store: Store) => store.labels.list() },
  ])("$table: a damaged $column is told as damage", async ({ table, column, read }) => {
    const file = storedFile();
    const raw = rawDatabase(file);
    raw.exec(`
      insert into calls (run, suite, trial, role, label, position, pass, body) values ('first', 0, 'a', 'agent', '', 0, 1, '{}');
      insert into attempts values ('first', 0, 'a', 1, '{}');
      insert into baselines values ('coach', 'main', '{}', 'first', 1, '{}', '[]');
      insert into labels values ('l1', 'coach', 'first', 'criteria', 1, '{"rater":"ana"}');
    `);
    const store = await openStore(file);
    await expect(read(store)).resolves.not.toThrow();
    raw.exec(`update ${table} set ${column} = substr(${column}, 2)`);
    await expect(read(store)).rejects.toMatchObject({ ...damaged, place: { file } });
  });
});
