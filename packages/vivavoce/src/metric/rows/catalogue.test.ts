import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ModelError } from "../../model/index.ts";
import { caseOf } from "../testing-transcript.test-helper.ts";
import { judgeCalls } from "../types.ts";
import { answerAll, catalogue, longTalk } from "./catalogue.test-helper.ts";
import { scriptedJudge, talk } from "./testing-catalogue.test-helper.ts";

describe.each(catalogue)("$name", ({ name, make, expect: expectations, good, bad }) => {
  const testCase = caseOf(expectations);
  const judgeOf = (verdictOf: typeof good) => scriptedJudge((request) => answerAll(request, verdictOf));

  test("twenty exchanges cost one judge call", async () => {
    const { judge, model } = judgeOf(good);
    const score = await make().score(longTalk(20), testCase, judge);
    expect(score).toMatchObject({ metric: name, status: "scored", judged: true, gating: true });
    expect(model.calls).toHaveLength(1);
    expect(judgeCalls(make(), testCase)).toBe(1);
  });

  test("higher is better: all good is 1 and passes, all bad is 0 and fails", async () => {
    const scoreFor = (verdictOf: typeof good) => make().score(longTalk(2), testCase, judgeOf(verdictOf).judge);
    expect(await scoreFor(good)).toMatchObject({ status: "scored", value: 1, passed: true });
    expect(await scoreFor(bad)).toMatchObject({ status: "scored", value: 0, passed: false });
  });

  test("every check has its verdict, its reason, and words it rests on where it has any", async () => {
    const score = await make().score(longTalk(2), testCase, judgeOf(good).judge);
    if (score.status !== "scored") throw new Error(score.reason);
    expect(score.checks.length).toBeGreaterThan(0);
    for (const check of score.checks) {
      expect(check).toMatchObject({ ok: true, value: 1, reason: expect.stringMatching(/\w/) });
      expect(check.evidence).not.toEqual([]);
    }
  });

  test("one metric object used by 100 concurrent cases gives each its own score", async () => {
    const metric = make();
    const { judge, model } = scriptedJudge(async (request) => {
      const [, mark = ""] = /about case-(\d+)\./.exec(JSON.stringify(request.messages)) ?? [];
      for (let turn = 0; turn < Number(mark) % 7; turn++) await setImmediate();
      return answerAll(request, Number(mark) % 3 === 0 ? bad : good);
    });
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    const scores = await Promise.all(numbers.map((one) => metric.score(longTalk(1, `case-${one}`), testCase, judge)));
    const values = scores.map((score) => (score.status === "scored" ? score.value : score.reason));
    expect(values).toEqual(numbers.map((one) => (one % 3 === 0 ? 0 : 1)));
    expect(model.calls).toHaveLength(100);
  });

  test("a judge that is down: unscored, never a number", async () => {
    const { judge } = scriptedJudge(new ModelError({ failure: "status", status: 503, message: "503, try later" }));
    const score = await make().score(longTalk(3), testCase, judge);
    expect(score).toMatchObject({ status: "unscored", reason: "the judge could not be asked: 503, try later" });
    expect(score).not.toHaveProperty("value");
  });

  test("a judge that answers beside the question: asked three times, then unscored", async () => {
    const { judge, model } = scriptedJudge("All fine, ten out of ten.");
    expect(await make().score(longTalk(3), testCase, judge)).toMatchObject({ status: "unscored" });
    expect(model.calls).toHaveLength(3);
  });

  test("an item without a verdict is not a pass", async () => {
    const { judge } = scriptedJudge('{"items": []}');
    expect(await make().score(longTalk(3), testCase, judge)).toMatchObject({ status: "unscored" });
  });

  test("a conversation without an exchange is skipped, and no judge is asked", async () => {
    const { judge, model } = judgeOf(good);
    expect(await make().score(talk([]), testCase, judge)).toMatchObject({ status: "skipped" });
    expect(model.calls).toEqual([]);
  });

  test("threshold, report and name are kept", async () => {
    const { judge, models } = judgeOf(bad);
    const metric = make({ threshold: 0, report: true, name: "mine" });
    const score = await metric.score(longTalk(1), testCase, judge);
    expect(score).toMatchObject({ metric: "mine", gating: false, threshold: 0, passed: true });
    expect(models).toEqual([["mine"]]);
  });

  test("samples, temperature and a panel reach the judge, and the mean counts", async () => {
    const { judge, model, models } = scriptedJudge((request, index) => answerAll(request, index === 0 ? bad : good));
    const metric = make({ samples: 2, judges: ["one", "other"], temperature: 0.3 });
    expect(await metric.score(longTalk(1), testCase, judge)).toMatchObject({ status: "scored", value: 0.75 });
    expect(judgeCalls(metric, testCase)).toBe(4);
    expect(model.calls.map(({ temperature }) => temperature)).toEqual([0.3, 0.3, 0.3, 0.3]);
    expect(models).toEqual([
      [name, "one"],
      [name, "other"],
    ]);
  });

  test("what changes its meaning changes its identity", () => {
    const hash = (options?: Parameters<typeof make>[0]) => make(options).identity.hash;
    expect(hash()).toBe(hash({}));
    expect(hash({ samples: 2 })).not.toBe(hash());
    expect(hash({ report: true })).toBe(hash());
  });
});

test("the identities of the catalogue are all different", () => {
  expect(new Set(catalogue.map(({ make }) => make({ name: "same" }).identity.hash)).size).toBe(catalogue.length);
});

test("a long conversation that does not fit is judged in windows, each exchange once", async () => {
  const row = catalogue.find(({ name }) => name === "toxicity");
  const { judge, model } = scriptedJudge((request) => answerAll(request, row?.good ?? (() => "")));
  const score = await row?.make({ budget: 4_500 }).score(longTalk(20), caseOf(), judge);
  expect(score).toMatchObject({ status: "scored", value: 1 });
  expect(model.calls.length).toBeGreaterThan(1);
  if (score?.status === "scored")
    expect(score.checks.map(({ id }) => id)).toEqual(longTalk(20).exchanges.map(({ number }) => `e${number}`));
});
