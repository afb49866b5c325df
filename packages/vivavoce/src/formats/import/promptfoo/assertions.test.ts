import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/index.ts";
import { testFromRow } from "./assertion-text.ts";
import { ask } from "./assertions.ts";

const imported = (...assertions: JsonObject[]) => {
  const asked: Parameters<typeof ask>[0] = { expect: {}, criteria: [], thresholds: [] };
  const kinds = assertions.map((assertion) => {
    const verdict = ask(asked, assertion, { context: "A fact, with a comma" });
    return verdict === undefined || typeof verdict === "string" ? "unfit" : verdict.fate;
  });
  return { kinds, ...asked.expect, criteria: asked.criteria, thresholds: asked.thresholds };
};

/** Whether a reply passes what was made of an assertion by code. */
const passes = (assertion: JsonObject, reply: string) => {
  const { contains = [], matches = [], equals } = imported(assertion);
  return (
    contains.every((text) => reply.includes(text)) &&
    matches.every((pattern) => new RegExp(pattern).test(reply)) &&
    (equals === undefined || equals === reply.trim())
  );
};

describe("assertions on text ask for the same as in promptfoo", () => {
  test.each<[JsonObject, string[], string[]]>([
    [{ type: "equals", value: "Yes." }, ["Yes."], ["yes.", "Yes. No."]],
    [{ type: "not-equals", value: "Yes." }, ["No", "Yes. No.", "Yesx"], ["Yes."]],
    [{ type: "contains", value: "a.b" }, ["xa.by"], ["aXb"]],
    [{ type: "not-contains", value: "a.b" }, ["aXb", ""], ["x\na.b\ny"]],
    [{ type: "icontains", value: "Hello (you)" }, ["say HELLO (YOU)!"], ["hello you"]],
    [{ type: "not-icontains", value: "sorry" }, ["fine"], ["line\nSoRRy"]],
    [{ type: "contains-all", value: ["a", "b"] }, ["b a"], ["a"]],
    [{ type: "not-contains-all", value: ["a", "b"] }, ["a", ""], ["b\na"]],
    [{ type: "contains-any", value: "x, y" }, ["only y"], ["z"]],
    [{ type: "not-contains-any", value: ["x", "y"] }, ["z"], ["a\ny"]],
    [{ type: "not-contains-any", value: '"x, y", z \\, w,"say ""no"""' }, ["x y", "z"], ["x, y", "z , w", 'say "no"']],
    [{ type: "icontains-all", value: ["A", "B"] }, ["b a"], ["a"]],
    [{ type: "not-icontains-any", value: ["A", "B"] }, ["c"], ["xb"]],
    [{ type: "starts-with", value: "Yes*" }, ["Yes* sir"], ["No Yes*", "Yess"]],
    [{ type: "not-starts-with", value: "Yes" }, ["No Yes"], ["Yes"]],
    [{ type: "regex", value: "^\\d{2}$" }, ["42"], ["421"]],
    [{ type: "not-regex", value: "^a|b$" }, ["xay"], ["abc", "x\nb"]],
    [{ type: "contains", value: 30 }, ["30 days"], ["3"]],
  ])("%o", (assertion, right, wrong) => {
    expect(right.filter((reply) => !passes(assertion, reply))).toEqual([]);
    expect(wrong.filter((reply) => passes(assertion, reply))).toEqual([]);
  });
});

test("an assertion with a list of which a part is not a text is kept whole, and not imported in part", () => {
  const list: JsonObject["value"] = ["a", { name: "b" }];
  const types = ["contains-all", "not-contains-any", "icontains-all", "llm-rubric", "trajectory:tool-used"];
  for (const type of [...types, "tool-call-f1"]) {
    expect(imported({ type, value: list })).toEqual({ kinds: ["unfit"], criteria: [], thresholds: [] });
    expect(imported({ type, value: ["a", null] }).kinds).toEqual(["unfit"]);
  }
});

