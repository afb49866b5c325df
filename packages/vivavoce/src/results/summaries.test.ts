import { describe, expect, test } from "vitest";
import { trialRows } from "../report/failure-lines.ts";
import { exchange, type MadeSuite, scored, storedSuiteRun, without } from "../report/stored-run.test-helper.ts";
import type { VariantSummary } from "../shape/index.ts";
import { boundedMean } from "../stats/index.ts";
import { readSummaries } from "./read-suite.ts";

async function summaries(made: MadeSuite): Promise<VariantSummary[]> {
  const { store, run, suite } = await storedSuiteRun(made);
  return readSummaries(store, run, suite);
}

async function summary(made: MadeSuite): Promise<VariantSummary> {
  const [only] = await summaries(made);
  if (!only) throw new Error("there is no summary");
  return only;
}

describe("the tally", () => {
  test("counts what is stored, and what is planned and not there is pending", async () => {
    const { tally } = await summary({
      planned: 9,
      trials: [
        { id: "a", status: "passed" },
        { id: "b", status: "failed" },
        { id: "c", status: "unscored" },
        { id: "d", status: "errored" },
        { id: "e", status: "skipped" },
        { id: "f", status: "passed" },
        { id: "g" },
      ],
    });
    expect(tally).toEqual({ planned: 9, passed: 2, failed: 1, unscored: 1, errored: 1, skipped: 1, pending: 3 });
  });

  test("a run of which nothing was played is all pending", async () => {
    const { tally, passRate, usage, cost, latency, metrics } = await summary({
      planned: 3,
      metrics: [{ name: "m" }],
      trials: [],
    });
    expect(tally.pending).toBe(3);
    expect([usage, cost, latency]).toEqual([undefined, undefined, undefined]);
    expect(passRate).toMatchObject({ cases: 3, observed: undefined, trials: 3, missing: 3, pending: 3 });
    expect(metrics).toMatchObject([{ name: "m", observed: undefined, missing: 3 }]);
  });
});

describe("the pass rate", () => {
  test("counts what is missing as 0, and leaves out what was skipped; its interval is the bounded one", async () => {
    const { passRate } = await summary({
      trials: [
        { id: "a", status: "passed" },
        { id: "b", status: "passed" },
        { id: "c", status: "failed" },
        { id: "d", status: "errored" },
        { id: "e", status: "unscored" },
        { id: "f", status: "skipped" },
      ],
    });
    const { lo, hi } = boundedMean([1, 1, 0, 0, 0]) ?? {};
    expect(passRate).toMatchObject({ cases: 5, atWorst: { mean: 0.4, lo, hi }, trials: 5, missing: 2, missed: 1 });
    expect(passRate.observed?.mean).toBeCloseTo(2 / 3, 12);
  });

  test("has the case for its unit: repeats are averaged within it, and an undecided one has passed in no bound", async () => {
    const { passRate, tally } = await summary({
      planned: 9,
      variants: [{ variant: {}, cases: 3, planned: 9 }],
      trials: [
        { id: "a", repeat: 1, status: "passed" },
        { id: "a", repeat: 2, status: "failed" },
        { id: "a", repeat: 3, status: "errored" },
        { id: "b", repeat: 1, status: "passed" },
        { id: "b", repeat: 2, status: "passed" },
        { id: "b", repeat: 3, status: "skipped" },
        { id: "c", repeat: 1, status: "errored" },
        { id: "c", repeat: 2, status: "errored" },
      ],
    });
    // Case a passed once of three, case b whenever something applied, case c never, and its third repeat was not played.
    expect(passRate.observed).toMatchObject({ mean: (1 / 2 + 1) / 2, cases: 2 });
    expect(passRate.atWorst?.mean).toBeCloseTo((1 / 3 + 1 + 0) / 3);
    expect([passRate.trials, passRate.missing, tally.passed]).toEqual([8, 4, 3]);
  });

  test("of one case still has an interval, and a wide one", async () => {
    const { passRate } = await summary({ trials: [{ id: "a", status: "passed" }] });
    expect(passRate.observed?.mean).toBe(1);
    expect(passRate.observed?.lo).toBeCloseTo(0.0237, 4);
    expect(passRate.observed?.hi).toBe(1);
  });
});

describe("metrics", () => {
  test("have a mean over the cases they apply to, and are binary where all was 0 or 1", async () => {
    const { metrics } = await summary({
      metrics: [{ name: "world" }, { name: "criteria", judged: true }, { name: "words", gating: false }],
      trials: [
        { id: "a", status: "passed", scores: [scored("world", 1), scored("criteria", 0.5), scored("unheard-of", 1)] },
        { id: "b", status: "failed", scores: [scored("world", 0), without("criteria", "unscored", "x")] },
        { id: "c", status: "passed", scores: [scored("world", 1), scored("criteria", 1)] },
      ],
    });
    expect(metrics).toMatchObject([
      {
        name: "world",
        judged: false,
        gating: true,
        cases: 3,
        observed: { mean: 2 / 3 },
        missing: 0,
        missed: 1,
        binary: true,
      },
      {
        name: "criteria",
        judged: true,
        gating: true,
        cases: 3,
        observed: { mean: 0.75 },
        missing: 1,
        missed: 1,
        binary: false,
      },
      { name: "words", judged: false, gating: false, cases: 3, observed: undefined, missing: 3 },
    ]);
  });
});

