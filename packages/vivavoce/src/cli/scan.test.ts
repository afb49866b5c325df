import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { encodings, writtenIn } from "../base/fixtures/encodings.ts";
import { redactor, secretSearch } from "../base/index.ts";
import { temporaryFolder } from "../run/run.test-helper.ts";
import { projectHere } from "./cli.test-helper.ts";
import { findingsIn } from "./scan.ts";

const key = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";
const value = "environment-canary-4711";
const environment = { SERVICE_TOKEN: value };
const search = secretSearch(environment);

const found = (file: string) => Array.fromAsync(findingsIn(file, search));
const shown = async (file: string) => (await found(file)).map(({ place, kind }) => `${place}: ${kind}`);

function fileOf(content: string | Uint8Array, name = "report.html"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

describe("a file", () => {
  test("is reported with line, kind and mark, without the secret", async () => {
    const file = fileOf(`one\ntwo ${key}\n\nfour ${value} and ${key}\n`);
    expect(await shown(file)).toEqual(["line 2: openai-key", "line 4: environment", "line 4: openai-key"]);
    const findings = await found(file);
    expect(findings[0]?.mark).toBe(redactor(environment).text(key));
    expect(JSON.stringify(findings)).not.toMatch(/canary-4711|aB3dE6/);
  });

  test.each(Object.keys(encodings))("is searched for a secret %s", async (encoding) => {
    for (const secret of [key, value]) expect(await shown(fileOf(writtenIn(encoding, secret)))).not.toEqual([]);
  });

  test("is clean with marks in place of its secrets", async () => {
    const text = Object.keys(encodings).map((one) => `${writtenIn(one, key)}\n${writtenIn(one, value)}`);
    expect(await shown(fileOf(redactor(environment).text(text.join("\n"))))).toEqual([]);
  });

  test("of many megabytes is read in pieces, and each secret is reported once, even across two pieces", async () => {
    const line = `${"some words ".repeat(9)}\n`;
    const lines = Array.from({ length: 40_000 }, () => line);
    const at = [0, 9_000, 10_591, 10_592, 10_593, 20_000, 21_183, 39_999];
    for (const index of at) lines[index] = `${"some words ".repeat(6)} ${key}\n`;
    expect(await shown(fileOf(lines.join("")))).toEqual(at.map((index) => `line ${index + 1}: openai-key`));
  });

  test("that is not text is searched too", async () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 2, 255, 254]), Buffer.from(key), Buffer.from([0, 7, 200])]);
    expect(await shown(fileOf(bytes))).toEqual(["raw bytes: openai-key"]);
  });
});

describe("a store", () => {
  function databaseWith(work: (database: DatabaseSync) => void): string {
    const file = join(temporaryFolder(), "store.sqlite");
    using database = new DatabaseSync(file);
    database.exec("create table trials (run text, trial text, transcript text)");
    work(database);
    return file;
  }
  const insert = (database: DatabaseSync, text: string) =>
    database.prepare("insert into trials values ('7f3a', 'one', ?)").run(text);

  test("is reported by table, run and column, even for a long text on several pages", async () => {
    const file = databaseWith((database) => insert(database, JSON.stringify({ text: `${"a ".repeat(10_000)}${key}` })));
    expect(await shown(file)).toEqual(["trials, run 7f3a trial one, transcript: openai-key"]);
  });

  test("is searched for deleted rows, in its bytes", async () => {
    const file = databaseWith((database) => {
      database.exec("pragma secure_delete = off");
      insert(database, `the key is ${key} and more`);
      database.exec("delete from trials");
    });
    expect(await shown(file)).toEqual(["raw bytes: openai-key"]);
  });

  test("that is damaged is searched as bytes, and reported", async () => {
    const file = fileOf(`SQLite format 3\0\0\0\0 ${key} `);
    const places: string[] = [];
    const reading = (async () => {
      for await (const { place } of findingsIn(file, search)) places.push(place);
    })();
    await expect(reading).rejects.toThrow();
    expect(places).toEqual(["raw bytes"]);
  });
});

test("viva scan searches store, recordings, reports and baselines, and its exit code says what it found", async () => {
  const { viva, folder, write } = projectHere({});
  expect(await viva("scan", { environment })).toMatchObject({ code: 0, stdout: "no secrets in 0 files\n" });
  write({
    "cassettes/exam/default/one.yaml": `text: ${key}\n`,
    "results/a.md": `${Buffer.from(value).toString("hex")}\n`,
    "baselines/main.json": "{}\n",
    "elsewhere/notes.txt": `${value}\n`,
  });
  mkdirSync(join(folder, ".viva"), { recursive: true });
  appendFileSync(join(folder, ".viva", "store.sqlite-wal"), `\0\0${value}\0`);
  const all = await viva("scan", { environment });
  expect(all.code).toBe(1);
  expect(all.stdout).toMatch(
    /^\.viva.store\.sqlite-wal: raw bytes: environment \[redacted:environment:[0-9a-f]{6}\]$/m,
  );
  expect(all.stdout).toMatch(/^results.a\.md: line 1: environment/m);
  expect(all.stdout).toMatch(/^cassettes.exam.default.one\.yaml: line 1: openai-key/m);
  expect(all.stdout).toMatch(/3 secrets in 4 files\n$/);
  expect(all.stdout + all.stderr).not.toMatch(/canary-4711|aB3dE6/);
  const one = await viva("scan elsewhere --json", { environment });
  expect(one.code).toBe(1);
  expect(JSON.parse(one.stdout)).toMatchObject({ format: 1, files: 1, total: 1, findings: [{ kind: "environment" }] });
  expect((await viva("scan nowhere", { environment })).code).toBe(64);
  write({ "broken.sqlite": "SQLite format 3\0\0\0\0" });
  expect((await viva("scan broken.sqlite", { environment })).code).toBe(3);
});
