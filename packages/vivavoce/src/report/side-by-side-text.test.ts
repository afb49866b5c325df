import { describe, expect, test } from "vitest";
import { readSuite, type SideBySide, sideBySide } from "../results/index.ts";
import { showMean } from "./figures.ts";
import { sideBySideText } from "./side-by-side-text.ts";
import { type MadeTrial, scored, storedSuiteRun } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";

const trial = (prompt: string, id: string, status: MadeTrial["status"], value?: number, repeat = 1): MadeTrial => ({
  id,
  status,
  repeat,
  variant: { prompt },
  scores: value === undefined ? [] : [scored("m", value)],
});

async function pair(...trials: MadeTrial[]) {
  const repeats = Math.max(...trials.map(({ repeat = 1 }) => repeat));
  const variants = ["v2", "v1"].map((prompt) => {
    const own = trials.filter(({ variant }) => variant?.prompt === prompt);
    const cases = new Set(own.map(({ id }) => id)).size;
    return { variant: { prompt }, cases, planned: cases * (prompt === "v2" ? repeats : 1) };
  });
  const { store, run, suite } = await storedSuiteRun({ metrics: [{ name: "m" }], variants, trials });
  return sideBySide((await readSuite(store, run, suite)).variants);
}

const shown = ({ measures }: SideBySide) => measures.map(({ means }) => means.map(showMean));

describe("variants side by side", () => {
  test("show what each shows by itself, and differ on the cases that both played", async () => {
    const sides = await pair(
      trial("v2", "a", "passed", 1),
      trial("v2", "b", "passed", 1),
      trial("v2", "only-here", "failed", 0),
      trial("v1", "a", "passed", 1),
      trial("v1", "b", "failed", 0),
      trial("v1", "not-scored", undefined),
    );
    expect(sides).toMatchObject({
      suite: "coach",
      variants: [{ prompt: "v2" }, { prompt: "v1" }],
      common: 2,
      flips: [{ caseId: "b", rates: [1, 0] }],
    });
    expect(shown(sides)).toEqual([
      ["0.67", "0.50 of those finished, 1 missing"],
      ["0.67", "0.50 of those finished, 1 missing"],
    ]);
  });

  test("repeats are averaged within their case", async () => {
    const sides = await pair(
      trial("v2", "a", "passed", 1, 1),
      trial("v2", "a", "failed", 0, 2),
      trial("v1", "a", "passed", 1),
    );
    expect(shown(sides)).toEqual([
      ["0.50", "1.00"],
      ["0.50", "1.00"],
    ]);
  });

  test("what was not decided under one of them is missing there, and no difference", async () => {
    const sides = await pair(
      trial("v2", "a", "passed", 1),
      trial("v2", "b", "failed", 0),
      trial("v1", "a", "passed", 1),
      trial("v1", "b", "errored"),
    );
    expect(sides.common).toBe(2);
    expect(shown(sides)).toEqual([
      ["0.50", "1.00, 1 missing"],
      ["0.50", "1.00, 1 missing"],
    ]);
    expect(sides.flips).toEqual([]);
    expect(sideBySideText(sides, plainStyle)).not.toContain("✗");
  });

  test("where they share nothing there is nothing to compare", async () => {
    const sides = await pair(trial("v2", "a", "passed", 1), trial("v1", "b", "passed", 1));
    expect(sides).toMatchObject({ common: 0, flips: [] });
    expect(sideBySideText(sides, plainStyle)).toContain("0 of the 0 cases that every variant played differ");
  });

  test("as a table, with the cases on which they differ", async () => {
    const sides = await pair(
      trial("v2", "a", "passed", 1),
      trial("v2", "b", "passed", 1),
      trial("v1", "a", "passed", 1),
      trial("v1", "b", "failed", 0),
    );
    expect(sideBySideText(sides, plainStyle)).toBe(
      `
coach side by side
              prompt v2   prompt v1
  pass rate        1.00        0.50
  m                1.00        0.50
  1 of the 2 cases that every variant played differs:
  b                   ✓           ✗`.slice(1),
    );
  });

  test("a long list of differences, and a long name in it, is cut", async () => {
    const rates = [1, 0];
    const flips = [
      { caseId: "x".repeat(80), rates },
      { caseId: "b", rates },
      { caseId: "c", rates },
    ];
    const sides = { suite: "coach", variants: [{}, {}], common: 3, measures: [], flips };
    const text = sideBySideText(sides, plainStyle, 2);
    expect(text).toContain(`  ${"x".repeat(39)}…  `);
    expect(text).toContain("  … 1 more");
    expect(text).not.toMatch(/^ {2}c /m);
  });
});
