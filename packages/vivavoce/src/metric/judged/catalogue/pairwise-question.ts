import type { Fact, Item, Question } from "../../../judge/index.ts";

/** What is compared if no points are given. */
const overall = "Serves the user better, all in all: what they wanted is done, rightly, and they are treated well.";

/** Asks which of two conversations is better on each of some points; without points, all in all. */
export function comparisonQuestion(
  name: string,
  points: readonly string[],
  [first, second]: readonly [number, number],
  facts: readonly Fact[] = [],
): Question {
  const items = (points.length === 0 ? [overall] : points).map((text, index): Item => ({ id: `p${index + 1}`, text }));
  return {
    name,
    instructions: `The record holds two conversations on the same task, with two agents. The first is exchanges 1 to ${first}, the second exchanges ${first + 1} to ${first + second}; what was said before the exam belongs to both. Each item is a point on which they are compared. Decide on each by itself which of the two agents does better there, by what it said and by what it did. Which conversation stands first, how long replies are, and how sure of itself an agent sounds, makes neither better.`,
    items,
    menu: [
      { verdict: "first", meaning: "the first conversation is better on this point" },
      { verdict: "second", meaning: "the second conversation is better on this point" },
      { verdict: "tie", meaning: "there is no difference worth naming", evidence: "none" },
    ],
    facts,
    evidence: "required",
  };
}
