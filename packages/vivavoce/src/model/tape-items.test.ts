import { describe, expect, test } from "vitest";
import { encodeJudgeItems } from "./tape.ts";

const encoded = (items: Parameters<typeof encodeJudgeItems>[0]) => JSON.parse(encodeJudgeItems(items)).items;

describe("a hand-written judge entry", () => {
  test("becomes the judge's JSON, evidence before reasoning before verdict", () => {
    const text = encodeJudgeItems({ c1: { verdict: "yes", quote: "Let us look at it", reason: "It looks." } });
    expect(text).toBe(
      '{"items":[{"id":"c1","evidence":["Let us look at it"],"reasoning":"It looks.","verdict":"yes"}]}',
    );
  });

  test("without a quote has no evidence", () => {
    expect(encoded({ c1: { verdict: "no", reason: "It never asked.", absent: true } })).toEqual([
      { id: "c1", evidence: [], reasoning: "It never asked.", verdict: "no", absent: true },
    ]);
  });

  test("may have several quotes", () => {
    expect(encoded({ c1: { verdict: "yes", quote: ["one", "two"] } })[0].evidence).toEqual(["one", "two"]);
  });

  test("may give the verdict alone", () => {
    expect(encoded({ s1: "relevant", s2: 4 })).toEqual([
      { id: "s1", evidence: [], reasoning: "", verdict: "relevant" },
      { id: "s2", evidence: [], reasoning: "", verdict: 4 },
    ]);
  });

  test("passes on what it does not know, and does not invent a verdict", () => {
    expect(encoded({ c1: { confidence: 0.5 } })).toEqual([{ id: "c1", evidence: [], reasoning: "", confidence: 0.5 }]);
  });
});
