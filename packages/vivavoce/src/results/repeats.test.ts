import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeatsOf, trialOf } from "../gate/results.test-helper.ts";
import type { VariantRepeats } from "../shape/index.ts";
import type { StoredValues } from "../store/index.ts";
import { RepeatsGathering } from "./repeats.ts";

/** "a: ppf" is a case of three repeats: passed, passed, failed; e errored, u unscored, s skipped, - never played. */
function summaryOf(k: number, ...cases: string[]): VariantRepeats {
  const gathering = new RepeatsGathering(k, undefined);
  for (const one of cases) {
    const [caseId = "", letters = ""] = one.split(": ");
    const values = repeatsOf(caseId, letters);
    gathering.add(
      values,
      values.trials.map(({ status }) => storedOf({ status })),
    );
  }
  return gathering.summary();
}

function storedOf(more: Partial<StoredValues>): StoredValues {
  return {
    ...{
      caseId: "a",
      caseHash: "h",
      cluster: undefined,
      tags: [],
      variant: {},
      repeat: 1,
      status: "passed",
      trial: "",
      position: 0,
    },
    ...{
      outcome: "completed",
      answers: undefined,
      cost: undefined,
      replies: [],
      scores: [],
      ...more,
    },
  };
}

/** values[case][repeat]: the samples of a judge. */
function judgedOf(values: number[][][]): VariantRepeats {
  const gathering = new RepeatsGathering(values[0]?.length ?? 1, "criteria");
  for (const [index, runs] of values.entries()) {
    const stored = runs.map((samples) => {
      const value = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
      const score = { metric: "criteria", identity: "i", status: "scored", value, passed: true, samples };
      return storedOf({ scores: [score] });
    });
    const trials = runs.map((_, repeat) => trialOf("passed", { repeat: repeat + 1 }));
    gathering.add(repeatsOf(`case-${index}`, "", { trials }), stored);
  }
  return gathering.summary();
}

describe("pass^k and pass@k", () => {
  test("are means over the cases", () => {
    const { passHat, passAt, k, undecided } = summaryOf(3, "a: ppp", "b: ppf", "c: fff", "d: ppp");
    expect({ k, undecided, mean: passHat.observed?.mean, passAt }).toEqual({
      k: 3,
      undecided: 0,
      mean: 2 / 4,
      passAt: 3 / 4,
    });
  });

  test("a case with an undecided repeat is counted, is not in what was seen, and has failed in the bound", () => {
    const nine = Array.from({ length: 9 }, (_, index) => `c${index}: ppp`);
    const { passHat, undecided } = summaryOf(3, ...nine, "last: ffu");
    expect(undecided).toBe(1);
    expect(passHat.observed).toMatchObject({ mean: 1, cases: 9 });
    expect(passHat.atWorst?.mean).toBeCloseTo(0.9, 12);
    expect(passHat.atWorst?.lo).toBeCloseTo(0.554, 3);
    expect(passHat.atWorst?.hi).toBeCloseTo(0.998, 3);
    expect(passHat.atWorst).toEqual(summaryOf(3, ...nine, "last: fff").passHat.atWorst);
    expect(summaryOf(3, "a: ppp", "b: ppe")).toMatchObject({ undecided: 1, passHat: { atWorst: { mean: 0.5 } } });
    expect(summaryOf(3, "a: pp-").passHat).toMatchObject({ observed: undefined, atWorst: { mean: 0 } });
  });

  test("the bound never goes up where a repeat is no longer decided", () => {
    const letters = fc.array(fc.constantFrom<string[]>("p", "f", "u"), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.constantFrom("u", "e", "-"),
        (rows, at, gone) => {
          const row = at % rows.length;
          const worse = rows.map((one, index) => (index === row ? one.with(at % 3, gone) : one));
          const [better, less] = [rows, worse].map((all) =>
            summaryOf(3, ...all.map((one, index) => `c${index}: ${one.join("")}`)),
          );
          expect(less?.passHat.atWorst?.mean).toBeLessThanOrEqual(better?.passHat.atWorst?.mean ?? 0);
          expect(less?.passHat.atWorst?.lo).toBeLessThanOrEqual((better?.passHat.atWorst?.lo ?? 0) + 1e-9);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("a case that nothing applied to is left out", () => {
    expect(summaryOf(2, "a: pp", "b: ss")).toMatchObject({ undecided: 0, passHat: { observed: { mean: 1 } } });
    expect(summaryOf(2, "b: ss").passHat).toEqual({ observed: undefined, atWorst: undefined });
  });

  test("a case that was played and not scored yet stays in, and so does one of which a repeat is missing", () => {
    expect(summaryOf(2, "a: pp", "b: --")).toMatchObject({ undecided: 1, passHat: { atWorst: { mean: 0.5 } } });
    expect(summaryOf(2, "a: pp", "b: s-")).toMatchObject({ undecided: 1, passHat: { atWorst: { mean: 0.5 } } });
  });
});

describe("flaky cases", () => {
  test("are those whose repeats disagree, with how often they passed", () => {
    expect(summaryOf(3, "a: ppp", "b: pff", "c: fff", "d: pfe").flaky).toEqual([
      { caseId: "b", passes: 1, decided: 3 },
      { caseId: "d", passes: 1, decided: 2 },
    ]);
  });
});

describe("where the variance comes from", () => {
  test("the cases: more of them would help", () => {
    const { variance } = summaryOf(3, "a: ppp", "b: fff", "c: ppp", "d: fff");
    expect(variance).toMatchObject({ measure: "pass rate", agent: 0, judge: undefined, advice: "more cases" });
    expect(variance?.case).toBeGreaterThan(0);
  });

  test("chance within the cases: more repeats would", () => {
    expect(summaryOf(2, "a: pf", "b: fp", "c: pf", "d: fp").variance).toMatchObject({
      case: 0,
      advice: "more repeats",
    });
  });

  test("the judge: more samples would", () => {
    const unsure = [0, 1];
    const { variance } = judgedOf([
      [unsure, unsure],
      [unsure, unsure],
      [unsure, unsure],
    ]);
    expect(variance).toMatchObject({ measure: "criteria", case: 0, agent: 0, advice: "more judge samples" });
    expect(variance?.judge).toBeCloseTo(0.5, 12);
  });

  test("a judge that is sure and an agent that is not", () => {
    const [bad, good] = [
      [0, 0],
      [1, 1],
    ];
    const { variance } = judgedOf([
      [bad, good],
      [good, bad],
    ]);
    expect(variance).toMatchObject({ judge: 0, advice: "more repeats" });
  });

  test("nothing varies, or there is one case: nothing is said", () => {
    expect(summaryOf(2, "a: pp", "b: pp").variance).toBeUndefined();
    expect(summaryOf(2, "a: pf").variance).toBeUndefined();
  });
});
