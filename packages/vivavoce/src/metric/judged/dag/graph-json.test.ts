import { describe, expect, test } from "vitest";
import { InputError } from "../../../base/index.ts";
import type { DagJson } from "../../../shape/index.ts";
import { contains } from "../../rules/text/compare.ts";
import { dag } from "./dag.ts";
import { dagFromJson, dagToJson } from "./graph-json.ts";
import { type Decide, isMetric } from "./node.ts";
import { answering, pathOf, playedScored } from "./testing-dag.test-helper.ts";

const { binary, choice, code, task, verdict } = dag;

const hasWords: Decide<"yes" | "no"> = ({ exchanges }) => (exchanges.length > 0 ? "yes" : "no");
const garden = contains({ texts: ["Garden"] });
const registry = { codes: { hasWords }, metrics: { garden } };

const shared = choice(
  "how",
  "How does it ask?",
  { kindly: "with care", curtly: "in few words" },
  {
    kindly: garden,
    curtly: verdict(0.5, "curt"),
  },
);
const root = task(
  "requests",
  "What does the user ask for?",
  binary("asks", "Does it ask?", {
    yes: shared,
    no: code("words", hasWords, { yes: shared, no: verdict(0, "says nothing") }),
  }),
);

const json: DagJson = {
  version: 1,
  root: "requests",
  nodes: [
    { kind: "task", id: "requests", question: "What does the user ask for?", branches: { next: "asks" } },
    { kind: "binary", id: "asks", question: "Does it ask?", branches: { yes: "how", no: "words" } },
    {
      kind: "choice",
      id: "how",
      question: "How does it ask?",
      options: { kindly: "with care", curtly: "in few words" },
      branches: { kindly: "contains", curtly: "leaf:1" },
    },
    { kind: "metric", id: "contains", metric: "garden" },
    { kind: "verdict", id: "leaf:1", value: 0.5, reason: "curt" },
    { kind: "code", id: "words", code: "hasWords", branches: { yes: "how", no: "leaf:2" } },
    { kind: "verdict", id: "leaf:2", value: 0, reason: "says nothing" },
  ],
};
const refusal = (build: () => unknown): string => {
  try {
    build();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "accepted";
};

test("a graph is written as nodes by id, functions and metrics by their names in the registry", () => {
  expect(dagToJson(root, registry)).toEqual(json);
});

describe("the way there and back", () => {
  const copy = dagFromJson(JSON.parse(JSON.stringify(dagToJson(root, registry))), registry);

  test("gives the same graph, with the same identity", () => {
    expect(dagToJson(copy, registry)).toEqual(json);
    expect(dag({ root: copy }).identity).toEqual(dag({ root }).identity);
  });

  test("keeps what is shared, shared", () => {
    if (isMetric(copy) || copy.kind !== "task") throw new Error("the root is a task");
    const asks = copy.branches.next;
    if (isMetric(asks) || asks.kind !== "binary") throw new Error("then comes a question");
    const words = asks.branches.no;
    if (isMetric(words) || words.kind !== "code") throw new Error("then comes code");
    expect(words.branches.yes).toBe(asks.branches.yes);
    expect(words.decide).toBe(hasWords);
  });

  test("scores the same", async () => {
    const answers = answering({ requests: "found", asks: "no", how: "kindly" });
    const first = await playedScored(dag({ root }), answers);
    const second = await playedScored(dag({ root: copy }), answers);
    expect(second.score).toEqual(first.score);
    expect(pathOf(second.score)).toEqual(["requests", "asks", "words", "how", "contains"]);
  });

  test("keeps the names of leaves, and finds free ones for leaves beside them", () => {
    const old = dagFromJson({ version: 1, root: "leaf:1", nodes: [{ kind: "verdict", id: "leaf:1", value: 1 }] });
    const graph = dag({ root: binary("asks", "Does it?", { yes: verdict(0), no: old }) }).graph;
    expect(graph.nodes.map(({ id }) => id)).toEqual(["asks", "leaf:2", "leaf:1"]);
  });
});

describe("what JSON cannot hold is refused", () => {
  test("a function without a name", () => {
    const message = refusal(() => dagToJson(root, { metrics: { garden } }));
    expect(message).toContain("code words cannot be written as JSON: the registry does not have it");
    expect(message).toContain("Give the registry its function under a name: { codes: { … } }.");
  });

  test("another function with the same text: it is not the one in the registry", () => {
    const other: typeof hasWords = ({ exchanges }) => (exchanges.length > 0 ? "yes" : "no");
    expect(refusal(() => dagToJson(root, { codes: { other }, metrics: { garden } }))).toContain("code words cannot");
  });

  test("a metric without a name; one that is the same in all that counts will do", () => {
    expect(refusal(() => dagToJson(root, { codes: { hasWords } }))).toContain(
      "metric contains cannot be written as JSON",
    );
    const same = contains({ texts: ["Garden"] });
    expect(refusal(() => dagToJson(root, { codes: { hasWords }, metrics: { same } }))).toBe("accepted");
    const other = contains({ texts: ["House"] });
    expect(refusal(() => dagToJson(root, { codes: { hasWords }, metrics: { other } }))).toContain(
      "metric contains cannot",
    );
  });

  test("a graph that is wrong in itself", () => {
    expect(refusal(() => dagToJson(verdict(7)))).toContain("has the value 7");
  });
});

describe("JSON that cannot be read is refused", () => {
  test("a function or metric that the registry does not have", () => {
    const message = refusal(() => dagFromJson(json, { codes: { hasWord: hasWords } }));
    expect(message).toContain('code words names "hasWords", and the registry has no such code');
    expect(message).toContain('Did you mean "hasWord"?');
    expect(message).toContain('metric contains names "garden", and the registry has no such metric');
    expect(message).toContain("Give it to the registry: { metrics: { garden: … } }.");
    expect(refusal(() => dagFromJson(json))).toContain("no such code");
  });

  test("a name that every object has", () => {
    const nodes = [
      { kind: "code", id: "a", code: "toString", branches: { x: "one", y: "one" } },
      { kind: "verdict", id: "one", value: 1 },
    ];
    expect(refusal(() => dagFromJson({ version: 1, root: "a", nodes }))).toContain('names "toString"');
  });

  test.each([
    ["no object", "graph", "the graph's JSON: "],
    ["no version", { root: "a", nodes: [] }, "at version"],
    ["no root", { version: 1, nodes: [] }, "at root"],
    ["an unknown kind", { version: 1, root: "a", nodes: [{ kind: "guess", id: "a" }] }, "at nodes.0.kind"],
    [
      "a field too many",
      { version: 1, root: "a", nodes: [{ kind: "verdict", id: "a", value: 1, weight: 2 }] },
      "weight",
    ],
    [
      "a value that is not a number",
      { version: 1, root: "a", nodes: [{ kind: "verdict", id: "a", value: "1" }] },
      "nodes.0.value",
    ],
  ])("%s", (_name, given, message) => {
    expect(refusal(() => dagFromJson(given))).toContain(message);
  });
});
