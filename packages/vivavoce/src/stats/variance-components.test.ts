import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mulberry32 } from "../base/index.ts";
import { repeats, varianceComponents } from "./repeats.ts";

/** A normal-looking number: the sum of twelve uniforms, variance 1. */
function noise(random: () => number): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += random();
  return sum;
}

describe("varianceComponents", () => {
  test("with one judge sample a run, the case is told apart as with repeats, agent and judge are not", () => {
    const rows = [
      [1, 3, 2],
      [5, 6, 4],
      [9, 7, 9],
    ];
    const result = varianceComponents(rows.map((row) => row.map((value) => [value])));
    expect(result.judge).toBeUndefined();
    expect(result.agent).toBeUndefined();
    expect(result.case).toBeCloseTo(repeats(rows).between ?? Number.NaN, 12);
  });

  test("with one run a case, agent and case are not told apart, the judge is", () => {
    expect(varianceComponents([[[1, 2]], [[3, 3]]])).toMatchObject({ judge: 0.25, agent: undefined, case: undefined });
  });

  test("a judge that never differs has no variance", () => {
    const result = varianceComponents([
      [
        [1, 1],
        [3, 3],
      ],
      [
        [7, 7],
        [9, 9],
      ],
    ]);
    expect(result).toMatchObject({ judge: 0, agent: 2, case: 17, mean: 5 });
  });

  test("a part that noise explains is 0, not negative", () => {
    const result = varianceComponents([
      [
        [0, 2],
        [2, 0],
      ],
      [
        [0, 2],
        [0, 2],
      ],
    ]);
    expect(result).toEqual({ judge: 2, agent: 0, case: 0, mean: 1, se: 0 });
  });

  test("finds the variances that made the scores, also when levels differ in size", () => {
    const random = mulberry32(2024);
    const scores = Array.from({ length: 4000 }, (_, caseIndex) => {
      const caseEffect = 2 * noise(random);
      return Array.from({ length: 1 + (caseIndex % 4) }, (_unused, run) => {
        const runEffect = caseEffect + noise(random);
        return Array.from({ length: 1 + ((caseIndex + run) % 3) }, () => runEffect + 0.5 * noise(random));
      });
    });
    const result = varianceComponents(scores);
    expect(Math.abs((result.judge ?? 0) - 0.25)).toBeLessThan(0.02);
    expect(Math.abs((result.agent ?? 0) - 1)).toBeLessThan(0.08);
    expect(Math.abs((result.case ?? 0) - 4)).toBeLessThan(0.4);
  });

  test("the error comes from the case means alone", () => {
    const one = varianceComponents([[[1, 3]], [[4, 4]], [[6, 8]]]);
    const other = varianceComponents([[[2]], [[4]], [[7]]]);
    expect(one.se).toBeCloseTo(other.se ?? Number.NaN, 12);
  });

  test("a common offset moves the mean and nothing else", () => {
    const score = fc.integer({ min: 0, max: 9 });
    const sized = (value: fc.Arbitrary<unknown>) => fc.array(value, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(sized(sized(sized(score))) as fc.Arbitrary<number[][][]>, (scores) => {
        const moved = varianceComponents(scores.map((runs) => runs.map((run) => run.map((value) => value + 100))));
        const still = varianceComponents(scores);
        expect(moved.judge).toBeCloseTo(still.judge ?? Number.NaN, 9);
        expect(moved.agent).toBeCloseTo(still.agent ?? Number.NaN, 9);
        expect(moved.case).toBeCloseTo(still.case ?? Number.NaN, 9);
        expect(moved.mean).toBeCloseTo((still.mean ?? Number.NaN) + 100, 9);
      }),
    );
  });

  test("one case has no error, none has nothing", () => {
    expect(varianceComponents([[[1, 2], [3]]])).toMatchObject({ case: undefined, se: undefined });
    expect(varianceComponents([])).toMatchObject({ mean: undefined, judge: undefined });
  });

  test("empty levels are errors that say where", () => {
    expect(() => varianceComponents([[[1]], []])).toThrow(
      new RangeError("varianceComponents: scores[1] is empty: leave it out"),
    );
    expect(() => varianceComponents([[[1], []]])).toThrow("varianceComponents: scores[0][1] is empty");
    expect(() => varianceComponents([[[Number.NaN]]])).toThrow("varianceComponents: scores[0][0][0] is NaN");
  });
});
