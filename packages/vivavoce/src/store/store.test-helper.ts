import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished, test } from "vitest";
import { loadPeers, type Redactor } from "../base/index.ts";
import type { CallRecord, RunHeader, Score, Scored, StoredSuite, Transcript } from "../shape/index.ts";
import type { StoreRecord } from "./records.ts";
import { Store } from "./store.ts";
import { isPostgres } from "./store-place.ts";

/** A folder for this test, deleted when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function temporaryFile(): string {
  return join(temporaryFolder(), "store.sqlite");
}

/** The PostgreSQL server whose databases these tests use instead of files, if one is named. */
const server = process.env.VIVA_TEST_STORE;

/** A test about SQLite, its file, or the thread that writes it. */
export const testOfFiles = test.skipIf(server !== undefined);

/** A new place for a store: a file, or a schema of its own on the server. */
export async function newPlace(): Promise<{ place: string; remove(): Promise<void> }> {
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
    const remove = async () => rmSync(folder, { recursive: true, force: true });
    return { place: join(folder, "store.sqlite"), remove };
  }
  const schema = `test_${randomBytes(6).toString("hex")}`;
  const ask = (statement: string) => rowsIn(server, statement);
  await ask(`create schema ${schema}`);
  const remove = async () => void (await ask(`drop schema ${schema} cascade`));
  return { place: `${server}?options=-csearch_path%3D${schema}`, remove };
}

/** The same for this test only. */
export async function temporaryPlace(): Promise<string> {
  const { place, remove } = await newPlace();
  onTestFinished(remove);
  return place;
}

/** What a statement finds at a place, without Viva's code around it. */
export async function rowsIn(place: string, statement: string): Promise<Record<string, unknown>[]> {
  if (!isPostgres(place)) {
    using database = new DatabaseSync(place, { timeout: 10_000 });
    return database.prepare(statement).all();
  }
  const [{ Client }] = (await loadPeers(["pg"], "this test")) as [{ Client: new (url: string) => PgClient }];
  const client = new Client(place);
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

interface PgClient {
  connect(): Promise<void>;
  query(statement: string): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

/** A store, closed when the test ends; a failure that the test has seen already is not reported again. */
export async function openStore(given?: string, redactor?: Redactor): Promise<Store> {
  const store = await Store.open(given ?? (await temporaryPlace()), redactor);
  onTestFinished(() => store.close().catch(() => {}));
  return store;
}

/** Opens the file directly, without Viva's code around it. */
export function rawDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

export const runHeader: RunHeader = {
  viva: "0.1.0",
  node: "24.15.0",
  paths: [],
  options: {
    seed: 1,
    repeat: 1,
    cases: [],
    tags: [],
    failed: false,
    variants: {},
    agent: undefined,
    timeoutMs: undefined,
    model: undefined,
    judge: undefined,
    traffic: undefined,
  },
};

export function suiteOf(name: string, more: Partial<StoredSuite> & { mode?: "live" | "replay" } = {}): StoredSuite {
  const { mode = "live", ...given } = more;
  return {
    position: 0,
    name,
    planned: 1,
    header: { file: `${name}.eval.ts`, variants: [], dataset: "", metrics: [], models: {}, mode, gate: {} },
    ...given,
  };
}

/** Writes a run with one suite, or with those given. */
export async function createRun(store: Store, id: string, { suites = [suiteOf("coach")], at = 1_000 } = {}) {
  await store.runs.create({ id, header: runHeader, suites, owner: "1@elsewhere", at });
  return id;
}

export function transcriptOf(text: string, more: Partial<Transcript> = {}): Transcript {
  return {
    version: 2,
    case: "case",
    variant: {},
    repeat: 1,
    agent: { name: "echo", version: "1" },
    history: [],
    exchanges: [{ number: 1, user: { content: "Hello" }, items: [{ type: "text", text }], modelCalls: 1 }],
    outcome: { kind: "completed", ended: { by: "script", unsaid: [] } },
    ...more,
  };
}

export function scoreOf(metric: string, value = 1, more: Partial<Scored> = {}): Score {
  const passed = value >= 1;
  return { metric, judged: false, gating: true, status: "scored", value, threshold: 1, passed, checks: [], ...more };
}

export function callOf(text: string, more: Partial<CallRecord> = {}): CallRecord {
  return { role: "agent", label: "", index: 0, hash: text, answer: { text, toolCalls: [], finish: "stop" }, ...more };
}

type Given<Record> = Partial<Record> & { trial: string };

export function played({ trial, ...more }: Given<StoreRecord<"played">>): StoreRecord {
  const common = {
    run: "r1",
    suite: 0,
    position: 0,
    caseId: trial,
    caseHash: "hash",
    tags: [],
    variant: {},
    repeat: 1,
  };
  return { type: "played", ...common, trial, transcript: transcriptOf(trial), playedAt: 1_000, ...more };
}

export function scored({ trial, ...more }: Given<StoreRecord<"scored">>): StoreRecord {
  const scores = [{ score: scoreOf("contains"), identity: "identity" }];
  return { type: "scored", run: "r1", suite: 0, trial, status: "passed", scores, pass: 1, ...more };
}

export function called({ trial, ...more }: Given<Extract<StoreRecord, { type: "call" }>>): StoreRecord {
  return { type: "call", run: "r1", suite: 0, trial, record: callOf(trial), pass: 1, ...more };
}
