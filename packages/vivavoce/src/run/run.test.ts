import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { AgentContext } from "../agent/index.ts";
import { contains, defineMetric, scored } from "../metric/index.ts";
import { Store } from "../store/index.ts";
import { rowsIn, temporaryPlace } from "../store/store.test-helper.ts";
import { scriptedModel } from "../testing/index.ts";
import {
  agentOf,
  asking,
  caseList,
  execute,
  planOf,
  sharedStore,
  statusesOf,
  storedRun,
  tallyOf,
  trialsOf,
} from "./run.test-helper.ts";
import type { FinishedTrial } from "./trial/run.ts";

const store = sharedStore();

describe("a run", () => {
  test("plays, scores, stores and decides", async () => {
    const result = await execute(store(), await planOf({}));
    expect(result.exitCode).toBe(0);
    expect(tallyOf(result)).toMatchObject({ planned: 2, passed: 2, pending: 0 });
    const trials = await trialsOf(store(), result.run);
    expect(trials.map(({ caseId, transcript }) => [caseId, transcript.exchanges[0]?.items])).toEqual([
      ["one", [{ type: "text", text: "Hello one" }]],
      ["two", [{ type: "text", text: "Hello two" }]],
    ]);
    expect(trials[0]?.scores).toMatchObject([{ metric: "contains", status: "scored", passed: true }]);
    const run = await storedRun(store(), result);
    expect(run).toMatchObject({ owner: undefined, finishedAt: expect.any(Number) });
    expect(run.suites).toMatchObject([{ name: "exam", planned: 2, header: { mode: "live" } }]);
  });

  test("of several suites keeps them apart, and the worst decides", async () => {
    const silent = agentOf(() => {});
    const plans = [
      await planOf({ name: "good" }),
      await planOf({ name: "bad", agent: silent }, { position: 1 }),
      await planOf({ name: "fine" }, { position: 2 }),
    ];
    const result = await execute(store(), plans);
    expect(result.decided.map(({ verdict }) => verdict)).toEqual(["pass", "fail", "pass"]);
    expect(result.exitCode).toBe(1);
    expect((await trialsOf(store(), result.run, 1)).map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect((await trialsOf(store(), result.run, 2)).map(({ status }) => status)).toEqual(["passed", "passed"]);
  });

  test("tells of every trial when it is safe on disk, with the counts as they are then", async () => {
    const seen: string[] = [];
    const result = await execute(store(), await planOf({ cases: caseList("a", "b", "c") }), {
      options: { concurrency: 1 },
      listener: {
        suiteStarted: ({ tally }) => void seen.push(`begins, ${tally.pending} pending`),
        finished: ({ tally }, { trial, status }: FinishedTrial) =>
          void seen.push(`${trial.caseId} ${status}, ${tally.pending} pending`),
        suiteDone: ({ tally, running }) => void seen.push(`ends, ${tally.pending} pending, ${running} running`),
      },
    });
    expect(seen).toEqual([
      "begins, 3 pending",
      "a passed, 2 pending",
      "b passed, 1 pending",
      "c passed, 0 pending",
      "ends, 0 pending, 0 running",
    ]);
    expect(result.exitCode).toBe(0);
  });

  test("shows as finished only what can be read from the store", async () => {
    const unsafe: string[] = [];
    const looks: Promise<void>[] = [];
    const look = async (trial: string) => {
      const { id } = await store().runs.find("latest");
      const found = await store().trials.find({ run: id, suite: 0, trial });
      if (found?.status === undefined) unsafe.push(trial);
    };
    await execute(store(), await planOf({ cases: caseList("a", "b", "c", "d") }), {
      listener: { finished: (_, { trial }) => void looks.push(look(trial.key)) },
    });
    await Promise.all(looks);
    expect(looks).toHaveLength(4);
    expect(unsafe).toEqual([]);
  });

  test("results are in input order, whatever the order of completion", async () => {
    const ids = Array.from({ length: 24 }, (_, index) => `case-${index}`);
    const shuffled = agentOf(async (message, context) => {
      await sleep((message.length * 7 + Number(message.split("-")[1]) * 13) % 23);
      context.record({ type: "text", text: message });
    });
    const finished: string[] = [];
    const result = await execute(store(), await planOf({ cases: caseList(...ids), agent: shuffled }), {
      options: { concurrency: 24 },
      listener: { finished: (_, { trial }) => void finished.push(trial.caseId) },
    });
    expect(finished).not.toEqual(ids);
    const calm = await execute(store(), await planOf({ cases: caseList(...ids) }), { options: { concurrency: 1 } });
    // A live run measures how long replies took; all else is the same to the byte.
    const rows = async (run: string) =>
      (await trialsOf(store(), run)).map(({ caseId, position, scores, transcript: { openMs: _, ...transcript } }) => ({
        caseId,
        position,
        scores,
        transcript: {
          ...transcript,
          exchanges: transcript.exchanges.map(({ firstWordMs: __, replyMs: ___, ...exchange }) => exchange),
        },
      }));
    expect(JSON.stringify(await rows(result.run))).toBe(JSON.stringify(await rows(calm.run)));
  });
});

describe("one trial's failure touches no other", () => {
  const ids = ["says", "throws", "silent", "outage", "hangs", "lies"];
  const moody = agentOf(async (message, context) => {
    const mood = message.split(" ")[1];
    if (mood === "throws") throw new Error("out of ideas");
    if (mood === "silent") return;
    if (mood === "outage") await context.model().call({ messages: [{ role: "user", content: message }] });
    if (mood === "hangs") await new Promise(() => {});
    context.record({ type: "text", text: mood === "lies" ? "Good night" : message });
  });

  test("an agent that throws, is silent, hangs or is wrong has failed; an outage is errored; the others pass", async () => {
    const down = scriptedModel(() => {
      throw new TypeError("the script is broken");
    });
    const plan = await planOf({
      cases: caseList(...ids, "says-too"),
      agent: moody,
      models: { agent: down },
      limits: { exchangeMs: 50 },
    });
    const result = await execute(store(), plan);
    expect(await statusesOf(store(), result.run)).toEqual([
      "says passed",
      "throws failed",
      "silent failed",
      "outage errored",
      "hangs failed",
      "lies failed",
      "says-too passed",
    ]);
    expect(result.exitCode).toBe(3);
  });

  test("a world that cannot be made spoils its own trial only", async () => {
    const world = ({ id }: { id: string }) => {
      if (id === "two") throw new Error("no such vault");
      return { snapshot: () => null, diff: () => [] };
    };
    const result = await execute(store(), await planOf({ world, cases: caseList("one", "two", "three") }));
    expect(await statusesOf(store(), result.run)).toEqual(["one passed", "two errored", "three passed"]);
    const [, two] = await trialsOf(store(), result.run);
    expect(two?.transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("no such vault"),
    });
  });

  test("a metric that breaks leaves its trial errored, and the other metrics their scores", async () => {
    const breaks = defineMetric({
      name: "breaks",
      score: ({ case: id }) => {
        if (id === "two") throw new Error("division by zero");
        return scored(1, []);
      },
    });
    const result = await execute(store(), await planOf({ metrics: [breaks, contains()] }));
    expect(await statusesOf(store(), result.run)).toEqual(["one passed", "two errored"]);
    const [, two] = await trialsOf(store(), result.run);
    expect(two?.scores).toMatchObject([
      { metric: "breaks", status: "errored", reason: "division by zero" },
      { metric: "contains", status: "scored", passed: true },
    ]);
  });

  test("an agent that changes its case changes it for nobody else", async () => {
    const vandal = agentOf((message, context) => {
      context.case.expect.contains = ["never said"];
      context.record({ type: "text", text: message });
    });
    expect(
      tallyOf(
        await execute(store(), await planOf({ agent: vandal }, { options: { repeat: 2 } }), { options: { repeat: 2 } }),
      ).passed,
    ).toBe(4);
  });
});

