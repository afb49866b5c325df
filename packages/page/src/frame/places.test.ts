import { expect, test } from "vitest";
import { ofDocument } from "../data/capabilities.ts";
import { placeOf, wayTo } from "./places.ts";

test("a case is found by way of its run, with the suite it belongs to", () => {
  expect(wayTo(["case", "7f3a", "2", "a/b ä"], "#/")).toEqual([
    { words: "Runs", href: "#/" },
    { words: "run 7f3a", href: "#/run/7f3a?suite=2" },
    { words: "a/b ä", href: "#/case/7f3a/2/a%2Fb%20%C3%A4" },
  ]);
  expect(placeOf(["case", "7f3a"])).toBe("");
  expect(wayTo([], "#/")).toEqual([]);
});

test("a report has no list of runs: it begins at its run, and holds what its blocks answer", () => {
  const blocks = [{ id: "run?run=7f3a" }, { id: "rows?run=7f3a&suite=0" }];
  const { home, holds, live } = ofDocument({ querySelectorAll: () => blocks } as never);
  expect([home, live, holds("rows"), holds("runs")]).toEqual(["#/run/7f3a", false, true, false]);
  expect(wayTo(["run", "7f3a"], home).map(({ words }) => words)).toEqual(["run 7f3a"]);
});
