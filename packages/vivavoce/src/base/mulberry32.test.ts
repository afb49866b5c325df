import fc from "fast-check";
import { expect, test } from "vitest";
import { mulberry32, seededCoin } from "./random.ts";

test("the numbers are those of an independent program", () => {
  const random = mulberry32(42);
  expect([random(), random(), random()]).toEqual([0.6011037519201636, 0.44829055899754167, 0.8524657934904099]);
});

test("a coin falls as the numbers of the same seed do, whatever the seed", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 33), max: 2 ** 33 }), (seed) => {
      const [random, coin] = [mulberry32(seed), seededCoin(seed)];
      for (let draw = 0; draw < 100; draw += 1) expect(coin()).toBe(Math.floor(random() * 2));
    }),
  );
});
