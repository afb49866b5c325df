import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { transcriptSchema } from "../shape/index.ts";
import { migrate, migrations } from "./migrations.ts";
import { openDatabase, SqliteDatabase } from "./sqlite-database.ts";
import { openStore, played, rawDatabase, scored, temporaryFile } from "./store.test-helper.ts";
import { Store } from "./store.ts";

/** A store as each released Viva wrote it, with one run in it. The newest schema gets its file with its release. */
const released = [1, 2, 3, 4, 5, 6, 7];

function fixture(version: number): string {
  return readFileSync(new URL(`./fixtures/schema-${version}.sql`, import.meta.url), "utf8");
}

function tablesIn(file: string): unknown[] {
  const named = "select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name";
  const rows = rawDatabase(file).prepare(named).all();
  // Earlier versions put quotes around every name.
  return rows.map((row) => ({ ...row, sql: String(row.sql).replaceAll('"', "").replaceAll(/\s+/g, " ") }));
}

function versionIn(file: string): unknown[] {
  return rawDatabase(file).prepare("select version from viva_schema").all();
}

async function migrated(file: string, times: number): Promise<void> {
  const database = new SqliteDatabase(openDatabase(file), file);
  for (let time = 0; time < times; time++) await migrate(database);
  await database.destroy();
}

describe("a new store", () => {
  test("has the newest schema and says which that is", async () => {
    const file = temporaryFile();
    await migrated(file, 1);
    expect(versionIn(file)).toEqual([{ version: migrations.length }]);
    const names = tablesIn(file).map((table) => (table as { name: string }).name);
    expect(names).toEqual(expect.arrayContaining(["runs", "run_suites", "trials", "scores", "calls"]));
  });

  test("is not changed by being opened again", async () => {
    const [once, twice] = [temporaryFile(), temporaryFile()];
    await migrated(once, 1);
    await migrated(twice, 2);
    expect(tablesIn(twice)).toEqual(tablesIn(once));
    expect(versionIn(twice)).toEqual(versionIn(once));
  });

  test("is read while another process holds the right to write: nothing is to be done", async () => {
    const file = temporaryFile();
    await migrated(file, 1);
    const native = openDatabase(file);
    native.exec("PRAGMA busy_timeout = 0");
    const other = rawDatabase(file);
    other.exec("begin exclusive");
    const database = new SqliteDatabase(native, file);
    await migrate(database);
    expect(await database.selectFrom("runs").selectAll().execute()).toEqual([]);
    other.exec("rollback");
    await database.destroy();
  });

  test("half of a migration is none: what fails is taken back", async () => {
    const file = temporaryFile();
    rawDatabase(file).exec("create table scores (note text)");
    await expect(migrated(file, 1)).rejects.toThrow("already exists");
    const names = tablesIn(file).map((table) => (table as { name: string }).name);
    expect(names.sort()).toEqual(["scores"]);
  });
});

