import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { summarization } from "./contexts.ts";
import { factsIn, itemsIn, recordIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const minutes = "Ana takes over the budget. The office moves in May. Lunch was good.";
const summed = talk([
  [`Sum this up: ${minutes}`, "A draft, wait."],
  ["And now?", "Ana takes the budget. Bea leaves."],
  ["Thanks, more?"],
]);
const alignment = { "s2.1": { verdict: "supported", quote: "Ana takes over the budget." }, "s2.2": "added" };
const kept = { verdict: "kept", quote: "Ana takes the budget." };

describe("summarization", () => {
  test("the lower of alignment (1 of 2) and coverage (1 of 2, without what is minor)", async () => {
    const answers = { ...alignment, p1: kept, p2: "left out", p3: "minor", p4: "minor" };
    const score = await scoreWith(summarization(), summed, answers);
    expect(score.value).toBe(0.5);
    expect(score.detail).toMatchObject({ alignment: 0.5, coverage: 0.5 });
  });

  test.each([
    ["coverage", { p1: kept, p2: "left out", p3: "left out", p4: "minor" }, 1 / 3],
    ["alignment", { p1: kept, p2: "minor", p3: "minor", p4: "minor" }, 1 / 2],
  ])("%s can be the lower", async (_lower, points, value) => {
    expect((await scoreWith(summarization(), summed, { ...alignment, ...points })).value).toBeCloseTo(value);
  });

  test("contradicting the text counts as little as adding to it, and must be shown", async () => {
    const points = { p1: kept, p2: "minor", p3: "minor", p4: "minor" };
    const quoted = { ...points, ...alignment, "s2.2": { verdict: "contradicted", quote: "The office moves in May." } };
    expect((await scoreWith(summarization(), summed, quoted)).value).toBe(0.5);
    const bare = { ...quoted, "s2.2": "contradicted" };
    expect(await refusalWith(summarization(), summed, bare)).toContain("item s2.2");
  });

  test("without contexts the text is what the user said up to the summary, sentence by sentence", async () => {
    const answers = { ...alignment, p1: kept, p2: "left out", p3: "minor", p4: "minor" };
    const { request } = await scoreWith(summarization(), summed, answers);
    expect(itemsIn(request).map(({ id, text }) => `${id} ${text}`)).toEqual([
      "s2.1 Ana takes the budget.",
      "s2.2 Bea leaves.",
      "p1 Sum this up: Ana takes over the budget.",
      "p2 The office moves in May.",
      "p3 Lunch was good.",
      "p4 And now?",
    ]);
  });

  test("contexts, of the case or of a tool, are the text where there are any", async () => {
    const read = talk([["Sum up the minutes.", call("read", {}, { result: "Ana pays." }), "Ana pays."]]);
    const answers = {
      "s1.1": { verdict: "supported", quote: "Ana pays." },
      p1: { verdict: "kept", quote: "Ana pays." },
    };
    const ofTool = await scoreWith(summarization({ tool: "read" }), read, answers);
    const ofCase = await scoreWith(summarization(), read, answers, caseOf({ contexts: ["Ana pays."] }));
    for (const { value, request } of [ofTool, ofCase]) {
      expect(value).toBe(1);
      expect(factsIn(request)).toEqual([{ id: "context-1", text: "Ana pays." }]);
      expect(itemsIn(request).map(({ text }) => text)).toEqual(["Ana pays.", "Ana pays."]);
    }
  });

  test("facts that are given are the points, and none of them is minor", async () => {
    const metric = summarization({ facts: ["Who has the budget.", "When the office moves."] });
    const score = await scoreWith(metric, summed, { ...alignment, p1: kept, p2: "left out" });
    expect(score.value).toBe(0.5);
    expect(recordIn(score.request).find(({ item }) => item === "p2")?.verdicts).toHaveProperty("left out");
    const reason = await refusalWith(metric, summed, { ...alignment, p1: kept, p2: "minor" });
    expect(reason).toContain('"minor" is not on the menu');
  });

  test("the case's own facts take the place of the suite's", async () => {
    const own = caseOf({ facts: ["Who leaves."] });
    const { request } = await scoreWith(summarization({ facts: ["x"] }), summed, { ...alignment, p1: "left out" }, own);
    expect(itemsIn(request).at(-1)).toEqual({ id: "p1", text: "Who leaves." });
  });

  test("a reply that claims nothing is judged by what it leaves out alone", async () => {
    const empty = talk([[minutes, "I would rather not."]]);
    const answers = { "s1.1": "no claim", p1: "left out", p2: "left out", p3: "minor" };
    const score = await scoreWith(summarization(), empty, answers);
    expect(score).toMatchObject({ value: 0, detail: { coverage: 0 } });
    expect(score.detail).not.toHaveProperty("alignment");
  });

  test("no summary, no text, or nothing said in either: skipped", async () => {
    expect(await skipWith(summarization(), talk([[minutes]]))).toContain("neither said nor did");
    expect(await skipWith(summarization(), talk([["…", "A summary."]]))).toBe(
      "there is no text that could be summed up",
    );
    const answers = [{ "s1.1": "no claim", p1: "minor" }];
    expect(await skipWith(summarization(), talk([["Hello.", "Hello."]]), undefined, answers)).toBe(
      "neither text nor summary says anything",
    );
  });
});
