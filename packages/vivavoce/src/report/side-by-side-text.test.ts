import { describe, expect, test } from "vitest";
import { readSuite } from "../results/index.ts";
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

async function shown(trials: MadeTrial[], maxFlips?: number) {
  const repeats = Math.max(...trials.map(({ repeat = 1 }) => repeat));
  const variants = ["v2", "v1"].map((prompt) => {
    const own = trials.filter(({ variant }) => variant?.prompt === prompt);
    const cases = new Set(own.map(({ id }) => id)).size;
    return { variant: { prompt }, cases, planned: cases * (prompt === "v2" ? repeats : 1) };
  });
  const { store, run, suite } = await storedSuiteRun({ metrics: [{ name: "m" }], variants, trials });
  return sideBySideText((await readSuite(store, run, suite)).variants, plainStyle, maxFlips);
}

/** The rows under the head, with one space between the columns. */
const rowsOf = (text: string) =>
  text
    .split("\n")
    .slice(2)
    .map((row) => row.trim().replaceAll(/ +/g, " "));

describe("variants side by side", () => {
  test("show what each shows by itself, and differ on the cases that both played", async () => {
    const text = await shown([
      trial("v2", "a", "passed", 1),
      trial("v2", "b", "passed", 1),
      trial("v2", "only-here", "failed", 0),
      trial("v1", "a", "passed", 1),
      trial("v1", "b", "failed", 0),
      trial("v1", "not-scored", undefined),
    ]);
    expect(rowsOf(text)).toEqual([
      "pass rate 0.67 0.50 of those finished, 1 missing",
      "m 0.67 0.50 of those finished, 1 missing",
      "1 of the 2 cases that every variant played differs:",
      "b ✓ ✗",
    ]);
  });

  test("repeats are averaged within their case", async () => {
    const text = await shown([
      trial("v2", "a", "passed", 1, 1),
      trial("v2", "a", "failed", 0, 2),
      trial("v1", "a", "passed", 1),
    ]);
    expect(rowsOf(text)).toEqual([
      "pass rate 0.50 1.00",
      "m 0.50 1.00",
      "1 of the 1 case that every variant played differs:",
      "a 0.50 ✓",
    ]);
  });

  test("what was not decided under one of them is missing there, and no difference", async () => {
    const text = await shown([
      trial("v2", "a", "passed", 1),
      trial("v2", "b", "failed", 0),
      trial("v1", "a", "passed", 1),
      trial("v1", "b", "errored"),
    ]);
    expect(rowsOf(text)).toEqual([
      "pass rate 0.50 1.00, 1 missing",
      "m 0.50 1.00, 1 missing",
      "0 of the 2 cases that every variant played differ",
    ]);
  });

  test("where they share nothing there is nothing to compare", async () => {
    const text = await shown([trial("v2", "a", "passed", 1), trial("v1", "b", "passed", 1)]);
    expect(rowsOf(text).slice(2)).toEqual(["0 of the 0 cases that every variant played differ"]);
  });

  test("as a table, with the cases on which they differ", async () => {
    const text = await shown([
      trial("v2", "a", "passed", 1),
      trial("v2", "b", "passed", 1),
      trial("v1", "a", "passed", 1),
      trial("v1", "b", "failed", 0),
    ]);
    expect(text).toBe(
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
    const both = (id: string) => [trial("v2", id, "passed", 1), trial("v1", id, "failed", 0)];
    const text = await shown(["x".repeat(80), "b", "c"].flatMap(both), 2);
    expect(text).toContain(`  ${"x".repeat(39)}…  `);
    expect(text).toContain("  … 1 more");
    expect(text).not.toMatch(/^ {2}c /m);
  });
});
