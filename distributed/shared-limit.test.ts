import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { burstMs, type PaceLimits } from "../packages/vivavoce/src/model/pace.ts";
import { type Server, startRedis } from "./servers.ts";

const redis: Server | undefined = await startRedis();
const counting = await countingServer();
const clients = new Set<ChildProcess>();

beforeAll(() => counting.reset());
afterEach(async () => {
  await Promise.all([...clients].map(end));
  counting.reset();
});
afterAll(async () => {
  counting.close();
  await redis?.remove();
});

describe.skipIf(!redis)("processes that share a model's limits", () => {
  const perSecond = 50;

  test("together keep 50 requests a second within 5 %, and never send more than the burst at once", {
    tags: ["timed"],
  }, async () => {
    const limits = { requestsPerMinute: perSecond * 60 };
    const burst = (burstMs / 1_000) * perSecond + 1;
    const rates: number[] = [];
    // On a machine that stands still for a moment some of the limit is lost, so the lower bound has three chances.
    while (rates.length < 3 && !((rates.at(-1) ?? 0) > perSecond * 0.95)) {
      const both = [client(limits), client(limits)];
      const { sent } = await counting.during(10_000);
      await Promise.all(both.map(end));
      const span = ((sent.at(-1) ?? 0) - (sent[0] ?? 0)) / 1_000;
      rates.push((sent.length - 1) / span);
      expect(sent.length).toBeLessThanOrEqual(perSecond * span * 1.05 + burst);
      // A process may be late with the one request that it was just allowed.
      expect(mostIn(1_000, sent)).toBeLessThanOrEqual(perSecond + burst + both.length);
      counting.reset();
    }
    expect(rates.at(-1)).toBeGreaterThan(perSecond * 0.95);
    expect(Math.max(...rates)).toBeLessThan(perSecond * 1.05);
  });

  test("together have no more calls under way than allowed, and use them all", async () => {
    const both = [client({ concurrency: 4 }), client({ concurrency: 4 })];
    await counting.until(({ sent }) => sent.length > 60);
    expect(counting.state.mostAtOnce).toBe(4);
    await Promise.all(both.map(end));
  });

  test("get the places of one that was killed", async () => {
    const dying = client({ concurrency: 2 }, "/never");
    await counting.until(({ hanging }) => hanging === 2);
    client({ concurrency: 2 });
    await sleep(2_000);
    expect(counting.state.sent).toHaveLength(2);
    dying.kill("SIGKILL");
    await counting.until(({ sent }) => sent.length > 20);
  });

  test("wait while Redis is away, and go on when it is back", { tags: ["timed"] }, async () => {
    const both = [client({ requestsPerMinute: 6_000 }), client({ requestsPerMinute: 6_000 })];
    await counting.until(({ sent }) => sent.length > 50);
    await redis?.stop();
    await sleep(200);
    const before = counting.state.sent.length;
    await sleep(1_500);
    expect(counting.state.sent).toHaveLength(before);
    await redis?.start();
    await counting.until(({ sent }) => sent.length > before + 50);
    await Promise.all(both.map(end));
  });
});

function client(limits: PaceLimits, path = "/"): ChildProcess {
  // Each test has a model of its own: the places of processes that were ended are taken for a while.
  const model = expect.getState().currentTestName ?? "";
  const given = [redis?.url ?? "", counting.url, JSON.stringify(limits), path, model];
  const child = spawn(process.execPath, [join(import.meta.dirname, "pace-client.ts"), ...given], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  clients.add(child);
  child.once("exit", () => clients.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** The most of these times that fall into one span. */
function mostIn(spanMs: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  return sorted.reduce((most, time, index) => {
    while ((sorted[first] ?? 0) <= time - spanMs) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

async function countingServer() {
  const state = { sent: [] as number[], atOnce: 0, mostAtOnce: 0, hanging: 0 };
  const server = createServer((request, response) => {
    state.sent.push(Number(request.headers.sent));
    if (request.url === "/never") {
      state.hanging += 1;
      return;
    }
    state.atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
    setTimeout(() => {
      state.atOnce -= 1;
      response.end("{}");
    }, 30);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    reset: () => Object.assign(state, { sent: [], mostAtOnce: 0, hanging: 0 }),
    async during(milliseconds: number) {
      while (state.sent.length === 0) await sleep(20);
      await sleep(milliseconds);
      return { sent: [...state.sent] };
    },
    async until(isReached: (now: typeof state) => boolean) {
      while (!isReached(state)) await sleep(20);
    },
    close: () => server.close().closeAllConnections(),
  };
}
