import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { contextualPrecision } from "./contexts.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const question = talk([["When does the shop open?", "At nine."]]);
const textOf = (rank: number) => `Context number ${rank} it is.`;
const caseWith = (count: number) =>
  caseOf({ contexts: Array.from({ length: count }, (_, index) => textOf(index + 1)) });

/** A verdict for each rank: "+" is relevant, "-" is not. */
function answersFor(ranks: string) {
  const verdicts = [...ranks].map((mark, index) =>
    mark === "+" ? { verdict: "relevant", quote: textOf(index + 1) } : "not relevant",
  );
  return Object.fromEntries(verdicts.map((verdict, index) => [`c${index + 1}`, verdict]));
}
const precisionOf = async (ranks: string) =>
  (await scoreWith(contextualPrecision(), question, answersFor(ranks), caseWith(ranks.length))).value;

describe("contextual precision", () => {
  test.each([
    ["+", 1, "1/1"],
    ["-", 0, "none relevant"],
    ["---", 0, "none relevant"],
    ["+++", 1, "all relevant"],
    ["+--", 1, "the one that counts is first"],
    ["-+", 1 / 2, "1/2"],
    ["--+", 1 / 3, "1/3"],
    ["+-+", (1 + 2 / 3) / 2, "(1/1 + 2/3) / 2 = 0.8333"],
    ["-++", (1 / 2 + 2 / 3) / 2, "(1/2 + 2/3) / 2 = 0.5833"],
    ["++-+", (1 + 1 + 3 / 4) / 3, "(1/1 + 2/2 + 3/4) / 3 = 0.9167"],
    ["-+-+-", (1 / 2 + 2 / 4) / 2, "(1/2 + 2/4) / 2 = 0.5"],
  ])("%s is %d: %s", async (ranks, value) => expect(await precisionOf(ranks)).toBeCloseTo(value, 10));

  test("moving what is relevant up never lowers it, and it stays between 0 and 1", async () => {
    const ranks = fc.array(fc.constantFrom("+", "-"), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(ranks, async (marks) => {
        const value = await precisionOf(marks.join(""));
        const sorted = await precisionOf([...marks].sort().join(""));
        expect(sorted).toBe(marks.includes("+") ? 1 : 0);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(sorted);
      }),
      { numRuns: 50 },
    );
  });

  test("items are the contexts by rank, their whole text stands among the facts, the reference too", async () => {
    const own = caseOf({ contexts: [textOf(1), "x ".repeat(200)], reference: "At nine." });
    const { request, detail, checks } = await scoreWith(contextualPrecision(), question, answersFor("+-"), own);
    expect(itemsIn(request)[0]).toEqual({ id: "c1", text: `Context 1: ${textOf(1)}` });
    expect(itemsIn(request)[1]?.text.length).toBeLessThan(100);
    expect(factsIn(request)).toEqual([
      { id: "context-1", text: textOf(1) },
      { id: "context-2", text: "x ".repeat(200) },
      { id: "reference", text: "At nine." },
    ]);
    expect(detail).toMatchObject({ relevant: 1, contexts: 2 });
    expect(checks.map(({ ok, value }) => [ok, value])).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  test("a tool that retrieves gives the contexts", async () => {
    const searched = talk([["Open?", call("search", {}, { result: [textOf(1), textOf(2)] }), "At nine."]]);
    expect((await scoreWith(contextualPrecision({ tool: "search" }), searched, answersFor("-+"))).value).toBe(0.5);
  });

  test("that a context is relevant must be shown by a quote from the contexts", async () => {
    const spoken = { c1: { verdict: "relevant", quote: "When does the shop open?" } };
    expect(await refusalWith(contextualPrecision(), question, spoken, caseWith(1))).toContain("comes from: user");
  });

  test.each([[caseOf()], [caseOf({ contexts: [] })]])("no contexts: skipped, never 0", async (testCase) => {
    expect(await skipWith(contextualPrecision(), question, testCase)).toContain("there are no contexts");
  });

  test("a tool that found nothing: skipped", async () => {
    const searched = talk([["Open?", call("search", {}, { result: [] }), "No idea."]]);
    expect(await skipWith(contextualPrecision({ tool: "search" }), searched)).toContain("search returned none");
  });
});
