import { describe, expect, test } from "vitest";
import {
  requireFinite,
  requireGroups,
  requireInside,
  requireNumbers,
  requireSameLength,
  requireWhole,
} from "./checks.ts";

describe("a check that fails says what came and what to pass", () => {
  test.each<[string, () => void, string]>([
    ["a negative count", () => requireWhole("k", -1, 0), "k is -1: pass a whole number of 0 or more"],
    ["a broken count", () => requireWhole("k", 1.5, 0, 3), "k is 1.5: pass a whole number from 0 to 3"],
    ["a count above the most", () => requireWhole("k", 4, 0, 3), "k is 4: pass a whole number from 0 to 3"],
    ["a whole number below the least", () => requireWhole("n", 0, 1), "n is 0: pass a whole number of 1 or more"],
    ["infinity", () => requireFinite("diff", Number.POSITIVE_INFINITY), "diff is Infinity: pass a finite number"],
    ["below zero", () => requireFinite("se", -0.1, 0), "se is -0.1: pass a finite number, at least 0"],
    ["no probability", () => requireFinite("p", 1.01, 0, 1), "p is 1.01: pass a number from 0 to 1"],
    ["NaN as a probability", () => requireFinite("p", Number.NaN, 0, 1), "p is NaN: pass a number from 0 to 1"],
    ["a level of 1", () => requireInside("level", 1), "level is 1: pass a number between 0 and 1, both excluded"],
    ["NaN in a list", () => requireNumbers("xs", [1, Number.NaN]), "xs[1] is NaN: pass finite numbers and leave out"],
    ["an empty group", () => requireGroups("rows", [[1], []]), "rows[1] is empty: leave it out"],
    ["a bad value in a group", () => requireGroups("rows", [[Number.NaN]]), "rows[0][0] is NaN"],
    ["two lengths", () => requireSameLength("a and b", [1], [1, 2]), "a and b have 1 and 2 values: pass one of each"],
  ])("%s", (_, check, message) => {
    expect(check).toThrow(RangeError);
    expect(check).toThrow(message);
  });

  test("text where numbers belong is named as what it is", () => {
    const fromJavaScript = JSON.parse('["a"]') as number[];
    expect(() => requireNumbers("xs", fromJavaScript)).toThrow('xs[0] is "a"');
    expect(() => requireGroups("rows", fromJavaScript as unknown as number[][])).toThrow("pass an array of numbers");
  });
});

test("what is fine passes in silence", () => {
  requireWhole("k", 3, 0, 3);
  requireWhole("n", 1, 1);
  requireFinite("p", 0, 0, 1);
  requireFinite("p", 1, 0, 1);
  requireFinite("se", 0, 0);
  requireNumbers("xs", []);
  requireGroups("rows", []);
});