describe("tokens, cost and time", () => {
  test("are sums over what is known; time is by exchange", async () => {
    const exchanges = (...latencies: (number | undefined)[]) =>
      latencies.map((latencyMs, index) =>
        exchange("x", {
          number: index + 1,
          ...(latencyMs === undefined
            ? {}
            : { replyMs: latencyMs, cost: 0.5, usage: { inputTokens: 10, outputTokens: 1, cachedTokens: 2 } }),
        }),
      );
    const { usage, cost, unpriced, latency } = await summary({
      trials: [
        { id: "a", status: "passed", transcript: { exchanges: exchanges(300, 100) } },
        { id: "b", status: "passed", transcript: { exchanges: exchanges(undefined, 200) } },
        { id: "c", transcript: { exchanges: exchanges(400) } },
      ],
    });
    expect(usage).toEqual({ inputTokens: 40, outputTokens: 4, cachedTokens: 8 });
    expect(cost).toBe(2);
    // The sum of what is known is not the whole cost, and says so.
    expect(unpriced).toBe(1);
    expect(latency).toMatchObject({ p50: 250, replies: 4 });
    expect(latency?.p95).toBeCloseTo(385);
  });

  test("are unknown where no call reported them", async () => {
    const { usage, cost, latency } = await summary({ trials: [{ id: "a", status: "passed" }] });
    expect([usage, cost, latency]).toEqual([undefined, undefined, undefined]);
  });
});

describe("rows", () => {
  const trials = Array.from({ length: 12 }, (_, index) => ({
    id: `case-${String(index).padStart(2, "0")}`,
    status: (index % 3 === 0 ? "failed" : "passed") as "failed" | "passed",
  }));
  const rowsOf = async (made: MadeSuite, notPassed: number, passed: number) => {
    const { store, run, suite } = await storedSuiteRun(made);
    return trialRows(store, run.id, suite, { variant: {}, notPassed, passed });
  };

  test("stand in input order, whatever the order in which they were finished; those that did not pass first", async () => {
    const rows = await rowsOf({ trials, order: trials.map((_, index) => 11 - index) }, 50, 50);
    expect(rows.slice(0, 5).map(({ caseId }) => caseId)).toEqual([
      "case-00",
      "case-03",
      "case-06",
      "case-09",
      "case-01",
    ]);
    expect(rows).toHaveLength(12);
    expect(rows[4]).toMatchObject({ repeat: 1, status: "passed", reasons: [] });
  });

  test("are read up to a number of each kind", async () => {
    expect((await rowsOf({ trials }, 3, 2)).map(({ status }) => status)).toEqual([
      ...["failed", "failed", "failed"],
      ...["passed", "passed"],
    ]);
    expect(await rowsOf({ trials }, 0, 0)).toEqual([]);
  });

  test("are of what was scored; what was skipped has not failed", async () => {
    const made: MadeSuite = {
      trials: [
        { id: "a" },
        { id: "b", status: "skipped" },
        { id: "c", status: "unscored" },
        { id: "d", status: "errored" },
      ],
    };
    expect((await rowsOf(made, 9, 9)).map(({ caseId }) => caseId)).toEqual(["c", "d", "b"]);
  });
});

describe("variants", () => {
  const variants = [
    { variant: { prompt: "v2" }, cases: 2, planned: 2 },
    { variant: { prompt: "v1" }, cases: 1, planned: 1 },
  ];

  test("are summed up each for itself, in the order of the plan", async () => {
    const found = await summaries({
      variants,
      trials: [
        { id: "a", variant: { prompt: "v2" }, status: "passed" },
        { id: "b", variant: { prompt: "v2" }, status: "passed" },
        { id: "a", variant: { prompt: "v1" }, status: "failed" },
      ],
    });
    expect(found.map(({ variant, tally }) => [variant.prompt, tally.planned, tally.passed, tally.failed])).toEqual([
      ["v2", 2, 2, 0],
      ["v1", 1, 0, 1],
    ]);
  });

  test("one that has not begun is there, all pending", async () => {
    const found = await summaries({ variants, trials: [{ id: "a", variant: { prompt: "v2" }, status: "passed" }] });
    expect(found.map(({ tally }) => tally.pending)).toEqual([1, 1]);
  });
});
