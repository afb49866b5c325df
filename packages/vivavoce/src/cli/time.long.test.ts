import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

/** What code does with time. Each returns true if it went as it does outside of Viva; a replay may lag by 250 ms. */
const idioms = `
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const never = new Promise(() => {});
export const idioms = {
  async polling() {
    const deadline = Date.now() + 300;
    let looks = 0;
    while (Date.now() < deadline && ++looks) await sleep(20);
    return looks > 2;
  },
  timeBox() {
    const begun = Date.now();
    let rounds = 0;
    while (Date.now() - begun < 100) rounds += 1;
    return rounds > 2;
  },
  async interval() {
    const end = new Date().getTime() + 300;
    let ticks = 0;
    await new Promise((resolve) => {
      const timer = setInterval(() => {
        ticks += 1;
        if (new Date() < end) return;
        clearInterval(timer);
        resolve();
      }, 30);
    });
    return ticks > 2;
  },
  async ttlCache() {
    const kept = { value: 1, until: Date.now() + 300 };
    const get = () => (Date.now() < kept.until ? kept.value : undefined);
    const first = get();
    await sleep(700);
    return first === 1 && get() === undefined;
  },
  async tokenBucket() {
    let tokens = 1;
    let filled = Date.now();
    const take = async () => {
      for (;;) {
        tokens = Math.min(1, tokens + (Date.now() - filled) / 200);
        filled = Date.now();
        if (tokens >= 1) return void (tokens -= 1);
        await sleep(20);
      }
    };
    await take();
    await take();
    return tokens < 1;
  },
  async debounce() {
    let calls = 0;
    let last = 0;
    const call = async () => {
      last = Date.now();
      const mine = last;
      await sleep(300);
      if (mine === last) calls += 1;
    };
    await Promise.all([call(), call()]);
    return calls > 0;
  },
  async backoff() {
    const begun = Date.now();
    let wait = 20;
    let tries = 0;
    while (Date.now() - begun < 300) {
      tries += 1;
      await sleep(wait);
      wait = Math.min(wait * 2, 100);
    }
    return tries > 2;
  },
  race: async () => (await Promise.race([never, sleep(20).then(() => "late")])) === "late",
  async difference() {
    const begun = Date.now();
    await sleep(700);
    const passed = Date.now() - begun;
    return passed >= 400 && passed < 60_000;
  },
  async stopwatch() {
    const begun = performance.now();
    await sleep(100);
    return performance.now() - begun >= 90;
  },
  async nextTick() {
    const next = Math.ceil((Date.now() + 1) / 400) * 400;
    while (Date.now() < next) await sleep(next - Date.now());
    return Date.now() - next < 60_000;
  },
  async limiter() {
    const starts = [];
    const minTime = 100;
    for (let n = 0; n < 3; n++) {
      const wait = (starts.at(-1) ?? 0) + minTime - Date.now();
      if (wait > 0) await sleep(wait);
      starts.push(Date.now());
    }
    return starts.length === 3;
  },
};
`;

/** Asks with the time in several notations before and after the idiom that the user names. */
const timed = `{
  name: "timed",
  version: "1",
  open: (context) => ({
    async reply(name) {
      const ask = async (more = "") => {
        const now = new Date();
        const content = [now.toISOString(), Date.now(), Math.floor(Date.now() / 1000), now, now.toLocaleString("en-US"), more].join(" | ");
        await context.model().call({ messages: [{ role: "system", content }, { role: "user", content: name }] });
        return now.toISOString();
      };
      const before = await ask();
      const isRight = await idioms[name]();
      // What the history of a conversation holds: a moment of an earlier request.
      await ask("asked before at " + before);
      context.record({ type: "text", text: isRight ? "as usual" : "not as usual" });
    },
  }),
}`;

