import { describe, expect, test } from "vitest";
import { contains } from "../metric/index.ts";
import { openCassette } from "../model/index.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import { type CompletionRequest, type ServerStep, scriptedServer } from "../testing/index.ts";
import { judgeAnswer, judgedBy, playSuite, prepared, switchedJudge } from "./judged-run.test-helper.ts";
import { metricIdentity } from "./plan.ts";
import {
  caseList,
  echo,
  loadedSuite,
  planOf,
  sharedStore,
  tallyOf,
  temporaryFolder,
  trialsOf,
} from "./run.test-helper.ts";
import { judgeOf } from "./trial/open.ts";

const store = sharedStore();
const environment = { OPENAI_API_KEY: "a-key" };
const recording = { wishes: { options: { traffic: "record" as const } } };
const replay = { wishes: { options: { traffic: "replay" as const } } };

describe("the judge of a trial", () => {
  test("asks under the metric's name, and a panel's judge under its own as well, until the run is over", async () => {
    const asked: unknown[] = [];
    const model = (role: string, label?: string) => ({
      id: `${role} ${label}`,
      async call(_request: unknown, options?: { signal?: AbortSignal | undefined }) {
        asked.push([label, options?.signal]);
        return { text: "", toolCalls: [], finish: "stop" as const };
      },
    });
    const traffic = {
      model,
      records: () => [],
      clock: { now: () => 0, silentMs: 0, silence() {} },
      elapsedMs: () => 0,
      timed: () => ({}),
    };
    const { signal } = new AbortController();
    const judge = judgeOf(traffic, { repeat: 3, signal });
    expect(judge.repeat).toBe(3);
    await judge.model("tone").call({ messages: [] });
    await judge.model("tone", "strict").call({ messages: [] });
    const own = AbortSignal.timeout(10_000);
    await judge.model("tone").call({ messages: [] }, { signal: own });
    expect(asked).toEqual([
      ["tone", signal],
      ["tone@strict", signal],
      ["tone", own],
    ]);
  });
});

describe("a judged metric's identity within a run", () => {
  const identityOf = async (models: NonNullable<SuiteDefinition["models"]>) => {
    const metrics = [judgedBy("polite", { judges: ["judge", "second"] }), contains()];
    const plan = await planOf({ metrics, models }, { environment });
    return [metricIdentity(plan, 0), metricIdentity(plan, 1)];
  };
  const models = { agent: "openai:gpt-5", judge: "openai:gpt-5-mini", second: "ollama:qwen3" };

  test("covers every judge of a panel, by model and parameters", async () => {
    const [before, code] = await identityOf(models);
    for (const changed of [
      { ...models, judge: "openai:gpt-5-nano" },
      { ...models, second: "ollama:qwen3:8b" },
      { ...models, second: { model: "ollama:qwen3", temperature: 1 } },
      { ...models, second: { model: "ollama:qwen3", seed: 7 } },
    ]) {
      const [after, sameCode] = await identityOf(changed);
      expect(after).not.toBe(before);
      expect(sameCode).toBe(code);
    }
  });

  test("but neither the agent nor the user, nor how long a judge is waited for, nor how often", async () => {
    const [before] = await identityOf(models);
    const patient = { model: "ollama:qwen3", retries: 9, timeoutMs: 5_000 };
    for (const same of [
      { ...models, agent: "openai:gpt-4o" },
      { ...models, user: "openai:gpt-4o" },
      { ...models, second: patient },
    ]) {
      expect((await identityOf(same))[0]).toBe(before);
    }
  });

  test("retries and patience are not part of the agent's identity either: an outage may need more of both", async () => {
    const loaded = loadedSuite({});
    const hashes = await Promise.all(
      [{}, { retries: 9 }, { timeoutMs: 60_000 }, { temperature: 1 }].map(async (more) => {
        const models = { agent: { model: "openai:gpt-5", ...more } };
        const plan = await planOf(loadedSuite({ models }, loaded.folder), { environment });
        return plan.variants[0]?.identity.hash;
      }),
    );
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).toBe(hashes[0]);
    expect(hashes[3]).not.toBe(hashes[0]);
  });
});

describe("the length of a judge's answer", () => {
  const limitFor = async (settings: { maxTokens?: number }) => {
    await using server = await scriptedServer({ answer: (request) => judgeAnswer(request.messages) });
    const judge = { model: "compatible:any", baseURL: server.url, retries: 0, ...settings };
    const run = await playSuite(
      store(),
      loadedSuite({ cases: caseList("one"), agent: echo, metrics: [judgedBy("polite")], models: { judge } }),
      { wishes: { options: { traffic: "live" } } },
    );
    expect(tallyOf(run)).toMatchObject({ passed: 1 });
    return (server.requests[0] as { max_tokens?: number } | undefined)?.max_tokens;
  };

  test("has a limit, so that one that does not end is not paid for without end", async () => {
    expect(await limitFor({})).toBeGreaterThan(1_000);
  });

  test("is what the owner of the model says, where they say it", async () => {
    expect(await limitFor({ maxTokens: 77 })).toBe(77);
  });
});

