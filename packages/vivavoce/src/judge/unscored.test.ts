import { expect, test } from "vitest";
import { Unscored } from "./judgement.ts";

test("it carries its reason and what was answered", () => {
  const error = new Unscored("two verdicts for item 3", { raw: ["{}"] });
  expect(error.message).toBe("two verdicts for item 3");
  expect(error.detail).toEqual({ raw: ["{}"] });
  expect(Unscored.is(error)).toBe(true);
});

test("one thrown by another copy of the package is known by its name", () => {
  const foreign = new Error("no answer");
  foreign.name = "Unscored";
  expect(Unscored.is(foreign)).toBe(true);
  expect(Unscored.is(new Error("no answer"))).toBe(false);
  expect(Unscored.is("Unscored")).toBe(false);
});
