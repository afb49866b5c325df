import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { closeNetwork, installGuard } from "../packages/vivavoce/src/network/index.ts";
import { Store } from "../packages/vivavoce/src/store/index.ts";
import {
  called,
  createRun,
  played,
  rowsIn,
  scored,
  transcriptOf,
} from "../packages/vivavoce/src/store/store.test-helper.ts";
import { startPostgres } from "./servers.ts";

const server = await startPostgres();
afterAll(() => server?.remove());

let schemas = 0;

/** A schema of its own on the server; on another port, by way of a proxy. */
async function newPlace(port = server?.port): Promise<string> {
  const schema = `place_${++schemas}`;
  await rowsIn(server?.url ?? "", `create schema ${schema}`);
  return `postgres://viva:longenoughpassword@127.0.0.1:${port}/postgres?options=-csearch_path%3D${schema}`;
}

async function open(place: string): Promise<Store> {
  const store = await Store.open(place);
  onTestFinished(() => store.close().catch(() => {}));
  return store;
}

const address = (trial: string) => ({ run: "r1", suite: 0, trial });
const numbers = async (place: string, statement: string) =>
  (await rowsIn(place, statement)).flatMap((row) => Object.values(row).map(Number));

/** Writes trials, each with a call and a score, some at a time, and what came of each. */
function writeTrials(store: Store, from: number, count: number): Promise<void>[] {
  return Array.from({ length: count }, async (_, index) => {
    const trial = `t${from + index}`;
    await Promise.all([
      store.write(called({ trial })),
      store.write(played({ trial, position: from + index })),
      store.write(scored({ trial })),
    ]);
  });
}

const contents = `select (select count(*) from trials) as trials, (select count(*) from scores) as scores,
  (select count(*) from calls) as calls`;

describe.skipIf(!server)("a server that goes away", () => {
  test("and comes back has lost nothing and doubled nothing", async () => {
    const place = await newPlace();
    const store = await open(place);
    await createRun(store, "r1");
    const disturbance = (async () => {
      await sleep(100);
      await server?.restart();
      await sleep(300);
      await server?.kill();
      await server?.start();
    })();
    let written = 0;
    for (let from = 0, over = false; !over || from < 1_000; from += 20) {
      over = await Promise.race([disturbance.then(() => true), sleep(0, false)]);
      await Promise.all(writeTrials(store, from, 20));
      await store.runs.touch("r1");
      expect(await store.trials.find(address(`t${from}`))).toMatchObject({ status: "passed" });
      written = from + 20;
    }
    await disturbance;
    expect(await numbers(place, contents)).toEqual([written, written, written]);
  });

  test("while nobody uses the store does not end the process, and the next read works", async () => {
    const store = await open(await newPlace());
    await createRun(store, "r1");
    await server?.restart();
    await sleep(100);
    expect(await store.runs.list()).toHaveLength(1);
  });

  test("is reached again where a replay has closed the network for the suite", async () => {
    const refused = vi.fn(() => new Error("closed"));
    const store = await open(await newPlace());
    await createRun(store, "r1");
    installGuard();
    onTestFinished(closeNetwork({ allows: () => false, refused }));
    await server?.restart();
    await Promise.all(writeTrials(store, 0, 3));
    expect(await store.trials.countStatuses("r1")).toEqual({ passed: 3 });
    expect(refused).not.toHaveBeenCalled();
  });
});

