import { describe, expect, test } from "vitest";
import { pairResults } from "./pair-results.ts";
import { after, caseOf, resultOf } from "./results.test-helper.ts";

const cases = [caseOf("a", true)];
const [v1, v2] = [resultOf(cases, { variant: { prompt: "v1" } }), resultOf(cases, { variant: { prompt: "v2" } })];
const [later1, later2] = [after(cases, { variant: { prompt: "v1" } }), after(cases, { variant: { prompt: "v2" } })];

function choices(before: (typeof v1)[], later: (typeof v1)[], wanted?: Parameters<typeof pairResults>[2]) {
  return pairResults(before, later, wanted).pairs.map((pair) => [
    pair.before.variant.prompt,
    pair.after.variant.prompt,
  ]);
}

describe("what is compared with what", () => {
  test("one variant on each side: those two, whatever they are", () => {
    expect(choices([v1], [later2])).toEqual([["v1", "v2"]]);
  });

  test("the same variants on both sides: each with itself", () => {
    expect(choices([v1, v2], [later2, later1])).toEqual([
      ["v2", "v2"],
      ["v1", "v1"],
    ]);
  });

  test("several before, one after: its own", () => {
    expect(choices([v1, v2], [later2])).toEqual([["v2", "v2"]]);
  });

  test("one before, several after: each with that one", () => {
    expect(choices([v1], [later1, later2])).toEqual([
      ["v1", "v1"],
      ["v1", "v2"],
    ]);
  });

  test("a later variant that the earlier side does not have is named", () => {
    const later3 = after(cases, { variant: { prompt: "v3" } });
    expect(pairResults([v1, v2], [later1, later2, later3]).unmatched).toEqual(["coach · prompt=v3"]);
    expect(pairResults([v1], [later1, later2]).unmatched).toEqual([]);
  });

  test("--variant chooses on the sides that hold several", () => {
    expect(choices([v1, v2], [later1, later2], { prompt: ["v2"] })).toEqual([["v2", "v2"]]);
    expect(choices([v1], [later1, later2], { prompt: ["v2"] })).toEqual([["v1", "v2"]]);
  });

  test("--variant with two values: the first before, the second after", () => {
    expect(choices([v1, v2], [v1, v2], { prompt: ["v1", "v2"] })).toEqual([["v1", "v2"]]);
  });

  test("a run with several variants and itself: which of them?", () => {
    expect(() => pairResults([v1, v2], [v1, v2])).toThrow("several variants could be compared");
    expect(choices([v1], [v1])).toEqual([["v1", "v1"]]);
  });

  test("a variant that is not there: those that are, are named", () => {
    expect(() => pairResults([v1, v2], [later1, later2], { prompt: ["v3"] })).toThrow("no run has prompt=v3");
    const v3 = after(cases, { variant: { prompt: "v3" } });
    expect(() => pairResults([v1, v2], [v3])).toThrow(
      "prompt=v1; prompt=v2 in the earlier run, prompt=v3 in the later one",
    );
  });
});

test("suites are matched by name; those that only one side has are told", () => {
  const other = (suite: string) => resultOf(cases, { suite });
  const found = pairResults([other("a"), other("b")], [other("b"), other("c")]);
  expect(found.pairs.map((pair) => pair.after.suite)).toEqual(["b"]);
  expect(found).toMatchObject({ onlyBefore: ["a"], onlyAfter: ["c"] });
});
