import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { connectRedis, redisPlace, redisQueue, redisSource } from "../packages/vivavoce/src/queue/index.ts";
import { startRedis } from "./servers.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test("a planner whose clock is days off neither deletes the queue of another nor loses its own", async () => {
  const server = await startRedis();
  if (!server) return;
  onTestFinished(() => server.remove());
  const place = redisPlace(server.url);
  const settings = { patienceMs: 5_000, say: () => {}, signal: new AbortController().signal };
  const connection = await connectRedis(place, settings);
  onTestFinished(() => connection.close());
  const announceAt = async (run: string, date: string) => {
    vi.setSystemTime(date);
    await redisQueue(connection, run).announce();
  };
  await announceAt("right", "2026-11-17");
  await announceAt("ahead", "2026-11-27");
  await announceAt("behind", "1970-01-01");
  await announceAt("right", "2026-11-17");
  expect((await redisSource(connection, "worker").runs()).toSorted()).toEqual(["ahead", "behind", "right"]);
});
