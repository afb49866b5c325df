// Libraries that read the clock, used as an agent would: live, recorded and replayed they do what they do outside of Viva.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const installed = join(import.meta.dirname, "node_modules");
const vivavoce = join(import.meta.dirname, "../packages/vivavoce");

/** Each is true if the library did its work. A replay may lag by 250 ms. */
const uses = `
import Bottleneck from "bottleneck";
import { CronExpressionParser } from "cron-parser";
import { addSeconds, differenceInMilliseconds, isPast } from "date-fns";
import dayjs from "dayjs";
import jwt from "jsonwebtoken";
import Keyv from "keyv";
import { LRUCache } from "lru-cache";
import { DateTime } from "luxon";
import NodeCache from "node-cache";
import pLimit from "p-limit";
import pRetry from "p-retry";
import pThrottle from "p-throttle";
import pTimeout from "p-timeout";
import pWaitFor from "p-wait-for";
import QuickLRU from "quick-lru";
import { RateLimiterMemory } from "rate-limiter-flexible";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const uses = {
  async bottleneck() {
    const limiter = new Bottleneck({ minTime: 100, reservoir: 3, reservoirRefreshAmount: 3, reservoirRefreshInterval: 500 });
    return (await Promise.all([1, 2, 3, 4].map((n) => limiter.schedule(async () => n)))).join() === "1,2,3,4";
  },
  cronParser: () => CronExpressionParser.parse("* * * * * *").next().toDate().getTime() > Date.now(),
  async dateFns() {
    const then = addSeconds(new Date(), 0.3);
    const left = differenceInMilliseconds(then, new Date());
    await sleep(700);
    return left > 0 && isPast(then);
  },
  async dayjs() {
    const then = dayjs().add(300, "millisecond");
    const isBefore = dayjs().isBefore(then);
    await sleep(700);
    return isBefore && dayjs().isAfter(then);
  },
  async jsonwebtoken() {
    const token = jwt.sign({ sub: "kim" }, "a secret of the test", { expiresIn: 1 });
    const valid = jwt.verify(token, "a secret of the test").sub === "kim";
    await sleep(2_300);
    try {
      jwt.verify(token, "a secret of the test");
    } catch ({ name }) {
      return valid && name === "TokenExpiredError";
    }
  },
  async keyv() {
    const keyv = new Keyv();
    await keyv.set("a", 1, 300);
    const first = await keyv.get("a");
    await sleep(700);
    return first === 1 && (await keyv.get("a")) === undefined;
  },
  async lruCache() {
    const cache = new LRUCache({ max: 5, ttl: 300 });
    cache.set("a", 1);
    const first = cache.get("a");
    await sleep(700);
    return first === 1 && cache.get("a") === undefined;
  },
  async luxon() {
    const begun = DateTime.now();
    await sleep(700);
    return begun.diffNow().toMillis() <= -400;
  },
  async nodeCache() {
    const cache = new NodeCache({ stdTTL: 0.3, checkperiod: 0 });
    cache.set("a", 1);
    const first = cache.get("a");
    await sleep(700);
    return first === 1 && cache.get("a") === undefined;
  },
  async pLimit() {
    const limit = pLimit(2);
    return (await Promise.all([1, 2, 3].map((n) => limit(() => sleep(20).then(() => n))))).join() === "1,2,3";
  },
  async pRetry() {
    let tries = 0;
    return pRetry(async () => ++tries > 2 || Promise.reject(new Error("not yet")), { minTimeout: 50, maxRetryTime: 5_000 });
  },
  async pThrottle() {
    const throttled = pThrottle({ limit: 1, interval: 100 })(async (n) => n);
    return (await Promise.all([1, 2, 3].map((n) => throttled(n)))).join() === "1,2,3";
  },
  pTimeout: () => pTimeout(sleep(5_000), { milliseconds: 50 }).catch(({ name }) => name === "TimeoutError"),
  async pWaitFor() {
    const begun = Date.now();
    await pWaitFor(() => Date.now() - begun >= 200, { interval: 20, timeout: 5_000 });
    return true;
  },
  async quickLru() {
    const cache = new QuickLRU({ maxSize: 5, maxAge: 300 });
    cache.set("a", 1);
    const first = cache.get("a");
    await sleep(700);
    return first === 1 && cache.get("a") === undefined;
  },
  async rateLimiterFlexible() {
    const limiter = new RateLimiterMemory({ points: 1, duration: 1 });
    await limiter.consume("a");
    const refused = await limiter.consume("a").then(() => false, () => true);
    await sleep(1_500);
    return refused && (await limiter.consume("a").then(() => true));
  },
};
`;

const suite = (names: readonly string[], url: string) => `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { DateTime } from "luxon";
import dayjs from "dayjs";
import { uses } from "./uses.ts";
export default suite({
  name: "time",
  cases: ${JSON.stringify(names.map((id) => ({ id, script: [{ content: id }], expect: { contains: ["as usual"] } })))},
  agent: {
    name: "timed",
    version: "1",
    open: (context) => ({
      async reply(name) {
        const ask = () => {
          const now = [DateTime.now().toISO(), DateTime.now().toLocaleString(DateTime.DATETIME_FULL_WITH_SECONDS), DateTime.now().setZone("Asia/Kolkata").toISO(), dayjs().format(), dayjs().unix()];
          return context.model().call({ messages: [{ role: "system", content: now.join(" | ") }, { role: "user", content: name }] });
        };
        await ask();
        const isRight = await uses[name]();
        await ask();
        context.record({ type: "text", text: isRight ? "as usual" : "not as usual" });
      },
    }),
  },
  models: { agent: { model: "compatible:any", baseURL: ${JSON.stringify(url)} } },
  metrics: [contains()],
});
`;

test("libraries work live, recorded and replayed, with the time in every prompt", async () => {
  const { scriptedServer } = await import(join(vivavoce, "dist/testing.js"));
  const server = await scriptedServer({ answer: () => ({ text: "Fine." }) });
  onTestFinished(() => server.close());
  const cwd = mkdtempSync(join(tmpdir(), "viva-time-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(vivavoce, join(cwd, "node_modules/vivavoce"));
  for (const [, name = ""] of uses.matchAll(/from "([\w-]+)"/g))
    symlinkSync(join(installed, name), join(cwd, "node_modules", name));
  const names = [...uses.matchAll(/^ {2}(?:async )?(\w+)[(:]/gm)].map(([, name]) => name ?? "");
  expect(names).toHaveLength(16);
  writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
  writeFileSync(join(cwd, "uses.ts"), uses);
  writeFileSync(join(cwd, "time.eval.ts"), suite(names, server.url));
  for (const how of [[], ["--record"], ["--replay"]]) {
    const args = [join(vivavoce, "bin/viva.js"), "run", "time.eval.ts", ...how, "--concurrency", "16"];
    // The server answers from this process, so it must not be blocked.
    const { promise, resolve } = Promise.withResolvers<string>();
    const child = spawn(process.execPath, args, { cwd });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    child.once("close", () => resolve(said));
    expect(await promise).toContain(`${names.length} passed · 0 failed`);
  }
});
