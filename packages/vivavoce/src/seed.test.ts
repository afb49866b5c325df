import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatCommand, testSeed } from "./seed.test-helper.ts";

const never = fc.property(fc.nat(), (drawn) => drawn < 0);
function failureOf(property: fc.IProperty<[number]>, settings?: fc.Parameters<[number]>): Error {
  try {
    fc.assert(property, settings);
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing failed");
}

test("a property that fails says how to repeat it, with its seed and its file", async () => {
  const again = `Repeat it: VIVA_TEST_SEED=${testSeed} npx vitest run packages/vivavoce/src/seed.test.ts`;
  expect(failureOf(never).message).toContain(again);
  expect(failureOf(never).message).toContain(`seed: ${testSeed}`);
  const late = fc.asyncProperty(fc.nat(), async () => false);
  await expect(fc.assert(late)).rejects.toThrow(again);
  expect(failureOf(never, { seed: 7 }).message).toContain("VIVA_TEST_SEED=7 ");
});

test("the same seed draws the same, another one does not", () => {
  expect(fc.sample(fc.nat(), 20)).toEqual(fc.sample(fc.nat(), 20));
  expect(fc.sample(fc.nat(), 20)).not.toEqual(fc.sample(fc.nat(), { seed: testSeed + 1, numRuns: 20 }));
});

test("the error of the property is its cause", () => {
  const throwing = fc.property(fc.nat(), (drawn) => {
    throw new RangeError(`out of range: ${drawn}`);
  });
  expect(failureOf(throwing).cause).toMatchObject({ name: "RangeError", message: "out of range: 0" });
});

test("without a file the command runs them all", () => {
  expect(repeatCommand(undefined, 3)).toBe("VIVA_TEST_SEED=3 npx vitest run");
});
