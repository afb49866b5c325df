import { expect, test } from "vitest";
import { trafficOf } from "./given-options.ts";
import { spokenCase, wordOf } from "./spoken-case.ts";

test("a line, lines and a case are a case; the test names it", () => {
  const script = [{ content: "Hi" }];
  expect(spokenCase("Hi", "says hello")).toEqual({ id: "says-hello", script });
  expect(spokenCase(["Hi"], "says hello")).toEqual({ id: "says-hello", script });
  expect(spokenCase({ say: ["Hi"], tags: ["a"] }, "says hello")).toEqual({ id: "says-hello", script, tags: ["a"] });
  expect(spokenCase({ id: "own", script }, "says hello")).toEqual({ id: "own", script });
});

test("where nobody knows the test, what is said names it, and other words another case", () => {
  const [hi, again, other] = [["Hi"], ["Hi"], ["Hi", "Bye"]].map((lines) => spokenCase(lines, undefined).id);
  expect(hi).toMatch(/^Hi-[0-9a-f]{6}$/);
  expect(again).toBe(hi);
  expect(other).not.toBe(hi);
});

test("what is wrong with a case is told, all of it", () => {
  expect(() => spokenCase([], "x")).toThrow("the case given to play(): script: a case needs a script");
  expect(() => spokenCase({ say: ["Hi"], script: [{ content: "Hi" }] }, "x")).toThrow("has say and script");
  expect(() => spokenCase({ say: ["Hi"], tag: ["a"] } as never, "x")).toThrow("tag");
});

test("any name is one word, of a length that a file name can have", () => {
  expect(wordOf("shopping > adds “milk”, twice!")).toBe("shopping-adds-milk-twice");
  expect(wordOf("räumt auf/löscht")).toBe("räumt-auf-löscht");
  expect(wordOf("?!")).toMatch(/^test-/);
  expect(wordOf("a ".repeat(200)).length).toBeLessThan(100);
});

test("VIVA_TRAFFIC wins over the test's own word", () => {
  expect(trafficOf(undefined, {})).toBeUndefined();
  expect(trafficOf("replay", {})).toBe("replay");
  expect(trafficOf("replay", { VIVA_TRAFFIC: "record missing" })).toBe("record-missing");
  expect(() => trafficOf(undefined, { VIVA_TRAFFIC: "tape" })).toThrow('VIVA_TRAFFIC is "tape"');
});
