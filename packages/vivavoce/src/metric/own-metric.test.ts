import { expect, test } from "vitest";
import { defineMetric } from "./own-metric.ts";
import { scoreOf, transcriptOf } from "./testing-transcript.test-helper.ts";
import { type MetricResult, scored } from "./types.ts";

const later = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1));
const isFine = async () => await later();
// TypeScript sees a forgotten await, but not everybody writes TypeScript.
const unawaited: () => unknown = isFine;
const scoreBy = (score: Parameters<typeof defineMetric>[0]["score"]) =>
  scoreOf(defineMetric({ name: "own", score }), transcriptOf([["hello"]]));

test("a metric that does not wait for its own helper has no score", async () => {
  const atOnce = await scoreBy(() => scored(unawaited() ? 1 : 0, []));
  const inAsync = await scoreBy(async () => scored(unawaited() ? 1 : 0, []));
  const corrected = await scoreBy(() => {
    let ok = true;
    void isFine().then((said) => {
      ok = said;
    });
    return scored(ok ? 1 : 0, []);
  });
  for (const score of [atOnce, inAsync, corrected])
    expect(score).toMatchObject({ status: "errored", reason: expect.stringContaining("await before each call") });
});

test("a metric that waits, or that has nothing to wait for, is scored as before", async () => {
  expect(await scoreBy(async () => scored((await isFine()) ? 1 : 0, []))).toMatchObject({ value: 0 });
  for (const wrapped of [
    (one: () => Promise<MetricResult>) => one(),
    async (one: () => Promise<MetricResult>) => one(),
  ])
    expect(await scoreBy(() => wrapped(() => isFine().then((ok) => scored(ok ? 1 : 0, []))))).toMatchObject({
      value: 0,
    });
  expect(await scoreBy(() => scored(1, []))).toMatchObject({ value: 1 });
  expect(await scoreBy(async () => scored(1, []))).toMatchObject({ value: 1 });
  const known = Promise.resolve(true);
  expect(await scoreBy(async () => scored((await known) ? 1 : 0, []))).toMatchObject({ value: 1 });
  const raced = () => Promise.race([isFine(), new Promise<boolean>(() => {})]);
  expect(await scoreBy(async () => scored((await raced()) ? 1 : 0, []))).toMatchObject({ value: 0 });
});

test("what it throws, or its promise rejects with, is its error as before", async () => {
  const reason = expect.stringContaining("broken");
  const broken = () => {
    throw new Error("broken");
  };
  expect(await scoreBy(broken)).toMatchObject({ status: "errored", reason });
  expect(await scoreBy(async () => broken())).toMatchObject({ status: "errored", reason });
});