describe.skipIf(!server)("a connection that breaks during the commit", () => {
  /** Passes everything on, and breaks the first connection whose client commits: before the server learns of it, or after. */
  async function breakingProxy(when: "before" | "after"): Promise<{ port: number; broken(): number; arm(): void }> {
    let armed = false;
    let broken = 0;
    const proxy = net.createServer((client) => {
      const upstream = net.connect(server?.port ?? 0, "127.0.0.1");
      for (const socket of [client, upstream]) socket.on("error", () => {});
      client.on("close", () => upstream.destroy());
      upstream.on("close", () => client.destroy());
      let silent = false;
      upstream.on("data", (data) => (silent ? client.destroy() : client.write(data)));
      client.on("data", (data) => {
        if (armed && data.includes("commit\0")) {
          armed = false;
          broken += 1;
          silent = true;
          if (when === "before") return client.destroy();
        }
        upstream.write(data);
      });
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as net.AddressInfo;
    const arm = () => {
      armed = true;
    };
    return { port, broken: () => broken, arm };
  }

  test.each(["before", "after"] as const)("%s the server has it: the group is written once", async (when) => {
    const { port, arm, broken } = await breakingProxy(when);
    const place = await newPlace(port);
    const store = await open(place);
    await createRun(store, "r1");
    await Promise.all(writeTrials(store, 0, 3));
    arm();
    await Promise.all(writeTrials(store, 3, 3));
    expect(broken()).toBe(1);
    arm();
    // Done twice, this would fail: the run is no longer this store's.
    await store.runs.release("r1", true);
    expect(broken()).toBe(2);
    expect(await numbers(place, contents)).toEqual([6, 6, 6]);
    await store.close();
    expect(await numbers(place, "select count(*) from viva_commits where number > 0")).toEqual([0]);
  });
});

describe.skipIf(!server)("two processes at one database", () => {
  test("claim a free run: one of them gets it", async () => {
    const place = await newPlace();
    const stores = [await open(place), await open(place)];
    for (let round = 0; round < 20; round++) {
      const run = await createRun(stores[0] as Store, `r${round}`);
      await stores[0]?.runs.release(run, false);
      const isFree = ({ owner }: { owner: string | undefined }) => owner === undefined;
      const got = await Promise.all(stores.map((store, index) => store.runs.claim(run, `${index}@host`, isFree)));
      expect(got.filter(Boolean)).toHaveLength(1);
      const winner = got.indexOf(true);
      await stores[winner]?.runs.touch(run);
      await expect(stores[1 - winner]?.runs.touch(run)).rejects.toMatchObject({ fault: "taken-over" });
    }
  });

  test("claim one trial and write it: only one of them can, and its rows are whole", async () => {
    const place = await newPlace();
    const planner = await open(place);
    await createRun(planner, "r1");
    const workers = [await open(place), await open(place)];
    for (let round = 0; round < 20; round++) {
      const trial = `t${round}`;
      const wrote = await Promise.all(
        workers.map(async (store, index) => {
          if (!(await store.trials.claim(address(trial), { worker: `${index}@host` }))) return false;
          const records = [called({ trial }), played({ trial, caseHash: `${index}` }), scored({ trial })];
          const done = await Promise.allSettled(records.map((record) => store.write(record)));
          return done.every(({ status }) => status === "fulfilled");
        }),
      );
      expect(wrote.filter(Boolean)).toHaveLength(1);
      expect(await planner.trials.find(address(trial))).toMatchObject({ caseHash: `${wrote.indexOf(true)}` });
      expect(await planner.trials.claim(address(trial), { worker: "3@host" })).toBeUndefined();
    }
    expect(await numbers(place, contents)).toEqual([20, 20, 20]);
  });

  test("sum up a run and write it: the sums are never older than the run", async () => {
    const place = await newPlace();
    const [reader, writer] = [await open(place), await open(place)];
    await createRun(writer, "r1");
    await writer.runs.release("r1", true);
    for (let round = 0; round < 30; round++) {
      const run = await reader.runs.find("r1");
      await sleep(2);
      await Promise.all([
        reader.values.keepSummary(run, 0, { viva: "", variants: [] }),
        writer.runs.claim("r1", "2@host", () => true).then(() => writer.runs.touch("r1")),
      ]);
      expect(await reader.values.summary("r1", 0)).toBeUndefined();
      await writer.runs.release("r1", true);
    }
  });

  test("set one baseline at the same time: one of them stands", async () => {
    const place = await newPlace();
    const stores = [await open(place), await open(place)];
    const result = (run: string) => ({ suite: "s", variant: {}, run, cases: [] }) as never;
    for (let round = 0; round < 10; round++) {
      await Promise.all(stores.map(({ baselines }, index) => baselines.set("main", [result(`r${index}`)], round)));
      expect(await stores[0]?.baselines.list()).toHaveLength(1);
    }
  });
});

describe.skipIf(!server)("a text", () => {
  test("with NUL, half a character or the escape itself comes back as from SQLite", async () => {
    const store = await open(await newPlace());
    await createRun(store, "r1");
    const texts = ["a\0b", "half \ud800 a pair", "\u{10fffe}0", "\\u0000", "\u{1f600}"];
    for (const [position, text] of texts.entries()) {
      const trial = `t${position}`;
      void store.write(played({ trial, position, cluster: text, transcript: transcriptOf(text) }));
      await store.write(scored({ trial }));
    }
    const trials = await Array.fromAsync(store.trials.read("r1", 0));
    expect(trials.map(({ cluster }) => cluster)).toEqual(texts.map((text) => text.toWellFormed()));
    expect(trials.map(({ transcript }) => transcript)).toEqual(texts.map((text) => transcriptOf(text)));
    expect(await Array.fromAsync(store.values.read("r1", 0, { dimensions: true }))).toHaveLength(texts.length);
  });
});

describe.skipIf(!server)("a database that cannot be used", () => {
  const refusalOf = (place: string) =>
    Store.open(place).then(
      () => undefined,
      (error: unknown) => error,
    );
  const at = (rest: string) => `postgres://viva:longenoughpassword@127.0.0.1:${server?.port}/${rest}`;

  test.each<[string, () => string, string, number]>([
    [
      "no server",
      () => "postgres://viva:longenoughpassword@127.0.0.1:1/viva",
      "postgres://127.0.0.1:1/viva cannot be reached",
      3,
    ],
    ["no database", () => at("absent"), "there is no database absent", 3],
    ["no user", () => at("postgres").replace("//viva", "//stranger"), "PostgreSQL refuses the user or the password", 3],
    ["no URL", () => "postgres://viva:longenoughpassword@host:port/x", "the store's address is not a URL", 64],
  ])("%s: says which and what to do, without the password", async (_, place, message, exitCode) => {
    const error = await refusalOf(place());
    expect(error).toMatchObject({ message: expect.stringContaining(message), remedy: expect.any(String), exitCode });
    expect(JSON.stringify(error) + (error as Error).message + (error as Error).stack).not.toContain("longenough");
  });

  test("another encoding than UTF-8 is refused", async () => {
    await rowsIn(server?.url ?? "", "create database latin encoding 'LATIN1' locale 'C' template template0");
    expect(await refusalOf(at("latin"))).toMatchObject({ message: expect.stringContaining("LATIN1"), exitCode: 64 });
  });

  test("whoever may only read can read, and a write is refused with the reason", async () => {
    const place = await newPlace();
    const store = await open(place);
    await createRun(store, "r1");
    const schema = `place_${schemas}`;
    await rowsIn(
      place,
      `create role reader login; grant usage on schema ${schema} to reader;
      grant select on all tables in schema ${schema} to reader`,
    );
    const reader = await open(place.replace("//viva", "//reader"));
    expect(await reader.runs.list()).toHaveLength(1);
    await expect(reader.checkWritable()).rejects.toMatchObject({ fault: "read-only", exitCode: 3 });
    await expect(reader.runs.claim("r1", "2@host", () => true)).rejects.toMatchObject({ fault: "read-only" });
  });
});
