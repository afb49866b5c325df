import { describe, expect, test } from "vitest";
import { mulberry32 } from "../../base/index.ts";
import { regularisedBeta } from "../distributions/regularised-beta.test-helper.ts";
import { bothSides } from "./bounds.ts";
import { type UnitGroup, unitsOf } from "./units.ts";

const draws = 20_000;
/** What the saddlepoint formula may be off, as a chance. */
const approximation = 0.004;

function groupsOf(values: number[], clusters?: string[]): readonly UnitGroup[] {
  return unitsOf("values", values, [-1, 1], clusters)?.groups ?? [];
}

/** The bound by its definition: how often is the mean at most m, when each unit weighs something exponential? */
function simulated(groups: readonly UnitGroup[], worst: number, m: number, random: () => number): number {
  const cases = groups.reduce((sum, { size, count }) => sum + size * count, 0);
  const extra = groups.reduce((sum, { size, count }) => sum + size * size * count, 0) / cases;
  const units = [
    { value: worst, size: extra },
    ...groups.flatMap(({ value, size, count }) =>
      new Array<{ value: number; size: number }>(count).fill({ value, size }),
    ),
  ];
  let below = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    for (const { value, size } of units) sum -= Math.log(1 - random()) * size * (value - m);
    if (sum <= 0) below += 1;
  }
  return below / draws;
}

describe("the chance is that of exponential weights", () => {
  const shapes: Record<string, readonly UnitGroup[]> = {
    "three wins, two losses": groupsOf([1, 1, 1, -1, -1, 0, 0, 0, 0]),
    "twelve ties": groupsOf(new Array<number>(12).fill(0)),
    "scores near the ceiling": groupsOf([0.9, 0.95, 0.97, 1, 1, 0.99, 0.92, 0.2]),
    "one case": groupsOf([0.5]),
    thirds: groupsOf([1 / 3, -1 / 3, 0, 2 / 3, -1, 0, 0, 1 / 3]),
    "a dominating cluster": groupsOf([-1, -1, -1, 0, 0, 1, 0, 0, 1], ["a", "a", "a", "a", "a", "b", "c", "d", "e"]),
  };
  for (const [name, groups] of Object.entries(shapes)) {
    test(name, () => {
      const random = mulberry32(9);
      for (const m of [-0.8, -0.4, -0.2, -0.05, 0.1, 0.4, 0.7]) {
        const expected = simulated(groups, -1, m, random);
        const tolerance = approximation + 4 * Math.sqrt((expected * (1 - expected) + 1 / draws) / draws);
        expect(Math.abs(bothSides(groups, [-1, 1]).below.chance(m) - expected), `at ${m}`).toBeLessThan(tolerance);
      }
    });
  }
});

test("for pass or fail the chance is that of a beta distribution", () => {
  for (const n of [1, 2, 5, 12, 60, 200]) {
    for (const k of new Set([1, Math.ceil(n / 2), n - 1, n].filter((passes) => passes > 0))) {
      const groups = groupsOf([...new Array<number>(k).fill(1), ...new Array<number>(n - k).fill(0)]);
      for (const m of [0.01, 0.1, 0.3, 0.5, 0.8, 0.97]) {
        const off = Math.abs(bothSides(groups, [0, 1]).below.chance(m) - regularisedBeta(m, k, n - k + 1));
        expect(off, `${k} of ${n} at ${m}`).toBeLessThan(approximation);
      }
    }
  }
});

describe("the chance at the ends of the range", () => {
  test("nothing can be above the largest value, and with anything above the worst, nothing is at it", () => {
    const { chance } = bothSides(groupsOf([0.2, 0.6]), [0, 1]).below;
    expect([chance(0.6), chance(0.9), chance(0), chance(-0.5)]).toEqual([1, 1, 0, 0]);
  });

  test("from above it is the mirror", () => {
    const values = [0.2, 0.6, 0.6, -0.3];
    const mirror = values.map((value) => -value);
    for (const m of [-0.9, -0.1, 0, 0.3, 0.8]) {
      const { above } = bothSides(groupsOf(values), [-1, 1]);
      expect(above.chance(m)).toBeCloseTo(bothSides(groupsOf(mirror), [-1, 1]).below.chance(-m), 12);
    }
  });

  test("it rises with m, smoothly where the formula changes", () => {
    const { chance } = bothSides(groupsOf([1, 1, 0.5, 0, -1, 0.25]), [-1, 1]).below;
    const centre = (1 + 1 + 0.5 + 0 - 1 + 0.25 - 1) / 7;
    const chances = Array.from({ length: 400 }, (_, step) => chance(centre + (step - 200) * 1e-5));
    for (const [step, value] of chances.entries()) {
      if (step > 0) expect(value).toBeGreaterThan(chances[step - 1] ?? 0);
    }
  });

  test("never NaN, for values as small and as many as can be", () => {
    for (const value of [Number.MIN_VALUE, 1e-300, 1e-16, 0.5, 1 - 2 ** -53, 1]) {
      for (const count of [1, 1e6, 1e15]) {
        const bounds = bothSides([{ value, size: 1, count }], [0, 1]).below;
        for (const alpha of [1e-9, 0.025, 0.05, 0.5]) {
          const bound = bounds.at(alpha);
          expect(bound >= 0 && bound <= value, `${bound} of ${count} times ${value}`).toBe(true);
          const chance = bounds.chance(bound);
          expect(chance >= 0 && chance <= 1).toBe(true);
        }
      }
    }
  });
});
