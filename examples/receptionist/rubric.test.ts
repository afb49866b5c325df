import { describe, expect, test } from "vitest";
import { forbiddenWords, receptionistRubric } from "./rubric.ts";

const { dimensions, scale, threshold } = receptionistRubric;
const named = (id: string) => dimensions.find((dimension) => dimension.id === id);

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
  expect([scale, threshold]).toEqual([[1, 5], 3.5]);
});

test("only compliance has a floor, only paraphrasing may not apply", () => {
  expect(dimensions.filter(({ floor }) => floor !== undefined).map(({ id, floor }) => [id, floor])).toEqual([
    ["state_compliance", 3],
  ]);
  expect(dimensions.filter(({ notApplicable }) => notApplicable).map(({ id }) => id)).toEqual(["paraphrasing"]);
});

describe("code decides first", () => {
  test("in three dimensions, one of them alone", () => {
    expect(dimensions.filter(({ code }) => code).map(({ id }) => id)).toEqual([
      "brevity",
      "forbidden_words",
      "spoken_flow",
    ]);
  });

  test.each([
    ["brevity", "Okay. So. What's your name?", { max: 2 }],
    ["brevity", "I'm so sorry to hear that, what's your name?", { max: 4 }],
    ["spoken_flow", "Name; address?", { max: 2 }],
    ["forbidden_words", "I'd love to assist you.", { exact: 1 }],
    ["forbidden_words", "Certainly.", { exact: 3 }],
    ["forbidden_words", "Sure thing.", { exact: 5 }],
  ])("%s: %s", (id, reply, decision) => {
    expect(named(id)?.code?.(reply)).toMatchObject(decision);
  });
});

test("the lists hold at least these", () => {
  expect(forbiddenWords.assistant).toEqual(
    expect.arrayContaining(["transition", "process", "handle this", "assist you"]),
  );
  expect(forbiddenWords.filler).toEqual(expect.arrayContaining(["absolutely", "certainly", "I understand"]));
});
