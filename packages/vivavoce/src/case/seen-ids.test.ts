import { expect, test } from "vitest";
import { SeenIds } from "./case-scan.ts";

test("an id is told where it was first seen, and stays there", () => {
  const seen = new SeenIds();
  expect(seen.note("a", 0, 0)).toBeUndefined();
  expect(seen.note("b", 70_000, 4_000_000_000)).toBeUndefined();
  expect(seen.note("a", 1, 9)).toEqual({ file: 0, line: 0 });
  expect(seen.note("a", 2, 10)).toEqual({ file: 0, line: 0 });
  expect(seen.note("b", 1, 1)).toEqual({ file: 70_000, line: 4_000_000_000 });
  expect(seen.note("__proto__", 1, 1)).toBeUndefined();
});
