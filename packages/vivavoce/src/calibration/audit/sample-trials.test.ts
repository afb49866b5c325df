import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleTrials } from "./sample-trials.ts";

const candidate = (caseId: string, repeat: number, stratum: string) => {
  return { trial: `${stratum}/${caseId}/${repeat}`, caseId, stratum };
};

test("rare failures are in the sample", () => {
  const passed = Array.from({ length: 95 }, (_, index) => candidate(`p${index}`, 1, "passed"));
  const failed = Array.from({ length: 5 }, (_, index) => candidate(`f${index}`, 1, "failed"));
  const drawn = sampleTrials([...passed, ...failed], 20, 1);
  expect(drawn.filter(({ stratum }) => stratum === "failed")).toHaveLength(5);
  expect(drawn).toHaveLength(20);
});

test("other cases come before another repeat", () => {
  const all = ["a", "b", "c"].flatMap((id) => [1, 2, 3].map((repeat) => candidate(id, repeat, "passed")));
  expect(new Set(sampleTrials(all, 3, 5).map(({ caseId }) => caseId)).size).toBe(3);
});

test("the seed alone decides, not the order of the trials; other seeds draw others", () => {
  const all = Array.from({ length: 50 }, (_, index) =>
    candidate(`c${index}`, 1, index % 3 === 0 ? "failed" : "passed"),
  );
  expect(sampleTrials(all.toReversed(), 10, 3)).toEqual(sampleTrials(all, 10, 3));
  expect(sampleTrials(all, 10, 4)).not.toEqual(sampleTrials(all, 10, 3));
});

test("draws as many as there are, none twice", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(2))), fc.integer({ min: 1, max: 30 }), (given, count) => {
      const all = given.map(([id, stratum], index) => candidate(`c${id}`, index, `s${stratum}`));
      const drawn = sampleTrials(all, count, 1);
      expect(drawn).toHaveLength(Math.min(count, all.length));
      expect(new Set(drawn.map(({ trial }) => trial)).size).toBe(drawn.length);
    }),
  );
});
