import { expect, test } from "vitest";
import { grouped, plural } from "./plural.ts";

test("digits are grouped by thousands, as Intl does it", () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 100_000_000, -1_234])
    expect(grouped(count)).toBe(count.toLocaleString("en-US"));
});

test("one is singular, everything else plural", () => {
  expect([0, 1, 2, 5_009].map((count) => plural(count, "trial"))).toEqual([
    "0 trials",
    "1 trial",
    "2 trials",
    "5,009 trials",
  ]);
});