describe("options of a run", () => {
  test("concurrency is how many trials there are at a time", async () => {
    for (const concurrency of [1, 3]) {
      let running = 0;
      let most = 0;
      const counting = agentOf(async (message, context) => {
        most = Math.max(most, ++running);
        await sleep(5);
        running -= 1;
        context.record({ type: "text", text: message });
      });
      const plan = await planOf({ cases: caseList("a", "b", "c", "d", "e", "f"), agent: counting });
      await execute(store(), plan, { options: { concurrency } });
      expect(most).toBe(concurrency);
    }
  });

  test("bail stops after the first trial that does not pass, and the run has failed", async () => {
    const lying = agentOf((message, context) => {
      context.record({ type: "text", text: message.endsWith("two") ? "No" : message });
    });
    const definition = { cases: caseList("one", "two", "three", "four"), agent: lying };
    const result = await execute(store(), await planOf(definition), { options: { bail: true, concurrency: 1 } });
    expect(await statusesOf(store(), result.run)).toEqual(["one passed", "two failed"]);
    expect(tallyOf(result).pending).toBe(2);
    expect(result.exitCode).toBe(1);
    expect(result.budgetExhausted).toBe(false);
    expect((await storedRun(store(), result)).finishedAt).toBeUndefined();
    const whole = await execute(store(), await planOf(definition), { options: { concurrency: 1 } });
    expect(tallyOf(whole).pending).toBe(0);
  });

  test("what was skipped is not a reason to bail", async () => {
    const list = [{ id: "unasked", script: [{ content: "Hi" }] }, ...caseList("one")];
    const result = await execute(store(), await planOf({ cases: list }), { options: { bail: true, concurrency: 1 } });
    expect(await statusesOf(store(), result.run)).toEqual(["unasked skipped", "one passed"]);
  });

  test("the time limit of an exchange is the option's, before the suite's", async () => {
    const slow = agentOf(async (message, context) => {
      await sleep(60);
      context.record({ type: "text", text: message });
    });
    const plan = await planOf({ cases: caseList("one"), agent: slow, limits: { exchangeMs: 10_000 } });
    const result = await execute(store(), plan, { options: { timeoutMs: 10 } });
    const [trial] = await trialsOf(store(), result.run);
    expect(trial?.transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(tallyOf(await execute(store(), plan)).passed).toBe(1);
  });

  test("the seed is what chance comes from: the same gives the same, another gives another", async () => {
    const dice = agentOf((_, context) => context.record({ type: "text", text: String(context.random()) }));
    const plan = await planOf({ cases: caseList("one"), agent: dice }, { options: { repeat: 2 } });
    const said = async (seed: number) => {
      const { run } = await execute(store(), plan, { options: { seed, repeat: 2 } });
      return JSON.stringify((await trialsOf(store(), run)).map(({ transcript }) => transcript.exchanges[0]?.items));
    };
    const [first, again, another] = [await said(1), await said(1), await said(2)];
    expect(again).toBe(first);
    expect(another).not.toBe(first);
    const [one, two] = JSON.parse(first);
    expect(two).not.toEqual(one);
  });
});

describe("a budget", () => {
  const priced = (cost: number) => scriptedModel(({ messages }) => ({ text: String(messages.at(-1)?.content), cost }));
  const definition = (cost: number) => ({
    cases: caseList("a", "b", "c", "d", "e"),
    agent: asking,
    models: { agent: priced(cost) },
  });

  test("stops the run before it costs more, and says so", async () => {
    const result = await execute(store(), await planOf(definition(0.4)), { options: { maxCost: 1, concurrency: 1 } });
    expect(tallyOf(result)).toMatchObject({ passed: 2, pending: 3 });
    expect(result).toMatchObject({ budgetExhausted: true, exitCode: 3 });
    expect(result.suites[0]?.cost).toBeCloseTo(0.8);
    expect((await storedRun(store(), result)).finishedAt).toBeUndefined();
  });

  test("that just sufficed was not exhausted", async () => {
    const result = await execute(store(), await planOf(definition(0.2)), { options: { maxCost: 1, concurrency: 1 } });
    expect(tallyOf(result)).toMatchObject({ passed: 5, pending: 0 });
    expect(result).toMatchObject({ budgetExhausted: false, exitCode: 0 });
  });

  test("without one everything is played", async () => {
    const result = await execute(store(), await planOf(definition(100)), { options: { concurrency: 1 } });
    expect(tallyOf(result).passed).toBe(5);
  });
});

describe("an interruption", () => {
  function gated() {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: open, resolve: release } = Promise.withResolvers<void>();
    const agent = agentOf(async (message, context) => {
      begin();
      await open;
      context.record({ type: "text", text: message });
    });
    return { agent, begun, release };
  }

  test("once: what is under way is finished, the rest is pending, and the run can be resumed", async () => {
    const { agent, begun, release } = gated();
    const stop = new AbortController();
    const plan = await planOf({ cases: caseList("a", "b", "c", "d"), agent });
    const running = execute(store(), plan, { options: { concurrency: 2 }, stop: stop.signal });
    await begun;
    stop.abort();
    release();
    const result = await running;
    expect(await statusesOf(store(), result.run)).toEqual(["a passed", "b passed"]);
    expect(tallyOf(result)).toMatchObject({ passed: 2, pending: 2 });
    expect(result).toMatchObject({ exitCode: 130, budgetExhausted: false });
    expect(await storedRun(store(), result)).toMatchObject({ owner: undefined, finishedAt: undefined });
  });

  test("twice: what is under way is dropped and stays pending", async () => {
    const { agent, begun } = gated();
    const [stop, abort] = [new AbortController(), new AbortController()];
    const plan = await planOf({ cases: caseList("a", "b", "c"), agent });
    const signals = { stop: stop.signal, abort: abort.signal, interruptedBy: () => "SIGTERM" as const };
    const running = execute(store(), plan, { options: { concurrency: 2 }, ...signals });
    await begun;
    stop.abort();
    abort.abort();
    const result = await running;
    expect(await statusesOf(store(), result.run)).toEqual([]);
    expect(tallyOf(result)).toMatchObject({ planned: 3, pending: 3 });
    expect(result.exitCode).toBe(143);
  });

  test("twice, while a metric hangs: the conversation is kept and waits for its scores", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const hangs = defineMetric({
      name: "hangs",
      score: () => {
        begin();
        return new Promise(() => {});
      },
    });
    const [stop, abort] = [new AbortController(), new AbortController()];
    const plan = await planOf({ cases: caseList("a"), metrics: [hangs] });
    const running = execute(store(), plan, { stop: stop.signal, abort: abort.signal });
    await begun;
    stop.abort();
    abort.abort();
    const result = await running;
    expect(await statusesOf(store(), result.run)).toEqual(["a undefined"]);
    expect(tallyOf(result).pending).toBe(1);
  });

  test("twice, while the judge is asked: its call is cancelled, and no score is made of that", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const judge = {
      id: "scripted:judge",
      call: (_: unknown, options: { signal?: AbortSignal | undefined } = {}) =>
        new Promise<never>((_resolve, reject) => {
          options.signal?.addEventListener("abort", () => reject(new Error("cancelled")));
          begin();
        }),
    };
    const asks = defineMetric({
      name: "asks",
      judged: true,
      async score(_transcript, _case, { model }) {
        await model("asks").call({ messages: [] });
        return scored(1, []);
      },
    });
    const [stop, abort] = [new AbortController(), new AbortController()];
    const plan = await planOf({ cases: caseList("a"), metrics: [asks], models: { judge } });
    const running = execute(store(), plan, { stop: stop.signal, abort: abort.signal });
    await begun;
    stop.abort();
    abort.abort();
    expect(await statusesOf(store(), (await running).run)).toEqual(["a undefined"]);
  });

  test("before anything began: a run of nothing but pending trials", async () => {
    const result = await execute(store(), await planOf({}), { stop: AbortSignal.abort() });
    expect(tallyOf(result)).toMatchObject({ planned: 2, pending: 2 });
    expect(result.exitCode).toBe(130);
  });
});

