import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EventHeap } from "../bench/scale/event-heap.ts";
import { readFigures } from "../bench/scale/figures.ts";
import { figureTables, pageFile } from "../bench/scale/page.ts";
import { bottleneckOf, foretold, predict, workersFor } from "../bench/scale/prediction.ts";
import { bytes, duration } from "../bench/scale/report.ts";
import { askedFor } from "../bench/scale/scenario-flags.ts";
import { type Costs, type Scenario, simulate } from "../bench/scale/simulation.ts";
import { mulberry32 } from "../packages/vivavoce/src/base/random.ts";

const free: Costs = { worker: 0, planner: 0, redis: 0, database: 0, overhead: 0, look: () => 0 };
const plain: Scenario = {
  trials: 4_000,
  trialSeconds: 10,
  calls: 2,
  tokens: 100,
  requestsPerMinute: Infinity,
  tokensPerMinute: Infinity,
  workers: 10,
  concurrency: 10,
  databaseCores: 2,
  deathsPerHour: 0,
  restartSeconds: 60,
  seed: 1,
};
const course = (change: Partial<Scenario>, costs: Partial<Costs> = {}, done = 0) =>
  simulate({ ...plain, ...change }, { ...free, ...costs }, done, plain.trials);

describe("a simulated run", () => {
  test.each<[string, Partial<Scenario>, Partial<Costs>, number, string]>([
    ["as many trials as workers have places for", {}, {}, 10, "the number of workers"],
    ["no more requests than the limit", { requestsPerMinute: 600 }, {}, 5, "the models' limits"],
    ["no more tokens than the limit", { tokensPerMinute: 24_000 }, {}, 2, "the models' limits"],
    ["no more than PostgreSQL commits", {}, { database: 0.5 }, 4, "PostgreSQL"],
    ["no more than Redis hands out", {}, { redis: 0.2 }, 5, "Redis"],
    ["no more than the workers' processors can", {}, { worker: 2 }, 5, "the workers' processors"],
    ["what waiting adds to a trial", {}, { overhead: 10 }, 5, "the number of workers"],
  ])("has %s", (_, change, costs, perSecond, bottleneck) => {
    const found = course(change, costs);
    expect(found.perSecond / perSecond).toBeGreaterThan(0.95);
    expect(found.perSecond / perSecond).toBeLessThan(1.05);
    expect(bottleneckOf(found)).toBe(bottleneck);
  });

  test("waits for the look at the store when its workers empty the queue in the meantime", () => {
    const quick = { workers: 20, trialSeconds: 1 };
    // Of 200 trials a second at the most 1,000 wait: a look of 20 s leaves workers idle for 15 s of every 220.
    const found = course(quick, { look: () => 20 });
    expect(found.perSecond / course(quick).perSecond).toBeCloseTo(205 / 220, 2);
    expect(bottleneckOf(found)).toBe("feeding the queue");
  });

  test("loses the time of workers that die, and plays their trials again", () => {
    // Away for 100 s after 300 s on average.
    const found = course({ deathsPerHour: 12, restartSeconds: 100 });
    expect(found.perSecond).toBeLessThan(8.2);
    expect(found.perSecond).toBeGreaterThan(6.5);
    expect(found.again).toBeGreaterThan(0.005);
    expect(found.again).toBeLessThan(0.05);
  });

  test("is the same for the same seed, and takes about as long as all of its trials", () => {
    const scenario = { ...plain, trials: 100_000 };
    const { seconds } = predict(scenario, free, 0.2);
    expect(predict(scenario, free, 0.2).seconds).toBe(seconds);
    expect(seconds / 10_000).toBeCloseTo(1, 1);
    expect(workersFor(10, plain, free)).toBe(10);
  });
});

test("events come in the order of their times", () => {
  const random = mulberry32(3);
  const heap = new EventHeap();
  const times = Array.from({ length: 500 }, () => random());
  for (const [event, time] of times.entries()) heap.add(time, event);
  const taken = Array.from({ length: 500 }, () => heap.next());
  expect(taken.map((next) => next?.time)).toEqual(times.toSorted((a, b) => a - b));
  expect(taken.every((next) => next && times[next.event] === next.time)).toBe(true);
  expect(heap.next()).toBeUndefined();
});

test("options that are wrong are all named at once", () => {
  expect(askedFor(["--trials", "ten", "--workers=0", "--speed", "3", "--calls", ""])).toEqual({
    problems: [
      "there is no option --speed",
      '"3" is not an option; see --help',
      "--trials: pass a whole number, at least 1",
      "--calls: pass a whole number, at least 1",
      "--workers: pass a whole number, at least 1",
    ],
  });
  expect(askedFor(["--tokens", "70", "--token-price", "0.5"])).toMatchObject({
    scenario: { tokens: 70, requestsPerMinute: Infinity },
    prices: { tokens: 0.5, workerHour: undefined },
  });
});

test("times and sizes are short", () => {
  expect([0.25, 45, 95, 3_600, 100_000, 86_399].map(duration)).toEqual([
    "0.3 s",
    "45 s",
    "1 min 35 s",
    "1 h",
    "1 d 4 h",
    "24 h",
  ]);
  expect([0, 999, 1_500, 2.5e7, 4e12].map(bytes)).toEqual(["0 B", "999 B", "1.5 kB", "25 MB", "4.0 TB"]);
});

test("the page of scale shows what was measured; `npm run bench -- distributed` makes it anew", () => {
  expect(readFileSync(pageFile, "utf8")).toContain(figureTables(readFigures()));
});

test("the simulation foretells the runs that were measured, within a fifth", () => {
  const runs = foretold(readFigures());
  expect(runs.filter(({ check }) => check.workers === 2).length).toBeGreaterThan(1);
  expect(runs.filter(({ check, perSecond }) => Math.abs(perSecond / check.perSecond - 1) > 0.2)).toEqual([]);
});
