import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { rated } from "./testing-judge.test-helper.ts";

interface Vector {
  id: string;
  inputs: { p: Record<string, number> };
  outputs: { mass: number; raw_sum: number; renormalised: number; unit: number; sd: number };
}
const vectors = JSON.parse(
  readFileSync(new URL("../stats/fixtures/statistics.json", import.meta.url), "utf8"),
) as Vector[];

/** The rating by a token with these alternatives; the answer is one of them, a point of the scale. */
function expectedScore(shares: Record<string, number>, scale: readonly [number, number]) {
  const top = Object.entries(shares).map(([token, share]) => ({ token, logprob: Math.log(share) }));
  const [min, max] = scale;
  const own = top.find(({ token }) => Number(token) >= min && Number(token) <= max) ?? { token: "", logprob: 0 };
  return rated(Number(own.token), [{ ...own, top }], scale);
}

describe("the vectors", () => {
  const own = vectors.filter(({ id }) => id.startsWith("geval."));

  test("are there", () => {
    expect(own.length).toBeGreaterThan(0);
  });

  test.each(own.map((vector) => [vector.id, vector] as const))("%s", async (_id, { inputs, outputs }) => {
    const score = await expectedScore(inputs.p, [1, 5]);
    expect(score.mode).toBe("probability");
    expect(score.mass).toBeCloseTo(outputs.mass, 12);
    expect(score.value).toBeCloseTo(outputs.renormalised, 12);
    expect(score.unit).toBeCloseTo(outputs.unit, 12);
    expect(score.sd).toBeCloseTo(outputs.sd, 12);
    expect(score.value * score.mass).toBeCloseTo(outputs.raw_sum, 12);
  });
});

describe("an expected score", () => {
  test("leaves out what is not a point of the scale, and says how much is left", async () => {
    const score = await expectedScore({ "3": 0.25, "4": 0.5, "6": 0.1, four: 0.15 }, [1, 5]);
    expect(score.value).toBeCloseTo(11 / 3, 12);
    expect(score.mass).toBeCloseTo(0.75, 12);
  });

  test("maps a scale by its own ends", async () => {
    expect((await expectedScore({ "0": 1 }, [0, 10])).unit).toBe(0);
    expect((await expectedScore({ "10": 1 }, [0, 10])).unit).toBe(1);
    expect((await expectedScore({ "3": 1 }, [1, 5])).unit).toBe(0.5);
  });

  test("is none if no point has any probability", async () => {
    await expect(expectedScore({ "3": 0 }, [1, 5])).rejects.toThrow("no point of the scale has any probability");
  });

  test.each([[[3, 3]], [[5, 1]], [[1, 2.5]], [[Number.NaN, 1]], [[1, Number.POSITIVE_INFINITY]]] as const)(
    "on the scale %j is refused",
    async (scale) => {
      await expect(expectedScore({ "3": 1 }, scale)).rejects.toThrow(InputError);
    },
  );

  test("lies on its scale, whatever the probabilities", async () => {
    const probabilities = fc.dictionary(
      fc.constantFrom("1", "2", "3", "4", "5"),
      fc.double({ min: 1e-6, max: 1, noNaN: true }),
      {
        minKeys: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(probabilities, async (given) => {
        const { value, unit } = await expectedScore(given, [1, 5]);
        expect(value).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(value).toBeLessThanOrEqual(5 + 1e-9);
        expect(unit).toBeCloseTo((value - 1) / 4, 12);
      }),
    );
  });
});

test("a token names a point if it is a number of the scale and nothing else", async () => {
  const meanWith = async (token: string) => (await expectedScore({ "2": 0.5, [token]: 0.5 }, [1, 5])).value;
  for (const token of ["4", " 4", "4\n", "04"]) expect(await meanWith(token)).toBe(3);
  for (const token of ["-4", "6", "4.0", "four", "", "4/5"]) expect(await meanWith(token)).toBe(2);
});
