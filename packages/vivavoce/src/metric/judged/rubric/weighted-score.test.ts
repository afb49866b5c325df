import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../base/index.ts";
import type {} from "./options.ts";
import { type DimensionScore, weightedScore } from "./slots.ts";
import { allOf, seven } from "./testing-rubric.test-helper.ts";

const dimensions = seven();
const shown = (scores: Record<string, DimensionScore>) => weightedScore(scores, dimensions)?.toFixed(2);

describe("worked by hand with the weights of the receptionist", () => {
  test.each([
    ["all 5", allOf<DimensionScore>(5), "5.00"],
    ["all 1", allOf<DimensionScore>(1), "1.00"],
    ["all 4 and forbidden_words 1", allOf<DimensionScore>(4, { forbidden_words: 1 }), "3.70"],
    ["all 5 and state_compliance 1", allOf<DimensionScore>(5, { state_compliance: 1 }), "4.20"],
    // .2·3 + .15·2 + .1·5 + .2·4 + .1·3 + .15·4 + .1·5 = 0.6 + 0.3 + 0.5 + 0.8 + 0.3 + 0.6 + 0.5
    [
      "a mix",
      {
        brevity: 3,
        paraphrasing: 2,
        forbidden_words: 5,
        state_compliance: 4,
        persona_fidelity: 3,
        tone_matching: 4,
        spoken_flow: 5,
      },
      "3.60",
    ],
  ])("%s", (_name, scores, expected) => {
    expect(shown(scores)).toBe(expected);
  });
});

test("equal scores come out as they are", () => {
  for (const point of [1, 2, 3, 4, 5]) expect(weightedScore(allOf<DimensionScore>(point), dimensions)).toBe(point);
});

describe("a dimension that does not apply", () => {
  test("is dropped, and the others' weights fill its place", () => {
    // (4 − 0.1·3 − 0.15·4) / 0.85 = 3.1 / 0.85
    expect(
      weightedScore(allOf<DimensionScore>(4, { forbidden_words: 1, paraphrasing: "not applicable" }), dimensions),
    ).toBeCloseTo(3.1 / 0.85, 12);
    expect(shown(allOf<DimensionScore>(5, { paraphrasing: "not applicable" }))).toBe("5.00");
  });

  test("gives no score if no dimension applies", () => {
    expect(weightedScore(allOf<DimensionScore>("not applicable"), dimensions)).toBeUndefined();
  });
});

describe("laws", () => {
  const points = fc.record(allOf(fc.integer({ min: 1, max: 5 })));

  test("it lies between the lowest and the highest score", () => {
    fc.assert(
      fc.property(points, (scores) => {
        const value = weightedScore(scores, dimensions) ?? Number.NaN;
        expect(value).toBeGreaterThanOrEqual(Math.min(...Object.values(scores)) - 1e-9);
        expect(value).toBeLessThanOrEqual(Math.max(...Object.values(scores)) + 1e-9);
      }),
    );
  });

  test("it does not depend on the order, nor on the size of the weights", () => {
    fc.assert(
      fc.property(points, fc.double({ min: 0.1, max: 10, noNaN: true }), (scores, factor) => {
        const others = dimensions.map(({ id, weight }) => ({ id, weight: weight * factor })).reverse();
        expect(weightedScore(scores, others)).toBeCloseTo(weightedScore(scores, dimensions) ?? Number.NaN, 9);
      }),
    );
  });

  test("a better score never makes it worse", () => {
    fc.assert(
      fc.property(points, fc.constantFrom(...dimensions.map(({ id }) => id)), (scores, id) => {
        const better = { ...scores, [id]: 5 };
        expect(weightedScore(better, dimensions)).toBeGreaterThanOrEqual(
          (weightedScore(scores, dimensions) ?? 6) - 1e-9,
        );
      }),
    );
  });
});

describe("refused", () => {
  test("is a dimension without a score: it is not a 1", () => {
    const { brevity: _left, ...rest } = allOf<DimensionScore>(5);
    expect(() => weightedScore(rest, dimensions)).toThrow(/"brevity" has no score/);
    expect(() => weightedScore(allOf<DimensionScore>(Number.NaN), dimensions)).toThrow(InputError);
  });

  test("is a score for a dimension that is not there", () => {
    expect(() => weightedScore({ ...allOf<DimensionScore>(5), charm: 5 }, dimensions)).toThrow(/no dimension "charm"/);
  });
});
