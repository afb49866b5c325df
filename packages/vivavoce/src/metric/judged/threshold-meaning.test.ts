import { describe, expect, test } from "vitest";
import { caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { criteria } from "./criteria.ts";
import { judgedScore, saying } from "./testing-judged.test-helper.ts";

const transcript = transcriptOf([["Call Ana at the agency today."]]);

async function meaningOf(threshold: number, count: number) {
  const texts = Array.from({ length: count }, (_, index) => `criterion ${index + 1}`);
  const yes = { verdict: "yes", quote: "Call Ana at the agency today.", reason: "It does." };
  const answer = saying(Object.fromEntries(texts.map((_, index) => [`c${index + 1}`, yes])));
  const testCase = caseOf({ criteria: { criteria: texts, threshold } });
  return (await judgedScore(criteria(), transcript, answer, testCase)).detail;
}

describe("a threshold means", () => {
  test.each([
    [0.8, 3, "0.8 over three criteria of yes, partly, no: at least 2.5 of 3"],
    [0.7, 3, "0.7 over three criteria of yes, partly, no: at least 2.5 of 3"],
    [0.75, 4, "0.75 over four criteria of yes, partly, no: at least 3 of 4"],
    [0.5, 1, "0.5 over one criterion of yes, partly, no: at least 0.5 of 1"],
    [1, 2, "1 over two criteria of yes, partly, no: at least 2 of 2"],
    [0.7, 20, "0.7 over 20 criteria of yes, partly, no: at least 14 of 20"],
    [1 / 3, 3, `${1 / 3} over three criteria of yes, partly, no: at least 1 of 3`],
  ])("%f over %i: %s", async (threshold, count, text) => {
    const detail = await meaningOf(threshold, count);
    expect(detail).toMatchObject({ thresholds: { own: text } });
    expect(detail).not.toHaveProperty("warnings");
  });
});

test("a warning is given where the threshold can never be missed", async () => {
  expect(await meaningOf(0, 3)).toMatchObject({
    thresholds: { own: "0 over three criteria of yes, partly, no: at least 0 of 3" },
    warnings: ["own: the threshold 0 can never be missed"],
  });
});
