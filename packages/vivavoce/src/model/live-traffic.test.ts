import { describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import { type CallRecord, callRecordSchema } from "../shape/index.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { liveTraffic } from "./live-traffic.ts";
import { ModelError } from "./model-error.ts";
import { requestHash } from "./request-hash.test-helper.ts";
import type { CallOptions, Model, ModelAnswer, ModelRequest } from "./types.ts";

const none = redactor({});
const ask = (content: string): ModelRequest => ({ messages: [{ role: "user", content }] });
const answer = (text: string, more: Partial<ModelAnswer> = {}): ModelAnswer => ({
  text,
  toolCalls: [],
  finish: "stop",
  ...more,
});

/** Answers "echo: …" after some time of its own, and counts. */
function echo(id = "test:echo", time = { now: 0, takes: 0 }) {
  const asked: string[] = [];
  const model: Model = {
    id,
    async call({ messages }) {
      const content = messages.at(-1)?.content ?? "";
      asked.push(content);
      time.now += time.takes;
      if (content === "break") throw new ModelError({ message: "broken", failure: "network" });
      return answer(`echo: ${content}`);
    },
  };
  return { model, asked };
}

describe("live traffic", () => {
  test("calls the model of the role and label, and records the answer", async () => {
    const asked: unknown[] = [];
    const emitted: CallRecord[] = [];
    const traffic = liveTraffic({
      modelFor: (...which) => {
        asked.push(which);
        return echo(`test:${which.join("-")}`).model;
      },
      redactor: none,
      onRecord: (record) => emitted.push(record),
      now: () => 0,
    });
    const judge = traffic.model("judge", "criteria");
    expect(judge.id).toBe("test:judge-criteria");
    expect(traffic.model("agent").id).toBe("test:agent-");
    expect(asked).toEqual([
      ["judge", "criteria"],
      ["agent", ""],
    ]);
    expect(await judge.call(ask("hi"))).toEqual(answer("echo: hi"));
    const record: CallRecord = {
      role: "judge",
      label: "criteria",
      index: 0,
      hash: requestHash(judge.id, ask("hi"), none),
      request: { model: judge.id, ...ask("hi") } as never,
      answer: answer("echo: hi"),
      atMs: 0,
      durationMs: 0,
      origin: "live",
      draw: expect.stringMatching(/^d[0-9a-f]{16}$/) as never,
    };
    expect(traffic.records()).toEqual([record]);
    expect(emitted).toEqual([record]);
    expect(traffic.counts()).toEqual({ live: 1, cached: 0, reused: 0, dropped: 0 });
    expect(callRecordSchema.parse(traffic.records()[0])).toEqual(record);
  });

  test("numbers calls within role and label, across all models given out for them", async () => {
    const traffic = liveTraffic({ modelFor: () => echo().model, redactor: none });
    await traffic.model("agent").call(ask("a"));
    await traffic.model("agent").call(ask("b"));
    await traffic.model("agent", "small").call(ask("c"));
    await traffic.model("user").call(ask("d"));
    expect(traffic.records().map(({ role, label, index }) => [role, label, index])).toEqual([
      ["agent", "", 0],
      ["agent", "", 1],
      ["agent", "small", 0],
      ["user", "", 0],
    ]);
  });

  test("numbers parallel calls as they start and lists them as they end", async () => {
    const waiting: (() => void)[] = [];
    const model: Model = {
      id: "slow",
      call: ({ messages }) => new Promise((done) => waiting.push(() => done(answer(messages[0]?.content ?? "")))),
    };
    const traffic = liveTraffic({ modelFor: () => model, redactor: none });
    const both = ["first", "second"].map((text) => traffic.model("agent").call(ask(text)));
    for (const finish of waiting.reverse()) {
      finish();
      await new Promise(setImmediate);
    }
    await Promise.all(both);
    expect(traffic.records().map(({ index, answer: { text } }) => [index, text])).toEqual([
      [1, "second"],
      [0, "first"],
    ]);
  });

  test("measures start and duration in whole milliseconds by the given clock", async () => {
    const time = { now: 1000.3, takes: 20.6 };
    const traffic = liveTraffic({ modelFor: () => echo("m", time).model, redactor: none, now: () => time.now });
    time.now += 5.1;
    await traffic.model("agent").call(ask("a"));
    await traffic.model("agent").call(ask("b"));
    expect(traffic.records().map(({ atMs, durationMs }) => [atMs, durationMs])).toEqual([
      [5, 21],
      [26, 20],
    ]);
  });

  test("a call lasts from when it is sent; what it waited for its turn is not the trial's time", async () => {
    let now = 0;
    let sent = 0;
    const model: Model = {
      id: "m",
      async call({ messages }, { onStage } = {}) {
        for (const attempt of [1, 2]) {
          onStage?.("waiting");
          now += 1_000;
          onStage?.("sent");
          now += attempt * 10;
        }
        if (messages.at(-1)?.content === "break") throw new ModelError({ message: "broken", failure: "timeout" });
        return answer("at last");
      },
    };
    const traffic = liveTraffic({ modelFor: () => model, redactor: none, now: () => now, onSent: () => sent++ });
    await traffic.model("agent").call(ask("a"));
    expect(traffic.records()).toMatchObject([{ atMs: 10, durationMs: 20 }]);
    await expect(traffic.model("agent").call(ask("break"))).rejects.toThrow("broken");
    expect(traffic.elapsedMs()).toBe(60);
    expect(traffic.waitedMs?.()).toBe(4_000);
    expect(sent).toBe(4);
  });

  test("calls that wait side by side stop the time once, and one that is given up lets it go on", async () => {
    let now = 0;
    const calls: { send(): void; fail(): void }[] = [];
    const model: Model = {
      id: "m",
      call: (_request, { onStage } = {}) =>
        new Promise((resolve, reject) => {
          onStage?.("waiting");
          calls.push({
            send: () => {
              onStage?.("sent");
              resolve(answer("yes"));
            },
            fail: () => reject(new ModelError({ message: "cancelled", failure: "cancelled" })),
          });
        }),
    };
    const traffic = liveTraffic({ modelFor: () => model, redactor: none, now: () => now });
    const all = ["a", "b"].map((text) =>
      traffic
        .model("agent")
        .call(ask(text))
        .catch(() => {}),
    );
    now = 100;
    calls[0]?.send();
    await all[0];
    now = 150;
    calls[1]?.fail();
    await all[1];
    now = 175;
    expect([traffic.waitedMs?.(), traffic.elapsedMs()]).toEqual([150, 25]);
  });

  test("the time of the trial is real time from its start, without a call too", async () => {
    const clock = manualClock(Date.parse("2025-03-01T10:00:00Z"));
    let now = 7;
    const traffic = liveTraffic({ modelFor: () => echo().model, redactor: none, clock, now: () => now });
    expect(traffic.startedAt()).toBe("2025-03-01T10:00:00.000Z");
    now += 1_500;
    expect(new Date(traffic.clock.now()).toISOString()).toBe("2025-03-01T10:00:01.500Z");
    traffic.clock.silence(600_000);
    expect(new Date(traffic.clock.now()).toISOString()).toBe("2025-03-01T10:10:01.500Z");
    await traffic.model("agent").call({ messages: [] });
    expect(traffic.records()[0]).toMatchObject({ atMs: 1_500, durationMs: 0 });
  });

  test("a call that waited keeps when it was made and answered by the agent's own time", async () => {
    let now = 0;
    const calls: CallOptions[] = [];
    const { promise, resolve } = Promise.withResolvers<ModelAnswer>();
    const modelFor = () => ({
      id: "m",
      call(_: unknown, options: CallOptions = {}) {
        calls.push(options);
        return promise;
      },
    });
    const traffic = liveTraffic({ modelFor, redactor: none, now: () => now });
    const asked = traffic.model("agent").call({ messages: [] });
    calls[0]?.onStage?.("waiting");
    now = 400;
    calls[0]?.onStage?.("sent");
    now = 430;
    resolve({ text: "hello", toolCalls: [], finish: "stop" });
    await asked;
    expect(traffic.records()[0]).toMatchObject({ atMs: 0, durationMs: 30, answeredMs: 430 });
    expect(traffic.records()[0]).not.toHaveProperty("askedMs");
  });

  test("passes on the signal, and does not record what failed", async () => {
    const signals: unknown[] = [];
    const { model } = echo();
    const traffic = liveTraffic({
      modelFor: () => ({
        id: "m",
        call: (request, options) => {
          signals.push(options?.signal);
          return model.call(request);
        },
      }),
      redactor: none,
    });
    const { signal } = new AbortController();
    await expect(traffic.model("agent").call(ask("break"), { signal })).rejects.toThrow("broken");
    expect(signals).toEqual([signal]);
    expect(traffic.records()).toEqual([]);
    expect(traffic.counts().live).toBe(0);
    await traffic.model("agent").call(ask("again"));
    expect(traffic.records().map(({ index }) => index)).toEqual([1]);
  });

  test("records neither a key in the request nor one in the answer, but gives the agent what was said", async () => {
    const secret = "swordfish-of-the-deep-7";
    const said = answer(`It is ${secret}`, { toolCalls: [{ id: "1", name: "use", arguments: { key: secret } }] });
    const emitted: CallRecord[] = [];
    const traffic = liveTraffic({
      modelFor: () => ({ id: "m", call: async () => said }),
      redactor: redactor({ SECRET_KEY: secret }),
      onRecord: (record) => emitted.push(record),
    });
    expect(await traffic.model("agent").call(ask(`what is ${secret}?`))).toBe(said);
    expect(JSON.stringify([emitted, traffic.records()])).not.toContain(secret);
    expect(emitted[0]?.request).toMatchObject({
      messages: [{ content: expect.stringMatching(/^what is \[redacted:environment:[0-9a-f]{6}\]\?$/) }],
    });
  });

  test("an object that is not an answer is a broken model, not an answer", async () => {
    const model = { id: "own:model", call: async () => ({ content: "hi" }) } as unknown as Model;
    const traffic = liveTraffic({ modelFor: () => model, redactor: none });
    const failure = await traffic
      .model("agent")
      .call(ask("a"))
      .catch((error) => error);
    expect(failure).toMatchObject({ name: "ModelError", failure: "bad-answer" });
    expect(failure.message).toContain("own:model");
    expect(traffic.records()).toEqual([]);
  });
});

describe("with the journal of an attempt that was cut off", () => {
  async function journalOf(...texts: string[]): Promise<CallRecord[]> {
    const time = { now: 0, takes: 100 };
    const traffic = liveTraffic({ modelFor: () => echo("m", time).model, redactor: none, now: () => time.now });
    for (const text of texts)
      await traffic
        .model("agent")
        .call(ask(text))
        .catch(() => undefined);
    await traffic.model("judge", "criteria").call(ask("judge"));
    return JSON.parse(JSON.stringify(traffic.records()));
  }
  function resumed(journal: CallRecord[]) {
    const { model, asked } = echo("m");
    const emitted: CallRecord[] = [];
    const onRecord = (record: CallRecord) => void emitted.push(record);
    return {
      asked,
      emitted,
      traffic: liveTraffic({ modelFor: () => model, redactor: none, journal, onRecord, now: () => 0 }),
    };
  }

  test("the same questions are answered without a call", async () => {
    const journal = await journalOf("a", "b");
    const { traffic, asked, emitted } = resumed(journal);
    expect((await traffic.model("agent").call(ask("a"))).text).toBe("echo: a");
    expect((await traffic.model("agent").call(ask("b"))).text).toBe("echo: b");
    await traffic.model("agent").call(ask("c"));
    await traffic.model("judge", "criteria").call(ask("judge"));
    expect(asked).toEqual(["c"]);
    expect(emitted.map(({ answer: { text } }) => text)).toEqual(["echo: c"]);
    expect(traffic.counts()).toEqual({ live: 1, cached: 0, reused: 3, dropped: 0 });
    expect(traffic.records()[0]).toEqual(journal[0]);
  });

  test("the first difference drops the rest of it, in every role", async () => {
    const { traffic, asked } = resumed(await journalOf("a", "b", "c"));
    for (const text of ["a", "other", "c"]) await traffic.model("agent").call(ask(text));
    await traffic.model("judge", "criteria").call(ask("judge"));
    expect(asked).toEqual(["other", "c", "judge"]);
    expect(traffic.counts()).toEqual({ live: 3, cached: 0, reused: 1, dropped: 3 });
  });

  test("another model is a difference", async () => {
    const journal = await journalOf("a");
    const { model, asked } = echo("m-2");
    const traffic = liveTraffic({ modelFor: () => model, redactor: none, journal });
    await traffic.model("agent").call(ask("a"));
    expect(asked).toEqual(["a"]);
    expect(traffic.counts().dropped).toBe(2);
  });

  test("a call that failed then leaves no gap now", async () => {
    const { traffic, asked } = resumed(await journalOf("break", "a"));
    await traffic.model("agent").call(ask("a"));
    expect(asked).toEqual([]);
    expect(traffic.records().map(({ index }) => index)).toEqual([0]);
  });

  test("time goes on where the journal ends, so that nothing overlaps", async () => {
    const { traffic } = resumed(await journalOf("a", "b"));
    for (const text of ["a", "b", "c"]) await traffic.model("agent").call(ask(text));
    expect(traffic.records().map(({ atMs }) => atMs)).toEqual([0, 100, 200]);
  });

  test("what the agent does to an answer does not reach the record", async () => {
    const { traffic } = resumed(await journalOf("a"));
    const given = await traffic.model("agent").call(ask("a"));
    given.text = "changed";
    expect(traffic.records()[0]?.answer.text).toBe("echo: a");
  });
});

describe("how long an exchange took", () => {
  test("is kept for the tape and given back as it was measured", () => {
    const traffic = liveTraffic({ modelFor: () => echo().model, redactor: none });
    expect(traffic.timed({ openMs: 3, firstWordMs: 20, replyMs: 50 })).toEqual({
      openMs: 3,
      firstWordMs: 20,
      replyMs: 50,
    });
    traffic.timed({});
    expect(traffic.times()).toEqual([{ openMs: 3, firstWordMs: 20, replyMs: 50 }, {}]);
  });

  test("counts an answer from the journal with the time it took when it was asked for", async () => {
    const time = { now: 0, takes: 700 };
    const first = liveTraffic({ modelFor: () => echo("m", time).model, redactor: none, now: () => time.now });
    await first.model("agent").call(ask("a"));
    const journal = [...first.records()];
    const resumed = liveTraffic({
      modelFor: () => echo("m", time).model,
      redactor: none,
      now: () => time.now,
      journal,
    });
    expect(resumed.elapsedMs()).toBe(0);
    await resumed.model("agent").call(ask("a"));
    expect(resumed.counts()).toMatchObject({ live: 0, reused: 1 });
    expect(resumed.elapsedMs()).toBe(700);
  });
});
