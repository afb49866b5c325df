import { describe, expect, test } from "vitest";
import { type JsonObject, redactor } from "../base/index.ts";
import type { CallRecord } from "../shape/index.ts";
import { scriptedModel, scriptedServer } from "../testing/index.ts";
import { liveTraffic } from "./live-traffic.ts";
import { modelLimits } from "./model-limits.ts";
import { trialCache } from "./response-cache.ts";
import type { ModelAnswer, ModelRequest } from "./types.ts";
import { providerWire } from "./wire/wire-model.ts";

type CacheableCall = Parameters<ReturnType<typeof trialCache>>[0];
const call: CacheableCall = {
  role: "agent",
  label: "",
  hash: "h",
  hasMarks: false,
  sentTo: "https://a.test",
};
const answer: ModelAnswer = { text: "Yes.", toolCalls: [], finish: "stop", cost: 0.02 };
const record: CallRecord = { role: "agent", label: "", index: 0, hash: "h", answer, durationMs: 40 };

function shelf() {
  const entries = new Map<string, string>();
  return {
    entries,
    get: (key: string) => entries.get(key),
    put: (key: string, entry: string | undefined) =>
      void (entry === undefined ? entries.delete(key) : entries.set(key, entry)),
  };
}

/** A trial that asks the model a few times, with the answers of the trials before on the shelf. */
function trialOn(
  kept: ReturnType<typeof shelf>,
  model: ReturnType<typeof scriptedModel>,
  scope = { case: "a", repeat: 1 },
  journal: readonly CallRecord[] = [],
) {
  let now = 0;
  const journalled: CallRecord[] = [];
  const traffic = liveTraffic({
    modelFor: () => model,
    serverOf: () => "https://a.test/v1",
    cache: trialCache(kept, scope),
    journal,
    redactor: redactor({ MY_API_KEY: "correct-horse-battery" }),
    onRecord: (one) => void journalled.push(one),
    now: () => {
      now += 5;
      return now;
    },
  });
  const ask = (content: string, more: Partial<ModelRequest> = {}) =>
    traffic.model("agent").call({ messages: [{ role: "user", content }], ...more });
  return { traffic, ask, journalled };
}

describe("an answer is found again", () => {
  test("only for the same question in the same place", () => {
    const kept = shelf();
    trialCache(kept, { case: "a", repeat: 1 })(call)?.keep(record);
    const found = (scope: object, change: Partial<CacheableCall> = {}) =>
      trialCache(kept, scope as never)({ ...call, ...change })?.take();
    expect(found({ case: "a", repeat: 1 })).toEqual({ answer, durationMs: 40 });
    expect(found({ case: "a", repeat: 2 })).toBeUndefined();
    expect(found({ case: "b", repeat: 1 })).toBeUndefined();
    for (const change of [{ role: "user" }, { label: "x" }, { hash: "i" }, { sentTo: "https://b.test" }] as const)
      expect(found({ case: "a", repeat: 1 }, change)).toBeUndefined();
  });

  test("not if a trial asks the same a second time: that is another sample", () => {
    const kept = shelf();
    const first = trialCache(kept, {});
    first(call)?.keep(record);
    expect(first(call)?.take()).toBeUndefined();
    const again = trialCache(kept, {});
    expect(again(call)?.take()).toBeDefined();
    expect(again(call)?.take()).toBeUndefined();
  });

  test("not if nobody knows where the request goes, or if it holds a secret", () => {
    const kept = shelf();
    expect(trialCache(kept, {})({ ...call, sentTo: undefined })).toBeUndefined();
    expect(trialCache(kept, {})({ ...call, hasMarks: true })).toBeUndefined();
  });

  test.each(["", "{", '{"answer":{"text":1}}'])("not if the entry is %j", (entry) =>
    expect(trialCache({ get: () => entry, put() {} }, {})(call)?.take()).toBeUndefined(),
  );
});

test.each<[string, Partial<CallRecord>]>([
  ["a refusal", { answer: { ...answer, finish: "content-filter" } }],
  ["an answer that was cut off", { answer: { ...answer, finish: "length" } }],
  ["an answer that ended for an unknown reason", { answer: { ...answer, finish: "other" } }],
  ["an empty answer", { answer: { ...answer, text: " \n" } }],
  ["an answer with a secret", { answer: { ...answer, text: "[redacted:key:0a1b2c]" } }],
  [
    "a stream that broke off",
    { wire: { dialect: "openai-chat", path: "/", status: 200, events: [], brokenOff: "cut" } },
  ],
  ["a stream that could not be kept", { wire: { dialect: "openai-chat", path: "/", status: 200 } }],
])("%s is not kept", (_, change) => {
  const kept = shelf();
  trialCache(kept, {})(call)?.keep({ ...record, ...change });
  expect(kept.entries.size).toBe(0);
});

