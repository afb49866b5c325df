import { describe, expect, test } from "vitest";
import { agreementsOf } from "./ask.ts";
import type { Sample } from "./judgement.ts";

const sample = (...verdicts: string[]): Sample => ({
  model: "m",
  verdicts: verdicts.map((verdict, index) => ({
    id: `c${index + 1}`,
    verdict,
    reasoning: "",
    evidence: [],
    absent: false,
  })),
});

describe("several samples", () => {
  test("are counted item by item", () => {
    const [first, second] = agreementsOf([sample("yes", "no"), sample("yes", "yes"), sample("no", "no")]);
    expect(first).toMatchObject({ id: "c1", votes: { yes: 2, no: 1 }, winner: "yes" });
    expect(second).toMatchObject({ id: "c2", votes: { no: 2, yes: 1 }, winner: "no" });
  });

  test("that are divided stay divided", () => {
    expect(agreementsOf([sample("yes"), sample("no")])[0]?.winner).toBeUndefined();
    expect(agreementsOf([sample("yes"), sample("no"), sample("partly")])[0]?.winner).toBeUndefined();
    expect(agreementsOf([sample("yes"), sample("no"), sample("no"), sample("yes"), sample("partly")])[0]).toMatchObject(
      {
        votes: { yes: 2, no: 2, partly: 1 },
        winner: undefined,
      },
    );
  });

  test("keep every voice, in order", () => {
    const [agreement] = agreementsOf([sample("yes"), sample("no")]);
    expect(agreement?.voices.map(({ verdict }) => verdict)).toEqual(["yes", "no"]);
  });
});

test("one sample agrees with itself", () => {
  expect(agreementsOf([sample("no")])).toMatchObject([{ winner: "no", votes: { no: 1 } }]);
});
