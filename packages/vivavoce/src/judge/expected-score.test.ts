import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { expectedScore } from "./rate.ts";

interface Vector {
  id: string;
  inputs: { p: Record<string, number> };
  outputs: { mass: number; raw_sum: number; renormalised: number; unit: number; sd: number };
}
const vectors = JSON.parse(
  readFileSync(new URL("../stats/fixtures/statistics.json", import.meta.url), "utf8"),
) as Vector[];

describe("the vectors", () => {
  const own = vectors.filter(({ id }) => id.startsWith("geval."));

  test("are there", () => {
    expect(own.length).toBeGreaterThan(0);
  });

  test.each(own.map((vector) => [vector.id, vector] as const))("%s", (_id, { inputs, outputs }) => {
    const score = expectedScore(inputs.p, [1, 5]);
    expect(score?.mass).toBeCloseTo(outputs.mass, 12);
    expect(score?.value).toBeCloseTo(outputs.renormalised, 12);
    expect(score?.unit).toBeCloseTo(outputs.unit, 12);
    expect(score?.sd).toBeCloseTo(outputs.sd, 12);
    expect((score?.value ?? 0) * (score?.mass ?? 0)).toBeCloseTo(outputs.raw_sum, 12);
  });
});

describe("an expected score", () => {
  test("leaves out what is not a point of the scale, and says how much is left", () => {
    expect(expectedScore({ "3": 0.25, "4": 0.5, "6": 0.1, four: 0.15 }, [1, 5])).toMatchObject({
      value: 11 / 3,
      mass: 0.75,
    });
  });

  test("maps a scale by its own ends", () => {
    expect(expectedScore({ "0": 1 }, [0, 10])?.unit).toBe(0);
    expect(expectedScore({ "10": 1 }, [0, 10])?.unit).toBe(1);
    expect(expectedScore({ "3": 1 }, [1, 5])?.unit).toBe(0.5);
  });

  test("is undefined if no point has any probability", () => {
    expect(expectedScore({}, [1, 5])).toBeUndefined();
    expect(expectedScore({ "7": 1 }, [1, 5])).toBeUndefined();
    expect(expectedScore({ "3": 0 }, [1, 5])).toBeUndefined();
  });

  test.each([[[3, 3]], [[5, 1]], [[1, 2.5]], [[Number.NaN, 1]], [[1, Number.POSITIVE_INFINITY]]] as const)(
    "on the scale %j is refused",
    (scale) => {
      expect(() => expectedScore({ "3": 1 }, scale)).toThrow(InputError);
    },
  );

  test("lies on its scale, whatever the probabilities", () => {
    const probabilities = fc.dictionary(
      fc.constantFrom("1", "2", "3", "4", "5"),
      fc.double({ min: 1e-6, max: 1, noNaN: true }),
      {
        minKeys: 1,
      },
    );
    fc.assert(
      fc.property(probabilities, (given) => {
        const score = expectedScore(given, [1, 5]);
        expect(score?.value).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(score?.value).toBeLessThanOrEqual(5 + 1e-9);
        expect(score?.unit).toBeCloseTo(((score?.value ?? 0) - 1) / 4, 12);
      }),
    );
  });
});

test("a token names a point if it is a number of the scale and nothing else", () => {
  const pointOf = (token: string) => expectedScore({ [token]: 1 }, [1, 5])?.value;
  for (const token of ["4", " 4", "4\n", "04"]) expect(pointOf(token)).toBe(4);
  for (const token of ["-4", "6", "4.0", "four", "", "4/5"]) expect(pointOf(token)).toBeUndefined();
});
