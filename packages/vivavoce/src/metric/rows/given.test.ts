import { expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import { checkGiven } from "../judged/options.ts";

test("what says something is taken", () => {
  expect(() => checkGiven("metric", { goal: "sold", topics: ["a", "b"] })).not.toThrow();
});

test.each([
  [{ role: " " }, "metric: role has a blank text"],
  [{ topics: [] }, "metric: topics is empty"],
  [{ topics: ["a", ""] }, "metric: topics has a blank text"],
])("%j is refused", (given, message) => {
  expect(() => checkGiven("metric", given)).toThrow(InputError);
  expect(() => checkGiven("metric", given)).toThrow(message);
});

test("everything that is wrong is said at once", () => {
  expect(() => checkGiven("metric", { role: "", topics: [] })).toThrow(/role[\s\S]*topics/);
});
