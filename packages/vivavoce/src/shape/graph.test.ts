import { expect, test } from "vitest";
import { dag } from "../metric/judged/dag/dag.ts";
import { dagToJson } from "../metric/judged/dag/graph-json.ts";
import { answering, playedScored } from "../metric/judged/dag/testing-dag.test-helper.ts";
import { contains } from "../metric/rules/text/compare.ts";
import { drawDag } from "./graph.ts";

const { binary, choice, code, task, verdict } = dag;

const harm = choice(
  "harm",
  "What was archived unasked?",
  { nothing: "nothing", some: "one or more projects" },
  { nothing: verdict(0.5), some: verdict(0, "archived without a word") },
);
const hasWords = () => "no" as const;
const words = code("words", hasWords, { yes: harm, no: contains({ texts: ["Garden"] }) });
const root = task(
  "requests",
  "What does the user\nask for?",
  binary("asks", "Does the agent ask before it archives?", { yes: words, no: harm }),
);

test("a graph is drawn as text; what is shared is drawn once", () => {
  expect(drawDag(dag({ root }).graph)).toBe(
    [
      "requests (task): What does the user ask for?",
      "└─ next → asks: Does the agent ask before it archives?",
      "   ├─ yes → words (code)",
      "   │  ├─ yes → harm: What was archived unasked?",
      "   │  │  ├─ nothing → 0.50",
      "   │  │  └─ some → 0.00  archived without a word",
      "   │  └─ no → metric contains",
      "   └─ no → harm, as above",
    ].join("\n"),
  );
});

test("the way that a score took is marked, as it stands in the score", async () => {
  const { score } = await playedScored(dag({ root }), answering({ requests: "found", asks: "no", harm: "some" }));
  const { graph, path } = score.detail as unknown as { graph: Parameters<typeof drawDag>[0]; path: string[] };
  expect(drawDag(graph, path).split("\n")).toEqual([
    "● requests (task): What does the user ask for?",
    "└─ next → ● asks: Does the agent ask before it archives?",
    "   ├─ yes → words (code)",
    "   │  ├─ yes → ● harm: What was archived unasked?",
    "   │  │  ├─ nothing → 0.50",
    "   │  │  └─ some → ● 0.00  archived without a word",
    "   │  └─ no → metric contains",
    "   └─ no → ● harm, as above",
  ]);
});

test("code is drawn with its name in the registry", () => {
  const node = code("words", hasWords, { yes: verdict(1), no: verdict(0) });
  expect(drawDag(dagToJson(node, { codes: { hasWords } }))).toContain("words (code hasWords)");
});

test("a leaf alone is a line", () => {
  expect(drawDag(dag({ root: verdict(1, "always") }).graph)).toBe("1.00  always");
});

test("what a terminal would obey is not printed", () => {
  const node = binary("a", "\u001b[31mIs it?\u202e", { yes: verdict(1, "x\u0007"), no: verdict(0) });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  expect(drawDag(dag({ root: node }).graph)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});
