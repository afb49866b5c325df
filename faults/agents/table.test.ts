import { expect, test } from "vitest";
import { contained } from "./contained.ts";
import { farReaching } from "./far-reaching.ts";

test("the table has at least the 76 kinds that were asked for, each once", () => {
  const names = [...contained, ...farReaching].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(76);
  expect(new Set(names).size).toBe(names.length);
});