const names = [...idioms.matchAll(/^ {2}(?:async )?(\w+)[(:]/gm)].map(([, name]) => name ?? "");
const answering = () => scriptedServer({ answer: () => ({ text: "Fine." }) });
const asUsual = (id: string) => ({ id, script: [{ content: id }], expect: { contains: ["as usual"] } });

describe("code that waits, measures and counts time", () => {
  test("works live, recorded and replayed as it does outside, also with milliseconds in its requests", async () => {
    expect(names).toHaveLength(12);
    await using server = await answering();
    const agent = timed;
    const fields = "limits: { exchangeMs: 20_000 },";
    const cases = JSON.stringify(names.map(asUsual));
    const suite = suiteText({
      agent,
      cases,
      fields,
      models: servedBy(server.url),
      before: 'import { idioms } from "./idioms.ts";',
    });
    const { viva, statuses } = projectHere({ "a.eval.ts": suite, "idioms.ts": idioms });
    for (const how of ["", "--record", "--replay"]) {
      const run = await viva(`run ${how} --concurrency 12`);
      expect(await statuses(), how + run.stdout).toEqual(names.map((name) => `${name} passed`));
      if (how === "--replay")
        expect(run.stdout + run.stderr).toMatch(/\d+ calls matched a recording except for the time in the request/);
    }
  });

  test("a silence moves Date and the trial's clock by its length, in the suite's own process and in another", async () => {
    await using server = await answering();
    const agent = `{
      name: "patient",
      version: "1",
      open(context) {
        let token;
        const answer = async () => {
          const isOver = token !== undefined && Date.now() >= token.expires && context.clock.now() >= token.expires;
          token ??= { expires: Date.now() + 300_000 };
          await context.model().call({ messages: [{ role: "user", content: "It is " + new Date().toISOString() }] });
          context.record({ type: "text", text: isOver ? "as usual" : "logged in" });
        };
        return { reply: answer, silence: answer };
      },
    }`;
    const script = [{ content: "Hi" }, { silence: 600_000 }, { content: "Still there?" }];
    const cases = JSON.stringify([{ id: "waits", script, expect: { contains: ["as usual"] } }]);
    for (const fields of ["", 'isolation: "process",']) {
      const suite = suiteText({ agent, cases, fields, models: servedBy(server.url) });
      const { viva, statuses } = projectHere({ "a.eval.ts": suite });
      for (const how of ["", "--record", "--replay"]) {
        const run = await viva(`run ${how}`);
        expect(await statuses(), `${fields} ${how} ${run.stdout}`).toEqual(["waits passed"]);
      }
    }
  });

  test("clock says where the time starts, in the suite and in a case", async () => {
    await using server = await answering();
    const agent = `{
      name: "dated",
      version: "1",
      open: (context) => ({
        async reply() {
          await context.model().call({ messages: [{ role: "user", content: new Date().toISOString() }] });
          context.record({ type: "text", text: new Date().toISOString().slice(0, 16) });
        },
      }),
    }`;
    const day = (id: string, expected: string, more = {}) => ({
      id,
      script: [{ content: "Hi" }],
      expect: { contains: [expected] },
      ...more,
    });
    const cases = JSON.stringify([
      day("suites", "2031-05-06T07:08"),
      day("own", "1999-12-31T23:00", { clock: { now: "2000-01-01T00:00:00+01:00" } }),
    ]);
    const fields = 'clock: { now: "2031-05-06T07:08:09Z" },';
    const { viva, statuses, write } = projectHere({
      "a.eval.ts": suiteText({ agent, cases, fields, models: servedBy(server.url) }),
    });
    for (const how of ["", "--record", "--replay"]) {
      await viva(`run ${how}`);
      expect(await statuses(), how).toEqual(["suites passed", "own passed"]);
    }
    write({
      "a.eval.ts": suiteText({ agent, cases, fields: 'clock: { now: "tomorrow" },', models: servedBy(server.url) }),
    });
    const refused = await viva("run");
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining('such as "2026-03-02T09:00:00Z"') });
  });

  test("trials of a replay begin in the order of their recording, however long their tapes are", async () => {
    await using server = await answering();
    const agent = `{
      name: "counting",
      version: "1",
      open(context) {
        const number = ++opened;
        return {
          async reply(message) {
            await context.model().call({ messages: [{ role: "user", content: "I am number " + number + message }] });
            context.record({ type: "text", text: String(number) });
          },
        };
      },
    }`;
    const long = Array.from({ length: 60_000 }, (_, n) => `\nline: ${n}`).join("");
    const cases = JSON.stringify(
      ["first", "second", "third"].map((id, n) => ({
        id,
        script: [{ content: n === 0 ? long : id }],
        expect: { contains: [`${n + 1}`] },
      })),
    );
    const { viva, statuses } = projectHere({
      "a.eval.ts": suiteText({ agent, cases, before: "let opened = 0;", models: servedBy(server.url) }),
    });
    for (const how of ["--record", "--replay"]) {
      const run = await viva(`run ${how}`);
      expect(await statuses(), run.stdout).toEqual(["first passed", "second passed", "third passed"]);
    }
  });
});
