import { describe, expect, test } from "vitest";
import { caseOf } from "../testing-transcript.test-helper.ts";
import { topicAdherence } from "./conduct.ts";
import { factsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const topics = ["appointments", "opening hours"];
const desk = talk([
  ["Hello.", "Good morning!"],
  ["When do you open?", "We open at nine."],
  ["And who will win the election?", "I can only help with appointments."],
  ["What should I cook?", "Try a risotto with lemon."],
]);
const answers = {
  a1: "no topic",
  a2: "on topic",
  a3: "declined",
  a4: { verdict: "off topic", quote: "Try a risotto with lemon." },
};

describe("topic adherence", () => {
  test("on topic and declining count, off topic does not, a courtesy is left out: 2 of 3", async () => {
    const score = await scoreWith(topicAdherence({ topics }), desk, answers);
    expect(score.value).toBeCloseTo(2 / 3);
    expect(score.checks.map(({ ok }) => ok)).toEqual([true, true, true, false]);
  });

  test("the topics go to the judge as one fact, one a line", async () => {
    const { request } = await scoreWith(topicAdherence({ topics }), desk, answers);
    expect(factsIn(request)).toEqual([{ id: "topics", text: "appointments\nopening hours" }]);
  });

  test("the case's own topics take the place of the suite's", async () => {
    const { request } = await scoreWith(topicAdherence({ topics }), desk, answers, caseOf({ topics: ["cooking"] }));
    expect(factsIn(request)).toEqual([{ id: "topics", text: "cooking" }]);
  });

  test("leaving the topics must be shown by a quote of the agent", async () => {
    const quoted = { ...answers, a4: { verdict: "off topic", quote: "What should I cook?" } };
    expect(await refusalWith(topicAdherence({ topics }), desk, quoted)).toContain("comes from: user");
  });

  test("without topics it is skipped", async () => {
    expect(await skipWith(topicAdherence(), desk)).toContain("no topics are given");
  });

  test("where no reply has a topic it is skipped", async () => {
    const hello = talk([["Hello.", "Good morning!"]]);
    expect(await skipWith(topicAdherence({ topics }), hello, undefined, [{ a1: "no topic" }])).toBe(
      "no reply has a topic",
    );
  });
});
