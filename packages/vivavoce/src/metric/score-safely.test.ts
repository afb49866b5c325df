import { describe, expect, test } from "vitest";
import { defineMetric } from "./define-metric.ts";
import { scored } from "./result.ts";
import type { Score } from "./score.ts";
import { scoreSafely } from "./score-safely.ts";
import { caseOf, noJudge, transcriptOf } from "./testing-transcript.test-helper.ts";
import type { Metric } from "./types.ts";

const framed = defineMetric({ name: "own", score: () => scored(1, []) });
/** A metric that somebody wrote without defineMetric. */
const handmade = (score: () => unknown): Metric => ({ ...framed, score: score as Metric["score"] });
const scoreOf = (metric: Metric): Promise<Score> => scoreSafely(metric, transcriptOf([["Hello"]]), caseOf(), noJudge);

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
