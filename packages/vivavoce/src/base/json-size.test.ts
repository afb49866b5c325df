import { expect, test } from "vitest";
import { jsonSize, tooLargeToKeep } from "./json-size.ts";

test("is near the length of the JSON text", () => {
  const value = { id: "a", list: Array.from({ length: 1_000 }, (_, index) => ({ index, text: `number ${index}` })) };
  const length = JSON.stringify(value).length;
  expect(jsonSize(value)).toBeGreaterThan(length * 0.8);
  expect(jsonSize(value)).toBeLessThan(length * 1.3);
});

test("what is larger than any text is measured, and so is what refers to itself", () => {
  const part = "x".repeat(100_000_000);
  const circle: Record<string, unknown> = { list: Array.from({ length: 300_000 }, () => 1) };
  circle.self = circle;
  expect(jsonSize(circle)).toBeGreaterThan(1_000_000);
  expect(tooLargeToKeep({ list: Array.from({ length: 6 }, () => part) })).toBe(
    "601 MB, more than the 64 MB that are kept of one",
  );
  expect(tooLargeToKeep("x".repeat(63_000_000))).toBeUndefined();
});