test("judged assertions become criteria, of which each must hold", () => {
  const { criteria, reference, thresholds } = imported(
    { type: "llm-rubric", value: "Is kind", threshold: 0.8 },
    { type: "not-llm-rubric", value: "Is rude" },
    { type: "factuality", value: "Open at 9" },
    { type: "g-eval", value: ["Short", "Clear"] },
    { type: "similar", value: "Hello" },
    { type: "not-is-refusal" },
  );
  expect(criteria).toEqual([
    "Is kind",
    "It is not the case that: Is rude",
    "Nothing that the agent says contradicts this: Open at 9",
    "Short",
    "Clear",
    "The reply means the same as this: Hello",
    "The agent does not refuse the request.",
  ]);
  expect(reference).toBe("Open at 9");
  expect(thresholds).toEqual([0.8, undefined, 1, undefined, undefined, 1, 1]);
});

test("assertions on limits, tools and contexts become the expectations of the same kind", () => {
  const { kinds, ...asked } = imported(
    { type: "cost", threshold: 0.01 },
    { type: "cost", threshold: 0.005 },
    { type: "latency", threshold: 900 },
    { type: "word-count", value: { max: 50 } },
    { type: "context-recall", value: "The answer" },
    { type: "trajectory:tool-used", value: "search" },
    { type: "not-trajectory:tool-used", value: ["delete"] },
    { type: "tool-call-f1", value: "search, book" },
  );
  expect(new Set(kinds)).toEqual(new Set(["imported"]));
  expect(asked).toMatchObject({
    limits: { cost: 0.005, latencyMs: 900, wordsPerReply: 50 },
    contexts: ["A fact, with a comma"],
    reference: "The answer",
    tools: [
      { shouldCall: true, tools: ["search"] },
      { shouldCall: false, tools: ["delete"] },
    ],
    calls: [{ name: "search" }, { name: "book" }],
  });
});

test("an assertion that does not fit is never imported in part", () => {
  const odd: JsonObject[] = [
    { type: "python", value: "x" },
    { type: "not-cost", threshold: 1 },
    { type: "latency" },
    { type: "equals", value: { a: 1 } },
    { type: "regex", value: "(" },
    { type: "contains", value: "" },
    { type: "contains-all", value: [] },
    { type: "llm-rubric", value: " " },
    { type: "word-count", value: { min: 3, max: 9 } },
    { type: "constructor" },
    { type: "unheard-of" },
    {},
  ];
  expect(imported(...odd)).toEqual({ kinds: odd.map(() => "unfit"), criteria: [], thresholds: [] });
});

test("a cell of a CSV file is an assertion of the type it names, or a text to be equal to", () => {
  const assertionFromCell = (cell: string) => [testFromRow({ __expected: cell }).assert].flat()[0];
  expect(assertionFromCell("Hello there")).toEqual({ type: "equals", value: "Hello there" });
  expect(assertionFromCell("contains-any: <b>, </span>")).toEqual({ type: "contains-any", value: ["<b>", "</span>"] });
  expect(assertionFromCell("similar(0.7): hello: you")).toEqual({
    type: "similar",
    value: "hello: you",
    threshold: 0.7,
  });
  expect(assertionFromCell("is-json")).toEqual({ type: "is-json" });
  expect(assertionFromCell("fn:output.length > 3")).toEqual({ type: "javascript", value: "output.length > 3" });
  expect(assertionFromCell("grade: is kind")).toEqual({ type: "llm-rubric", value: "is kind" });
  expect(assertionFromCell("file://a/check.py:run")).toEqual({ type: "python", value: "file://a/check.py:run" });
  expect(assertionFromCell("note: this is text")).toEqual({ type: "equals", value: "note: this is text" });
});

test("a row of a CSV file is a test with vars, options, metadata and assertions", () => {
  const row = {
    q: "Hi",
    __expected: "contains: a",
    __expected2: "",
    "__metadata:tags[]": "x,y\\,z",
    __threshold: "0.5",
    __prefix: "Say: ",
    __description: "d",
  };
  expect(testFromRow(row)).toEqual({
    description: "d",
    threshold: 0.5,
    vars: { q: "Hi" },
    metadata: { tags: ["x", "y,z"] },
    options: { prefix: "Say: " },
    assert: [{ type: "contains", value: "a" }],
  });
});
