import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { contextualRelevancy } from "./contexts.ts";
import { factsIn, itemsIn, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const question = talk([["When does the shop open?", "At nine."]]);
const contexts = [
  "Opening hours\nThe shop opens at nine. It was founded in 1912.",
  "Parking costs two euros. No dogs.",
];
const testCase = caseOf({ contexts });
const answers = {
  "c1.1": "says nothing",
  "c1.2": { verdict: "relevant", reason: "it is the answer" },
  "c1.3": "not relevant",
  "c2.1": "not relevant",
  "c2.2": "not relevant",
};

describe("contextual relevancy", () => {
  test("one relevant sentence of four that say something is 0.25", async () => {
    const score = await scoreWith(contextualRelevancy(), question, answers, testCase);
    expect(score.value).toBe(0.25);
    expect(score.checks[1]).toMatchObject({
      reason: "it is the answer",
      evidence: [{ text: "The shop opens at nine.", source: "fact" }],
    });
  });

  test("items are the sentences of the contexts, and are not sent a second time as facts", async () => {
    const { request } = await scoreWith(contextualRelevancy(), question, answers, testCase);
    expect(itemsIn(request).map(({ id, text }) => `${id} ${text}`)).toEqual([
      "c1.1 Opening hours",
      "c1.2 The shop opens at nine.",
      "c1.3 It was founded in 1912.",
      "c2.1 Parking costs two euros.",
      "c2.2 No dogs.",
    ]);
    expect(factsIn(request)).toEqual([]);
  });

  test("a tool that retrieves gives the contexts", async () => {
    const searched = talk([["Open?", call("search", {}, { result: { hits: ["At nine."] } }), "At nine."]]);
    expect((await scoreWith(contextualRelevancy({ tool: "search" }), searched, { "c1.1": "relevant" })).value).toBe(1);
  });

  test("no contexts: skipped", async () => {
    expect(await skipWith(contextualRelevancy(), question)).toContain("there are no contexts");
  });

  test("contexts that say nothing: skipped", async () => {
    const reason = await skipWith(contextualRelevancy(), question, caseOf({ contexts: ["Page 3"] }), [
      { "c1.1": "says nothing" },
    ]);
    expect(reason).toBe("nothing that was retrieved says anything");
  });
});
