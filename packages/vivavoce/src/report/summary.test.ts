import { describe, expect, test } from "vitest";
import { wilson } from "../stats/index.ts";
import { exchange, type MadeSuite, scored, storedSuiteRun, without } from "./stored-run.test-helper.ts";
import { summariseSuite, type VariantSummary } from "./summary.ts";

async function summaries(made: MadeSuite, rows?: number): Promise<VariantSummary[]> {
  const { store, run, suite } = await storedSuiteRun(made);
  return summariseSuite(store, run.id, suite, rows === undefined ? {} : { rows });
}

async function summary(made: MadeSuite, rows?: number): Promise<VariantSummary> {
  const [only] = await summaries(made, rows);
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
    expect([passRate, usage, cost, latency]).toEqual([undefined, undefined, undefined, undefined]);
    expect(metrics).toMatchObject([{ name: "m", scored: 0, mean: undefined }]);
  });
});

describe("the pass rate", () => {
  test("is over what was decided, with Wilson's interval", async () => {
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
    const interval = wilson(2, 3);
    expect(passRate).toEqual({ value: 2 / 3, lo: interval?.lo, hi: interval?.hi });
  });

  test("is unknown where nothing was decided", async () => {
    expect((await summary({ trials: [{ id: "a", status: "errored" }] })).passRate).toBeUndefined();
  });

  test("has the case for its unit: repeats are averaged within it, also where some were not decided", async () => {
    const { passRate, tally } = await summary({
      trials: [
        { id: "a", repeat: 1, status: "passed" },
        { id: "a", repeat: 2, status: "failed" },
        { id: "a", repeat: 3, status: "errored" },
        { id: "b", repeat: 1, status: "passed" },
        { id: "b", repeat: 2, status: "passed" },
        { id: "c", repeat: 1, status: "errored" },
        { id: "c", repeat: 2, status: "errored" },
      ],
    });
    // Case a passed half of the time, case b always, case c says nothing.
    expect(passRate?.value).toBe(0.75);
    expect(tally.passed).toBe(3);
  });

  test("has an interval that stays within 0 and 1 with repeats too", async () => {
    const repeats = (id: string, ...statuses: ("passed" | "failed")[]) =>
      statuses.map((status, index) => ({ id, status, repeat: index + 1 }));
    const { passRate } = await summary({
      trials: [
        ...repeats("a", "passed", "passed"),
        ...repeats("b", "passed", "failed"),
        ...repeats("c", "passed", "passed"),
      ],
    });
    expect(passRate?.value).toBeCloseTo(5 / 6);
    expect(passRate?.hi).toBe(1);
    expect(passRate?.lo).toBeGreaterThanOrEqual(0);
  });

  test("of one repeated case has no interval: nobody knows how other cases would go", async () => {
    const { passRate } = await summary({
      trials: [
        { id: "a", repeat: 1, status: "passed" },
        { id: "a", repeat: 2, status: "failed" },
      ],
    });
    expect(passRate).toEqual({ value: 0.5, lo: undefined, hi: undefined });
  });
});

describe("metrics", () => {
  test("have a mean over what was scored, and are binary where all was 0 or 1", async () => {
    const { metrics } = await summary({
      metrics: [{ name: "world" }, { name: "criteria", judged: true }, { name: "words", gating: false }],
      trials: [
        { id: "a", status: "passed", scores: [scored("world", 1), scored("criteria", 0.5), scored("unheard-of", 1)] },
        { id: "b", status: "failed", scores: [scored("world", 0), without("criteria", "unscored", "x")] },
        { id: "c", status: "passed", scores: [scored("world", 1), scored("criteria", 1)] },
      ],
    });
    expect(metrics).toEqual([
      { name: "world", judged: false, gating: true, scored: 3, mean: 2 / 3, binary: true },
      { name: "criteria", judged: true, gating: true, scored: 2, mean: 0.75, binary: false },
      { name: "words", judged: false, gating: false, scored: 0, mean: undefined, binary: true },
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
    const { usage, cost, latency } = await summary({
      trials: [
        { id: "a", status: "passed", transcript: { exchanges: exchanges(300, 100) } },
        { id: "b", status: "passed", transcript: { exchanges: exchanges(undefined, 200) } },
        { id: "c", transcript: { exchanges: exchanges(400) } },
      ],
    });
    expect(usage).toEqual({ inputTokens: 40, outputTokens: 4, cachedTokens: 8 });
    expect(cost).toBe(2);
    expect(latency?.p50).toBe(250);
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

  test("stand in input order, whatever the order in which they were finished; those that did not pass apart", async () => {
    const { notPassed, passed } = await summary({ trials, order: trials.map((_, index) => 11 - index) });
    expect(notPassed.map(({ caseId }) => caseId)).toEqual(["case-00", "case-03", "case-06", "case-09"]);
    expect(passed).toHaveLength(8);
    expect(passed[0]).toMatchObject({ caseId: "case-01", repeat: 1, status: "passed", outcome: { kind: "completed" } });
  });

  test("are kept up to a number of each kind; the sums are of all", async () => {
    const { notPassed, passed, tally } = await summary({ trials }, 3);
    expect([notPassed.length, passed.length]).toEqual([3, 3]);
    expect(tally).toMatchObject({ passed: 8, failed: 4, pending: 0 });
  });

  test("are of what was scored; what was skipped has not failed", async () => {
    const { notPassed, passed } = await summary({
      trials: [
        { id: "a" },
        { id: "b", status: "skipped" },
        { id: "c", status: "unscored" },
        { id: "d", status: "errored" },
      ],
    });
    expect(notPassed.map(({ caseId }) => caseId)).toEqual(["c", "d"]);
    expect(passed.map(({ caseId }) => caseId)).toEqual(["b"]);
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