describe("a trial", () => {
  test("that asks what an earlier one asked gets its answers, in the time they took, and nothing is sent", async () => {
    const kept = shelf();
    const model = scriptedModel([
      { text: "One", cost: 0.02 },
      { text: "Two", cost: 0.03 },
    ]);
    const first = trialOn(kept, model);
    expect([(await first.ask("a")).text, (await first.ask("a")).text]).toEqual(["One", "Two"]);
    const again = trialOn(kept, scriptedModel([]));
    expect([(await again.ask("a")).text, (await again.ask("a")).text]).toEqual(["One", "Two"]);
    expect(again.traffic.counts()).toEqual({ live: 0, cached: 2, reused: 0, dropped: 0 });
    const durations = (trial: typeof first) => trial.traffic.records().map(({ durationMs }) => durationMs);
    expect(durations(again)).toEqual(durations(first));
    expect(again.traffic.elapsedMs()).toBeGreaterThanOrEqual(
      durations(first).reduce<number>((sum, ms) => sum + (ms ?? 0), 0),
    );
    expect(again.journalled).toMatchObject([
      { origin: "cached", answer: { cost: 0.02 } },
      { origin: "cached", answer: { cost: 0.03 } },
    ]);
  });

  test("that goes on after its process was killed does not get a journalled answer again for its next equal call", async () => {
    const kept = shelf();
    const killed = trialOn(kept, scriptedModel("One"));
    await killed.ask("a");
    const resumed = trialOn(kept, scriptedModel("Two"), undefined, killed.journalled);
    expect([(await resumed.ask("a")).text, (await resumed.ask("a")).text]).toEqual(["One", "Two"]);
  });

  test("whose calls run at the same time takes as long as the longest of them, cached or not", async () => {
    const kept = shelf();
    let now = 0;
    const play = (call: () => Promise<ModelAnswer>) => {
      const traffic = liveTraffic({
        modelFor: () => ({ id: "m", call }),
        serverOf: () => "https://a.test/v1",
        cache: trialCache(kept, {}),
        redactor: redactor({}),
        now: () => now,
      });
      const ask = (content: string) => traffic.model("agent").call({ messages: [{ role: "user", content }] });
      return { traffic, ask };
    };
    const first = play(async () => answer);
    await Promise.all(["a", "b", "c"].map(first.ask));
    for (const [key, entry] of kept.entries) kept.put(key, entry.replace(/"durationMs":\d+/, '"durationMs":300'));
    const again = play(async () => answer);
    await Promise.all(["a", "b", "c"].map(again.ask));
    expect(again.traffic.counts()).toMatchObject({ live: 0, cached: 3 });
    expect(again.traffic.elapsedMs()).toBe(300);
    // A live call beside a cached one lasts as long as it lasts.
    const held = Promise.withResolvers<void>();
    const mixed = play(async () => {
      await held.promise;
      now += 40;
      return answer;
    });
    const live = mixed.ask("new");
    await mixed.ask("a");
    held.resolve();
    await live;
    expect(mixed.traffic.records().map(({ durationMs }) => durationMs)).toEqual([300, 40]);
  });

  test("has no times where those of a cached answer are unknown: it would look faster than it was", async () => {
    const kept = shelf();
    await trialOn(kept, scriptedModel("One")).ask("a");
    for (const [key, entry] of kept.entries) kept.put(key, entry.replace(/,"durationMs":\d+/, ""));
    const { traffic, ask } = trialOn(kept, scriptedModel([]));
    await ask("a");
    expect([traffic.timed({ replyMs: 5 }), traffic.timed({ replyMs: 7 })]).toEqual([{}, { replyMs: 7 }]);
    expect(traffic.records()[0]?.durationMs).toBeUndefined();
  });

  test("that asks anything else, or is another repeat, asks the model", async () => {
    const kept = shelf();
    await trialOn(kept, scriptedModel("One")).ask("a");
    expect((await trialOn(kept, scriptedModel("New")).ask("b")).text).toBe("New");
    expect((await trialOn(kept, scriptedModel("New")).ask("a", { temperature: 1 })).text).toBe("New");
    expect((await trialOn(kept, scriptedModel("New"), { case: "a", repeat: 2 }).ask("a")).text).toBe("New");
  });

  test("whose request or answer holds a secret leaves nothing on the shelf", async () => {
    const kept = shelf();
    await trialOn(kept, scriptedModel("One")).ask("the key is correct-horse-battery");
    await trialOn(kept, scriptedModel("it is correct-horse-battery")).ask("what is the key?");
    expect(kept.entries.size).toBe(0);
  });

  test("whose model fails keeps nothing", async () => {
    const kept = shelf();
    await expect(trialOn(kept, scriptedModel(new Error("down"))).ask("a")).rejects.toThrow("down");
    expect(kept.entries.size).toBe(0);
  });
});

test("a stream of the agent's own client comes from the cache as it came, unless a header, the key or the body differs", async () => {
  await using server = await scriptedServer({ answer: (_request, index) => `Answer ${index}` });
  const kept = shelf();
  const ask = async (headers: Record<string, string>, more: JsonObject = {}, key = "one account") => {
    const url = new URL("/v1/chat/completions", server.url);
    const limiter = modelLimits().of("m");
    const model = providerWire({
      id: "m",
      url,
      limiter,
      headers: { authorization: key },
      redact: (text) => text,
      cost: () => 0.5,
    });
    const traffic = liveTraffic({
      modelFor: () => scriptedModel([]),
      wireFor: () => ({ label: "", model }),
      cache: trialCache(kept, { case: "a" }),
      redactor: redactor({}),
    });
    const body = { model: "m", stream: true, messages: [{ role: "user", content: "Hello" }], ...more };
    const heard: string[] = [];
    const request = { dialect: "openai-chat", path: url.pathname, headers, body } as const;
    await traffic.wire?.(request, { onEvent: (text) => void heard.push(text) });
    return heard.join("");
  };
  const first = await ask({ "openai-beta": "1", "user-agent": "one" });
  expect(first).toContain(`"content":"Answer"`);
  expect(await ask({ "openai-beta": "1", "user-agent": "two" })).toBe(first);
  expect(server.calls).toBe(1);
  expect(await ask({ "openai-beta": "2" })).not.toBe(first);
  expect(await ask({ "openai-beta": "1" }, { temperature: 1 })).not.toBe(first);
  expect(await ask({ "openai-beta": "1" }, {}, "another account")).not.toBe(first);
  expect([...kept.entries].join()).not.toContain("account");
});
