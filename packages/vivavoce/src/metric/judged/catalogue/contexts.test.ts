import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../base/index.ts";
import { call, caseOf } from "../../testing-transcript.test-helper.ts";
import { contextFacts } from "../items.ts";
import { contextsOf, contextTitle, noContexts } from "./contexts.ts";
import { talk } from "./testing-catalogue.test-helper.ts";

const returning = (...results: (JsonValue | undefined)[]) =>
  talk([["go on", ...results.map((result) => call("search", {}, result === undefined ? {} : { result })), "done"]]);
const retrieved = (...results: (JsonValue | undefined)[]) => contextsOf(returning(...results), caseOf(), "search");

describe("contexts", () => {
  test("are those of the case, whatever a tool returned", () => {
    const own = caseOf({ contexts: ["own"] });
    expect(contextsOf(returning("found"), own, "search")).toEqual(["own"]);
    expect(contextsOf(returning("found"), caseOf({ contexts: [] }), "search")).toEqual([]);
  });

  test("without a tool, and none in the case, there are none", () => {
    expect(contextsOf(returning("found"), caseOf(), undefined)).toEqual([]);
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
  ])("%s", (_name, result, contexts) => expect(retrieved(result)).toEqual(contexts));

  test("of several calls one after the other, of other tools none", () => {
    expect(retrieved(["a"], "b")).toEqual(["a", "b"]);
    expect(contextsOf(returning("a"), caseOf(), "lookup")).toEqual([]);
  });

  test("are named by rank", () => {
    expect(contextFacts(["a", "b"]).map(({ id, text }) => [id, text])).toEqual([
      ["context-1", "a"],
      ["context-2", "b"],
    ]);
    expect(contextTitle("long ".repeat(50), 1)).toMatch(/^Context 2: long .{60,80}…$/);
  });

  test("where there are none it is said why", () => {
    expect(noContexts("metric", undefined)).toContain("metric({ tool })");
    expect(noContexts("metric", "search")).toContain("search returned none");
  });
});