describe("a panel", () => {
  test("asks each of its judges once, keeps both on the tape, and is replayed from there", async () => {
    const [judge, second] = [switchedJudge("yes", "scripted:first"), switchedJudge("no", "scripted:second")];
    const metrics = [judgedBy("polite", { judges: ["judge", "second"], threshold: 0.5 })];
    const folder = temporaryFolder();
    const loaded = loadedSuite({ cases: caseList("one"), agent: echo, metrics, models: { judge, second } }, folder);
    const run = await playSuite(store(), loaded, recording);
    expect((await trialsOf(store(), run.run))[0]?.scores).toMatchObject([{ value: 0.5, passed: true }]);
    expect([judge.calls.length, second.calls.length]).toEqual([1, 1]);
    const [tape] = await openCassette(`${folder}/cassettes/exam`).read({}, "one");
    expect(tape?.records.map(({ label }) => label).sort()).toEqual(["polite@judge", "polite@second"]);
    const again = await playSuite(store(), loaded, replay);
    expect((await trialsOf(store(), again.run))[0]?.scores).toMatchObject([{ value: 0.5 }]);
    expect([judge.calls.length, second.calls.length]).toEqual([1, 1]);
  });
});

describe("a provider that refuses a parameter", () => {
  /** Answers like a judge, but not where a schema is asked for. */
  const strictAbout =
    (parameter: string) =>
    (request: CompletionRequest): ServerStep =>
      parameter in request
        ? {
            fault: "status",
            status: 400,
            message: `'${parameter}' of type 'json_schema' is not supported by this model`,
          }
        : judgeAnswer(request.messages);

  test("is asked without it; the tape holds what was meant, and is replayed strictly", async () => {
    await using server = await scriptedServer({ answer: strictAbout("response_format") });
    const judge = { model: `compatible:schemaless-${process.pid}`, baseURL: server.url, retries: 0 };
    const folder = temporaryFolder();
    const definition = { cases: caseList("one", "two"), agent: echo, metrics: [judgedBy("polite")], models: { judge } };
    const loaded = loadedSuite(definition, folder);
    const options = { traffic: "record" as const, concurrency: 1 };
    const run = await playSuite(store(), loaded, { wishes: { options } });
    expect(tallyOf(run)).toMatchObject({ passed: 2 });
    // Refused once, and from then on asked without.
    expect(server.requests.map((request) => "response_format" in request)).toEqual([true, false, false]);
    const [score] = (await trialsOf(store(), run.run))[0]?.scores ?? [];
    expect(JSON.stringify(score)).toContain("refuses a schema for its answers");
    const tapes = openCassette(`${folder}/cassettes/exam`);
    for (const id of ["one", "two"]) {
      const [record] = (await tapes.read({}, id))[0]?.records ?? [];
      expect(record?.request).toMatchObject({ output: { name: "polite" } });
    }
    await server.close();
    expect(tallyOf(await playSuite(store(), loaded, replay))).toMatchObject({ passed: 2, errored: 0 });

    // Another process has not learnt it: its first request is the recorded one all the same.
    const other = { ...judge, model: "compatible:never-asked" };
    const moved = await playSuite(store(), loadedSuite({ ...definition, models: { judge: other } }, folder), replay);
    expect(tallyOf(moved)).toMatchObject({ errored: 2 });
  });

  test("evaluation steps are made without it, too, and replayed", async () => {
    await using server = await scriptedServer({ answer: strictAbout("response_format") });
    const { criteria } = await import("../metric/index.ts");
    const judge = { model: `compatible:stepless-${process.pid}`, baseURL: server.url, retries: 0 };
    const loaded = loadedSuite({ metrics: [criteria({ criteria: ["is polite"] })], models: { judge } });
    const run = await playSuite(store(), loaded, recording);
    expect(tallyOf(run)).toMatchObject({ passed: 2 });
    await server.close();
    const { plan } = await prepared(loaded, replay);
    expect(plan.metrics[0]?.steps).toEqual({ general: ["Read all of general.", "Decide."] });
    expect(tallyOf(await playSuite(store(), loaded, replay))).toMatchObject({ passed: 2 });
  });

  test("a simulated user's seed may be refused as well", async () => {
    await using server = await scriptedServer({
      answer: (request) =>
        "seed" in request
          ? { fault: "status", status: 400, message: "Unsupported parameter: seed" }
          : "Thank you.\n<<goal met>>",
    });
    const user = { model: `compatible:seedless-${process.pid}`, baseURL: server.url, retries: 0 };
    const persona = {
      persona: "Ada",
      goal: "be greeted",
      opening: "The shop is open.",
      stop: { goalMet: "you are greeted." },
    };
    const loaded = loadedSuite({
      cases: [{ id: "call", user: persona, expect: { contains: ["Thank you"] } }],
      models: { user },
    });
    expect(tallyOf(await playSuite(store(), loaded, recording))).toMatchObject({ passed: 1 });
    await server.close();
    expect(tallyOf(await playSuite(store(), loaded, replay))).toMatchObject({ passed: 1 });
  });
});
