import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { contextualRecall } from "./contexts.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const question = talk([["When is the shop open?", "I think from nine."]]);
const contexts = ["The shop opens at nine.", "It closes at six."];
const reference = "Good question! It opens at nine. It closes at six. On Sundays it is closed.";
const testCase = caseOf({ contexts, reference });
const answers = {
  r1: "no claim",
  r2: { verdict: "supported", quote: "The shop opens at nine." },
  r3: { verdict: "supported", quote: "It closes at six." },
  r4: "not supported",
};

describe("contextual recall", () => {
  test("two of three claims of the reference are supported: 2/3", async () => {
    const score = await scoreWith(contextualRecall(), question, answers, testCase);
    expect(score.value).toBeCloseTo(2 / 3);
    expect(score.checks[1]).toMatchObject({
      ok: true,
      evidence: [{ text: "The shop opens at nine.", source: "fact" }],
    });
    expect(score.checks[3]).toMatchObject({ ok: false, value: 0 });
  });

  test("items are the sentences of the reference; the contexts are the facts, the reference is not", async () => {
    const { request } = await scoreWith(contextualRecall(), question, answers, testCase);
    expect(itemsIn(request).map(({ text }) => text)).toEqual([
      "Good question!",
      "It opens at nine.",
      "It closes at six.",
      "On Sundays it is closed.",
    ]);
    expect(factsIn(request).map(({ text }) => text)).toEqual(contexts);
  });

  test("what the agent said supports nothing", async () => {
    const spoken = { ...answers, r2: { verdict: "supported", quote: "I think from nine." } };
    expect(await refusalWith(contextualRecall(), question, spoken, testCase)).toContain("comes from: reply");
  });

  test("a tool that retrieves gives the contexts", async () => {
    const searched = talk([["Open?", call("search", {}, { result: contexts }), "At nine."]]);
    const own = caseOf({ reference: "It opens at nine." });
    const answer = { r1: { verdict: "supported", quote: "The shop opens at nine." } };
    expect((await scoreWith(contextualRecall({ tool: "search" }), searched, answer, own)).value).toBe(1);
  });

  test.each([
    ["there is no reference", caseOf({ contexts })],
    ["there are no contexts", caseOf({ reference })],
    ["the reference says nothing", caseOf({ contexts, reference: "…" })],
  ])("%s: skipped", async (reason, own) => {
    expect(await skipWith(contextualRecall(), question, own)).toContain(reason);
  });

  test("a reference without a claim: skipped", async () => {
    const own = caseOf({ contexts, reference: "Good question!" });
    expect(await skipWith(contextualRecall(), question, own, [{ r1: "no claim" }])).toBe(
      "the reference claims nothing",
    );
  });
});
