import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { testPattern } from "../base/index.ts";
import type { Score, Transcript } from "../shape/index.ts";
import { defineMetric } from "./define-metric.ts";
import { matches } from "./rules/text/compare.ts";
import { scoreSafely } from "./score-checked.ts";
import { caseOf, noJudge, transcriptOf } from "./testing-transcript.test-helper.ts";
import { type Metric, scored, skipped } from "./types.ts";

const framed = defineMetric({ name: "own", score: () => scored(1, []) });
/** A metric that somebody wrote without defineMetric. */
const handmade = (score: () => unknown): Metric => ({ ...framed, score: score as Metric["score"] });
const scoreOf = async (metric: Metric): Promise<Score> =>
  scoreSafely(metric, transcriptOf([["Hello"]]), caseOf(), noJudge);

describe("a metric that was made by hand", () => {
  test("is taken at its word where that is a score", async () => {
    const score = { metric: "own", judged: false, gating: true, status: "skipped", reason: "nothing to see" } as const;
    expect(await scoreOf(handmade(async () => score))).toEqual(score);
    expect(await scoreOf(framed)).toMatchObject({ metric: "own", status: "scored", value: 1 });
  });

  test.each<[string, () => unknown]>([
    ["returns nothing", () => undefined],
    ["returns a promise of junk", async () => 42],
    ["returns half a score", () => ({ status: "scored", value: 1n })],
    ["rejects", () => Promise.reject(new Error("later"))],
    [
      "throws at once",
      () => {
        throw new Error("at once");
      },
    ],
  ])("is errored where it %s", async (_name, score) => {
    expect(await scoreOf(handmade(score))).toMatchObject({ metric: "own", gating: true, status: "errored" });
  });
});

describe("slow patterns", () => {
  const exploding = Array.from({ length: 7 }, (_, index) => `^(a+)+${index}$`);
  const scoreOn = async (text: string, metric: Metric) => scoreIn(transcriptOf([[text]]), metric);
  const scoreIn = async (transcript: Transcript, metric: Metric) => scoreSafely(metric, transcript, caseOf(), noJudge);
  const endless = `${"a".repeat(60)}!`;
  // All patterns of a trial share a second. Tests that use it up share a trial, so that they do it once.
  const trial = transcriptOf([[endless]]);

  test("leave the event loop free, and what takes too long does not match", async () => {
    let turns = 0;
    const scoring = scoreIn(trial, matches({ patterns: exploding })).finally(() => {
      turns = -turns;
    });
    while (turns >= 0) {
      turns += 1;
      await setImmediate();
    }
    expect(turns).toBeLessThan(-20);
    const score = await scoring;
    expect(score).toMatchObject({ status: "scored", value: 0, passed: false });
    expect(score.status === "scored" && score.checks.map(({ reason }) => reason)).toEqual(
      exploding.map((pattern) => `exchange 1: /${pattern}/ took too long on the reply`),
    );
  });

  test("are decided where they come to an end", async () => {
    // Too slow for a quick look, and far from the budget.
    const score = await scoreOn(`${"a".repeat(21)}!`, matches({ patterns: ["^(a+)+$", "a!$"] }));
    expect(score).toMatchObject({ value: 0.5, checks: [{ ok: false }, { ok: true }] });
    expect(JSON.stringify(score)).toContain("the reply does not match /^(a+)+$/");
  });

  test.each([
    ["holds because a pattern was not found", () => scored(1, [])],
    ["is skipped for it", () => skipped("nothing is asked for")],
  ])("leave a score that %s unscored: nobody knows", async (_name, result) => {
    const ban = defineMetric({
      name: "ban",
      score: () => (testPattern("^(a+)+$", endless) === "match" ? scored(0, []) : result()),
    });
    const reason = "not decided: the pattern /^(a+)+$/ took too long";
    expect(await scoreIn(trial, ban)).toMatchObject({ metric: "ban", status: "unscored", reason });
  });

  test("are decided on the spot where a judge would have to be asked again", async () => {
    let asked = 0;
    const judged = defineMetric({
      name: "judged",
      judged: true,
      score() {
        asked += 1;
        return scored(testPattern("^(a+)+$", `${"a".repeat(21)}!`) === "no-match" ? 1 : 0, []);
      },
    });
    expect(await scoreOn("Hello", judged)).toMatchObject({ status: "scored", value: 1 });
    expect(asked).toBe(1);
  });
});
