import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { contextualPrecision } from "./contexts.ts";
import { askWith, factsIn, itemsIn, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const returning = (...results: (JsonValue | undefined)[]) =>
  talk([["go on", ...results.map((result) => call("search", {}, result === undefined ? {} : { result })), "done"]]);
/** What the judge is shown as contexts; none if it is not asked. */
const contextsOf = async (transcript: ReturnType<typeof talk>, testCase = caseOf(), tool?: string) => {
  const { calls } = await askWith(contextualPrecision({ tool }), transcript, [{}, {}, {}], testCase);
  return calls.slice(0, 1).flatMap((request) => factsIn(request).map(({ text }) => text));
};
const retrieved = (...results: (JsonValue | undefined)[]) => contextsOf(returning(...results), caseOf(), "search");

describe("contexts", () => {
  test("are those of the case, whatever a tool returned", async () => {
    const own = caseOf({ contexts: ["own"] });
    expect(await contextsOf(returning("found"), own, "search")).toEqual(["own"]);
    expect(await contextsOf(returning("found"), caseOf({ contexts: [] }), "search")).toEqual([]);
  });

  test("without a tool, and none in the case, there are none", async () => {
    expect(await contextsOf(returning("found"), caseOf(), undefined)).toEqual([]);
  });

  test.each<[string, JsonValue | undefined, string[]]>([
    ["a text is one", "found", ["found"]],
    ["a list is many, in order", ["b", "a"], ["b", "a"]],
    ["an entry that is not text is shown as JSON", [{ id: 1, text: "a" }], ['{"id":1,"text":"a"}']],
    ["the one list in an object is the list", { count: 2, hits: ["b", "a"] }, ["b", "a"]],
    ["with two lists it is the object", { a: ["x"], b: ["y"] }, ['{"a":["x"],"b":["y"]}']],
    ["an object without a list is one", { text: "a" }, ['{"text":"a"}']],
    ["an empty list is not a context", [], []],
    ["an empty list in an object is not a context", { hits: [] }, []],
    ["blank texts are not contexts", ["", " "], []],
    ["null is not a context", null, []],
    ["a missing result is not a context", undefined, []],
  ])("%s", async (_name, result, contexts) => expect(await retrieved(result)).toEqual(contexts));

  test("of several calls one after the other, of other tools none", async () => {
    expect(await retrieved(["a"], "b")).toEqual(["a", "b"]);
    expect(await contextsOf(returning("a"), caseOf(), "lookup")).toEqual([]);
  });

  test("are named by rank", async () => {
    const testCase = caseOf({ contexts: ["a", "long ".repeat(50)] });
    const { calls } = await askWith(contextualPrecision(), returning("found"), [{}, {}, {}], testCase);
    expect(calls.slice(0, 1).flatMap(factsIn)).toMatchObject([{ id: "context-1", text: "a" }, { id: "context-2" }]);
    expect(calls.slice(0, 1).flatMap(itemsIn)).toMatchObject([
      { id: "c1", text: "Context 1: a" },
      { id: "c2", text: expect.stringMatching(/^Context 2: long .{60,80}…$/) },
    ]);
  });

  test("where there are none it is said why", async () => {
    expect(await skipWith(contextualPrecision({ name: "metric" }), returning("found"))).toContain("metric({ tool })");
    expect(await skipWith(contextualPrecision({ tool: "search" }), returning([]))).toContain("search returned none");
  });
});
