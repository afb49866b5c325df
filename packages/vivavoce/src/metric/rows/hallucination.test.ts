import { describe, expect, test } from "vitest";
import { caseOf } from "../testing-transcript.test-helper.ts";
import { hallucination } from "./claims.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const facts = ["The shop opens at nine."];
const shop = talk([
  ["When do you open?", "We open at nine. Parking is free on Sundays."],
  ["And when do you close?", "At eight in the morning we open. Shall I book you in?"],
]);
const answers = {
  "s1.1": { verdict: "grounded", quote: "The shop opens at nine." },
  "s1.2": "invented",
  "s2.1": { verdict: "contradicted", quote: "The shop opens at nine." },
  "s2.2": "no claim",
};

describe("hallucination: higher is better", () => {
  test("one grounded, one invented, one contradicted is a third", async () => {
    const score = await scoreWith(hallucination({ facts }), shop, answers);
    expect(score.value).toBeCloseTo(1 / 3);
    expect(score.checks.map(({ ok }) => ok)).toEqual([true, false, false, true]);
    expect(score.checks[1]?.evidence).toEqual([{ text: "Parking is free on Sundays.", exchange: 1, source: "reply" }]);
  });

  test("facts of the suite, of the case, and contexts are all given to the judge", async () => {
    const own = caseOf({ facts: ["It closes at six."], contexts: ["A page about parking."] });
    const { request } = await scoreWith(hallucination({ facts }), shop, answers, own);
    expect(factsIn(request)).toEqual([
      { id: "fact-1", text: "The shop opens at nine." },
      { id: "fact-2", text: "It closes at six." },
      { id: "context-1", text: "A page about parking." },
    ]);
    expect(itemsIn(request).map(({ id }) => id)).toEqual(["s1.1", "s1.2", "s2.1", "s2.2"]);
  });

  test("contexts alone are enough", async () => {
    const own = caseOf({ contexts: ["The shop opens at nine."] });
    expect((await scoreWith(hallucination(), shop, answers, own)).value).toBeCloseTo(1 / 3);
  });

  test("the agent's own words do not prove its claims", async () => {
    const circular = { ...answers, "s1.2": { verdict: "grounded", quote: "Parking is free on Sundays." } };
    expect(await refusalWith(hallucination({ facts }), shop, circular)).toContain("comes from: reply");
  });

  test("the right answer of the case holds, too", async () => {
    const testCase = caseOf({ reference: "The shop opens at nine." });
    const played = talk([["When do you open?", "We open at nine."]]);
    const grounded = { verdict: "grounded", quote: "The shop opens at nine." };
    expect(await scoreWith(hallucination(), played, { "s1.1": grounded }, testCase)).toMatchObject({ value: 1 });
  });

  test.each([[caseOf()], [caseOf({ contexts: [] })]])("without facts or contexts it is skipped", async (testCase) => {
    expect(await skipWith(hallucination(), shop, testCase)).toBe(
      "no facts are given: put them into the case (expect.facts) or into hallucination({ facts })",
    );
  });

  test("a reply without a claim gets no score", async () => {
    const hello = talk([["Hi.", "Shall I book you in?"]]);
    expect(await skipWith(hallucination({ facts }), hello, undefined, [{ "s1.1": "no claim" }])).toBe(
      "the agent claimed nothing",
    );
  });

  test("without words it is skipped", async () => {
    expect(await skipWith(hallucination({ facts }), talk([["Hi."]]))).toContain("neither said nor did");
  });
});