describe("a store from an older version opens", () => {
  test("there is a fixture for every schema but the newest", () => {
    expect(released).toEqual(expect.arrayContaining(migrations.slice(1).map((_, index) => index + 1)));
  });

  test.each(released)("schema %i: its run is read, and it can be written on", async (version) => {
    const file = temporaryFile();
    rawDatabase(file).exec(fixture(version));
    const store = await openStore(file);
    const run = await store.runs.find("5eed0001");
    expect(run).toMatchObject({ id: "5eed0001", owner: undefined, header: { viva: "0.1.0" } });
    expect(run.suites.map(({ name, planned }) => ({ name, planned }))).toEqual([{ name: "coach", planned: 2 }]);
    const trials = await Array.fromAsync(store.trials.read(run.id, 0));
    expect(trials.map(({ caseId, status }) => ({ caseId, status }))).toEqual([
      { caseId: "greeting", status: "passed" },
      { caseId: "farewell", status: undefined },
    ]);
    expect(trials[0]?.scores).toMatchObject([{ metric: "contains", status: "scored", value: 1, passed: true }]);
    const calls = await store.calls.of({ run: run.id, suite: 0, trial: "/greeting/1" });
    expect(calls.map(({ answer }) => answer.text)).toEqual(["Good morning."]);
    await store.runs.claim(run.id, "1@host", () => true);
    void store.write(played({ run: run.id, trial: "/new/1", position: 2 }));
    await store.write(scored({ run: run.id, trial: "/new/1" }));
    expect(await store.trials.find({ run: run.id, suite: 0, trial: "/new/1" })).toMatchObject({ status: "passed" });
    expect(versionIn(file)).toEqual([{ version: migrations.length }]);
  });

  test("schema 5 kept a word for where answers came from: it is translated where it tells", async () => {
    const file = temporaryFile();
    const raw = rawDatabase(file);
    raw.exec(fixture(5));
    const store = await openStore(file);
    const read = async (word: string) => {
      raw.prepare("update trials set answers = ? where trial = '/greeting/1'").run(word);
      return (await store.trials.find({ run: "5eed0001", suite: 0, trial: "/greeting/1" }))?.answers;
    };
    expect((await Array.fromAsync(store.trials.read("5eed0001", 0)))[1]?.answers).toEqual({ origin: "unknown" });
    expect(await read("hand-written")).toEqual({ origin: "hand-written" });
    expect(await read("none:abc")).toEqual({ origin: "none" });
    expect(await read("tape:abc")).toEqual({ origin: "recorded" });
    expect(await read("cache:abc")).toEqual({ origin: "cached" });
    expect(await read("live")).toEqual({ origin: "live" });
    expect(await store.trials.playedCase("5eed0001", 0, { caseHash: "hash-of-greeting" })).toBeUndefined();
  });

  test("transcripts of version 1 are read as version 2, and nothing is rewritten", async () => {
    const file = temporaryFile();
    const raw = rawDatabase(file);
    raw.exec(readFileSync(new URL("./fixtures/transcripts-1.sql", import.meta.url), "utf8"));
    const written = () => raw.prepare("select transcript from trials union all select transcript from attempts").all();
    const before = written();
    const store = await openStore(file);
    const trials = await Array.fromAsync(store.trials.read("5eed0002", 0));
    const spoiled = [...(await store.trials.spoiled("5eed0002", 0)).values()].flat();
    const transcripts = [...trials.map(({ transcript }) => transcript), ...spoiled];
    for (const transcript of transcripts) expect(transcriptSchema.parse(transcript)).toEqual(transcript);
    expect(transcripts.map(({ outcome }) => ("ended" in outcome ? outcome.ended : outcome.kind))).toEqual([
      { by: "script", unsaid: [] },
      { by: "user", reason: "goal-met", unsaid: [] },
      { by: "user", reason: "limit", unsaid: [] },
      "agent-failed",
      { by: "user", reason: "limit", unsaid: [] },
    ]);
    expect(transcripts.flatMap(({ exchanges }) => exchanges.map(({ modelMs }) => modelMs))).not.toContain(undefined);
    expect((await store.trials.find({ run: "5eed0002", suite: 0, trial: "/silent/1" }))?.transcript.version).toBe(2);
    expect(written()).toEqual(before);
  });

  test("a store that nobody may write is read from a copy that is brought up to date", async () => {
    const file = temporaryFile();
    const raw = rawDatabase(file);
    raw.exec(readFileSync(new URL("./fixtures/transcripts-1.sql", import.meta.url), "utf8"));
    raw.close();
    const before = readFileSync(file);
    const store = await Store.openToRead(file);
    const [trial] = await Array.fromAsync(store.trials.read("5eed0002", 0));
    expect(trial?.transcript.version).toBe(2);
    await store.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("schema 1 kept passed, times and the simulated user in longer texts: values are read from there", async () => {
    const file = temporaryFile();
    const raw = rawDatabase(file);
    raw.exec(fixture(1));
    const body = {
      metric: "m",
      judged: true,
      gating: true,
      status: "scored",
      value: 0.4,
      threshold: 0.5,
      passed: false,
    };
    const samples = { ...body, checks: [], detail: { samples: { values: [0.3, 0.5] } } };
    raw
      .prepare("insert into scores select run, suite, trial, 'm', 1, 1, 'j', 'scored', 0.4, 1, ? from scores")
      .run(JSON.stringify(samples));
    raw.exec(`update trials set transcript = json_set(transcript, '$.user', json('{"kind":"simulated","stop":"limit","faults":[]}'))
      where trial = '/farewell/1'`);
    const store = await openStore(file);
    const [greeting, farewell] = await Array.fromAsync(store.values.read("5eed0001", 0, { samplesOf: "m" }));
    expect(greeting).toEqual({
      ...{ trial: "/greeting/1", position: 0, caseId: "greeting", caseHash: "hash-of-greeting" },
      ...{ cluster: undefined, tags: [] },
      ...{ variant: {}, repeat: 1, status: "passed", outcome: "completed", answers: undefined },
      ...{ usage: { inputTokens: 12, outputTokens: 3 }, cost: 0.001, replies: [] },
      scores: [
        { metric: "contains", identity: "i", status: "scored", value: 1, passed: true },
        { metric: "m", identity: "j", status: "scored", value: 0.4, passed: false, samples: [0.3, 0.5] },
      ],
    });
    expect(farewell).toMatchObject({ status: undefined, replies: [], simulated: { spoiled: false }, scores: [] });
  });

  test("what was released is never changed: an older store brought up to date is like a new one", async () => {
    const [old, fresh] = [temporaryFile(), temporaryFile()];
    rawDatabase(old).exec(fixture(1));
    await migrated(old, 1);
    await migrated(fresh, 1);
    expect(tablesIn(old)).toEqual(tablesIn(fresh));
  });
});