describe("a safety hit", () => {
  test("fails the whole run, even beside an outage; a metric that only reports does not", async () => {
    const metric = (report: boolean) =>
      defineMetric({
        name: "never-lies",
        zeroTolerance: true,
        report,
        score: ({ case: id }) => scored(id === "two" ? 0 : 1, []),
      });
    const throwing = agentOf(async (message, context) => {
      if (message.endsWith("three")) await context.model("nowhere").call({ messages: [] });
      context.record({ type: "text", text: message });
    });
    const definition = { cases: caseList("one", "two", "three"), agent: throwing, models: {} };
    const hit = await execute(store(), await planOf({ ...definition, metrics: [metric(false)] }));
    expect(hit.decided[0]).toMatchObject({
      safetyHit: true,
      reason: expect.stringMatching(/^never-lies hit in 1 of 2 cases; 1 trial errored/),
    });
    expect(hit.exitCode).toBe(1);
    const reported = await execute(store(), await planOf({ ...definition, metrics: [metric(true), contains()] }));
    expect(reported.decided[0]?.safetyHit).toBeUndefined();
    expect(reported.exitCode).toBe(3);
  });
});

describe("a store that fails", () => {
  test("ends the run with one error that says what to do, and takes no further trial", async () => {
    const file = await temporaryPlace();
    const own = await Store.open(file);
    const asked: string[] = [];
    const saboteur = agentOf(async (message, context) => {
      asked.push(message);
      // The next trial begins before the disk has answered, and lasts until it has. A server would see a deadlock between
      // writing and dropping, and might not drop.
      await own.flush().catch(() => {});
      if (message.endsWith("b")) await rowsIn(file, "drop table scores");
      context.record({ type: "text", text: message });
    });
    const plan = await planOf({ cases: caseList("a", "b", "c", "d", "e"), agent: saboteur });
    const error = await execute(own, plan, { options: { concurrency: 1 } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: expect.stringContaining("the store could not be written"),
      remedy: expect.stringContaining("--resume"),
      exitCode: 3,
    });
    expect(asked).not.toContain("Hello e");
    await expect(own.close()).rejects.toBe(error);
  });
});

test("an agent that goes on when its conversation is over has failed that trial, though it hides what it is told", async () => {
  let earlier: AgentContext | undefined;
  const agent = agentOf((message, context) => {
    try {
      earlier?.record({ type: "text", text: "by the way" });
    } catch {
      // What it is told of is of no interest to this agent.
    }
    earlier ??= context;
    context.record({ type: "text", text: message });
  });
  const told: string[] = [];
  const result = await execute(store(), await planOf({ agent, cases: caseList("one", "two") }), {
    options: { concurrency: 1 },
    listener: { late: (complaint) => void told.push(complaint) },
  });
  expect(await statusesOf(store(), result.run)).toEqual(["one failed", "two passed"]);
  expect(result.exitCode).toBe(1);
  expect(told[0]).toContain("case one");
});
