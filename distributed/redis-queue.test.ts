import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { connectRedis, redisPlace, redisQueue, redisSource } from "../packages/vivavoce/src/queue/index.ts";
import { startRedis } from "./servers.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** A connection to a Redis of its own; undefined where there is none. */
async function connected() {
  const server = await startRedis();
  if (!server) return;
  onTestFinished(() => server.remove());
  const settings = { patienceMs: 5_000, say: () => {}, signal: new AbortController().signal };
  const connection = await connectRedis(redisPlace(server.url), settings);
  onTestFinished(() => connection.close());
  return connection;
}

test("a planner whose clock is days off neither deletes the queue of another nor loses its own", async () => {
  const connection = await connected();
  if (!connection) return;
  const announceAt = async (run: string, date: string) => {
    vi.setSystemTime(date);
    await redisQueue(connection, run).announce();
  };
  await announceAt("right", "2026-11-17");
  await announceAt("ahead", "2026-11-27");
  await announceAt("behind", "1970-01-01");
  await announceAt("right", "2026-11-17");
  const runs = await redisSource(connection, "worker").runs();
  expect(runs.map(({ id }) => id).toSorted()).toEqual(["ahead", "behind", "right"]);
});

test("a run has its priority as long as it is announced, and a worker its sign as long as it is there", async () => {
  const connection = await connected();
  if (!connection) return;
  const [urgent, other] = [redisQueue(connection, "urgent", 7), redisQueue(connection, "other")];
  const [one, gone] = ["one", "gone"].map((name) => redisSource(connection, name));
  for (const queue of [urgent, other]) await queue.announce();
  expect((await one?.runs())?.toSorted((a, b) => a.priority - b.priority)).toEqual([
    { id: "other", priority: 0 },
    { id: "urgent", priority: 7 },
  ]);
  for (const source of [one, gone]) await source?.sign(true);
  expect((await urgent.workers()).toSorted()).toEqual(["gone", "one"]);
  await gone?.sign(false);
  expect(await urgent.workers()).toEqual(["one"]);
  await one?.sign(false);
  for (const queue of [urgent, other]) await queue.remove();
  for (const key of ["runs", "priorities", "workers"]) expect(await connection.redis.exists(`viva:${key}`)).toBe(0);
});
