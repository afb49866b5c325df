import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import {
  createRun,
  openStore,
  played,
  rawDatabase,
  scored,
  temporaryFile,
  temporaryFolder,
} from "./store.test-helper.ts";
import { Store } from "./store.ts";

describe("a store that goes away while it is in use", () => {
  /** What may happen to it, by its file. */
  const fates: Record<string, (file: string) => void> = {
    "its file is deleted": (file) => rmSync(file),
    "its folder is deleted": (file) => rmSync(dirname(file), { recursive: true }),
    "its folder is renamed": (file) => renameSync(dirname(file), `${dirname(file)}-old`),
    "another file is put in its place": (file) => {
      rmSync(file);
      writeFileSync(file, "");
    },
    "another store is put in its place": (file) => {
      const other = join(dirname(file), "other.sqlite");
      rawDatabase(other).exec("create table runs (id text)");
      renameSync(other, file);
    },
    "its write-ahead log is deleted": (file) => rmSync(`${file}-wal`),
    "the index of its log is deleted": (file) => rmSync(`${file}-shm`),
  };

  test.for(Object.entries(fates))("%s: nothing is written any more, and it is told", async ([, happen]) => {
    const folder = join(temporaryFolder(), ".viva");
    mkdirSync(folder);
    const file = join(folder, "store.sqlite");
    const store = await openStore(file);
    await createRun(store, "r1");
    await store.runs.touch("r1");
    happen(file);
    const vanished = { name: "StoreError", fault: "vanished", exitCode: 3, place: { file } };
    await expect(store.runs.touch("r1")).rejects.toMatchObject(vanished);
    await expect(store.runs.release("r1", true)).rejects.toMatchObject(vanished);
    await expect(store.write(played({ trial: "a" }))).rejects.toMatchObject(vanished);
  });
});

describe("a write-ahead log that is lost", () => {
  /** Stores of a process that writes two trials to each and is killed before anything is moved from the log into them. */
  function killedWriter(): string[] {
    const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
    afterThisFile(() => rmSync(folder, { recursive: true, force: true }));
    const files = ["a", "b"].map((name) => join(folder, `${name}.sqlite`));
    const helper = pathToFileURL(join(import.meta.dirname, "store.ts")).href;
    const run = {
      id: "r1",
      header: {},
      suites: [{ position: 0, name: "exam", planned: 2, header: {} }],
      owner: "1@h",
      at: 1,
    };
    const records = ["a", "b"].flatMap((trial) => [played({ trial }), scored({ trial })]);
    const script = `
      import { Store } from ${JSON.stringify(helper)};
      for (const file of ${JSON.stringify(files)}) {
        const store = await Store.open(file);
        await store.runs.create(${JSON.stringify(run)});
        for (const record of ${JSON.stringify(records)}) await store.write(record);
      }
      process.kill(process.pid, "SIGKILL");
    `;
    const program = join(folder, "writer.mjs");
    writeFileSync(program, script);
    const { signal, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
    return files;
  }

  let [lost = "", cutShort = ""]: string[] = [];
  beforeAll(() => {
    [lost = "", cutShort = ""] = killedWriter();
  });

  test("is told, with how much is missing, until it is put back or the user accepts the loss", async () => {
    const file = lost;
    renameSync(`${file}-wal`, `${file}-kept`);
    const refused = {
      name: "StoreError",
      fault: "log-lost",
      exitCode: 3,
      message: expect.stringMatching(/lost its last results: (\d) of \1 groups that were written are missing/),
      remedy: expect.stringContaining(`delete ${file}-mark`),
    };
    for (let look = 0; look < 2; look++) await expect(Store.open(file)).rejects.toMatchObject(refused);

    copyFileSync(`${file}-kept`, `${file}-wal`);
    const whole = await Store.open(file);
    expect(await Array.fromAsync(whole.trials.read("r1", 0))).toHaveLength(2);
    await whole.close();
    await (await Store.open(file)).close();
  });

  test("is accepted by deleting the note; a log that was cut short is a lost one", async () => {
    const file = cutShort;
    truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 5_000);
    await expect(Store.open(file)).rejects.toMatchObject({ fault: "log-lost" });
    rmSync(`${file}-mark`);
    const left = await openStore(file);
    const statuses = (await Array.fromAsync(left.trials.read("r1", 0))).map(({ status }) => status);
    expect(statuses).toEqual(["passed", undefined]);
  });

  test("a new store in the place of an old one is not mistaken for a loss", async () => {
    const file = temporaryFile();
    const first = await Store.open(file);
    await createRun(first, "r1");
    await first.close();
    expect(existsSync(`${file}-mark`)).toBe(true);
    rmSync(file);
    const second = await openStore(file);
    expect(await second.runs.list()).toEqual([]);
  });
});
