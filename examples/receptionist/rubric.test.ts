import { describe, expect, test } from "vitest";
import { rubric, weightedScore } from "vivavoce/metrics";
import { examinerNotes } from "./rubric/examiner-notes.ts";
import { forbiddenWords, receptionistRubric } from "./rubric.ts";
import { scoreReply } from "./testing/score-reply.ts";
import { shippedSnippets } from "./testing/shipped-cases.ts";

const { dimensions, scale, threshold } = receptionistRubric;
const ids = dimensions.map(({ id }) => id);
const all = (score: number, more: Record<string, number> = {}) => ({
  ...Object.fromEntries(ids.map((id) => [id, score])),
  ...more,
});
const snippets = await shippedSnippets();
const judgedOnly = rubric({ ...receptionistRubric, code: false });
const withCode = rubric({ ...receptionistRubric, notes: examinerNotes });

test("seven dimensions, whose weights are the whole", () => {
  expect(dimensions.map(({ id, weight }) => [id, weight])).toEqual([
    ["brevity", 0.2],
    ["paraphrasing", 0.15],
    ["forbidden_words", 0.1],
    ["state_compliance", 0.2],
    ["persona_fidelity", 0.1],
    ["tone_matching", 0.15],
    ["spoken_flow", 0.1],
  ]);
  expect(dimensions.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
});

test("a scale of 1 to 5, passed at 3.5", () => {
  expect([scale, threshold]).toEqual([{ min: 1, max: 5 }, 3.5]);
});

test("only compliance has a floor, only paraphrasing may not apply", () => {
  expect(dimensions.filter(({ floor }) => floor !== undefined).map(({ id, floor }) => [id, floor])).toEqual([
    ["state_compliance", 3],
  ]);
  expect(dimensions.filter(({ notApplicable }) => notApplicable).map(({ id }) => id)).toEqual(["paraphrasing"]);
});

describe("the weighted score", () => {
  test.each([
    ["all 5", all(5), "5.00"],
    ["all 1", all(1), "1.00"],
    ["all 4, forbidden_words 1", all(4, { forbidden_words: 1 }), "3.70"],
    ["all 5, compliance 1", all(5, { state_compliance: 1 }), "4.20"],
  ])("of %s is %s", (_, scores, shown) => {
    expect(weightedScore(scores, dimensions)?.toFixed(2)).toBe(shown);
  });

  test("without paraphrasing is that of the other six", () => {
    const scores = { ...all(5, { state_compliance: 3 }), paraphrasing: "not applicable" as const };
    expect(weightedScore(scores, dimensions)).toBeCloseTo((5 * 0.65 + 3 * 0.2) / 0.85, 12);
  });
});

describe("a case", () => {
  const reply = "Sounds like the cooling's not kicking in. Who am I talking to?";

  test("with a compliance of 1 and fives elsewhere has 4.20 and fails", async () => {
    const { score } = await scoreReply(judgedOnly, reply, [all(5, { state_compliance: 1 })]);
    expect(score).toMatchObject({ status: "scored", passed: false, detail: { underFloor: ["state_compliance"] } });
    expect(score.status === "scored" && score.native?.value).toBeCloseTo(4.2, 12);
  });

  test("with a compliance of 3 and fives elsewhere passes", async () => {
    const { score } = await scoreReply(judgedOnly, reply, [all(5, { state_compliance: 3 })]);
    expect(score).toMatchObject({ status: "scored", passed: true });
  });

  test.each([
    ["3.50", all(3, { state_compliance: 5, spoken_flow: 4 }), true],
    ["3.45", all(3, { state_compliance: 4, tone_matching: 4, spoken_flow: 4 }), false],
  ])("of %s is decided by the threshold", async (shown, scores, passed) => {
    const { score } = await scoreReply(judgedOnly, reply, [scores]);
    expect(score).toMatchObject({ status: "scored", passed });
    expect(score.status === "scored" && score.native?.value.toFixed(2)).toBe(shown);
  });
});

describe("code: false", () => {
  test.each(snippets.map((testCase, index) => [testCase.id, testCase, index] as const))(
    "%s has the plain weighted mean of what the judge gave",
    async (_, testCase, index) => {
      const given = Object.fromEntries(ids.map((id, place) => [id, 1 + ((index * 3 + place * 2) % 5)]));
      const reply = "One. Two; (three). Absolutely, I can assist you with the process.";
      const { score, judge } = await scoreReply(judgedOnly, reply, [given], testCase);
      const mean = dimensions.reduce((sum, { id, weight }) => sum + weight * (given[id] ?? Number.NaN), 0);
      expect(score.status === "scored" && score.native?.value).toBeCloseTo(mean, 12);
      expect(judge.calls).toHaveLength(1);
    },
  );
});

test("the lists hold at least these", () => {
  expect(forbiddenWords.assistant).toEqual(
    expect.arrayContaining(["transition", "process", "handle this", "assist you"]),
  );
  expect(forbiddenWords.filler).toEqual(expect.arrayContaining(["absolutely", "certainly", "I understand"]));
});

test("the lists, the anchors and the instructions are part of what the metric is", () => {
  const { parts } = withCode.identity;
  const text = JSON.stringify(parts);
  for (const word of [...forbiddenWords.assistant, ...forbiddenWords.filler]) expect(text).toContain(word);
  const changed = rubric({ ...receptionistRubric, notes: examinerNotes, instructions: "Be kind." });
  expect(changed.identity.hash).not.toBe(withCode.identity.hash);
});
