import { expect, test } from "vitest";
import { scriptedModel } from "../testing/index.ts";
import { ask } from "./ask.ts";
import { inReverse } from "./question.ts";
import { rate } from "./rate.ts";
import { answerOf, questionOf, subjectOf } from "./testing-judge.test-helper.ts";

const subject = subjectOf([["What next?", "Call Ana."]]);

test("a reversed judge is shown items and verdicts last to first, and its answers come back in order", async () => {
  const verdict = { verdict: "no", absent: true };
  const judge = scriptedModel(() => answerOf({ c1: verdict, c2: verdict }));
  const own = { id: "c3", text: "ends well", menu: questionOf().menu };
  const question = questionOf({ items: questionOf().items });
  const { samples } = await ask(inReverse(judge), question, subject);
  expect(samples[0]?.verdicts.map(({ id }) => id)).toEqual(["c1", "c2"]);
  const [request] = judge.calls;
  const shown = String(request?.messages.at(-1)?.content);
  expect(shown.indexOf('"item":"c2"')).toBeLessThan(shown.indexOf('"item":"c1"'));
  expect(shown.indexOf('- "no"')).toBeLessThan(shown.indexOf('- "yes"'));
  expect(shown).toContain("these items: c2, c1");
  const answer = scriptedModel(() => answerOf({ c3: verdict }));
  await ask(inReverse(answer), questionOf({ items: [own] }), subject);
  expect(String(answer.calls[0]?.messages.at(-1)?.content)).toContain('"verdicts":["no","partly","yes"]');
});

test("so is one that gives a score alone", async () => {
  const judge = scriptedModel(() => "4");
  const { items } = questionOf();
  await rate(inReverse(judge), { name: "q", instructions: "Weigh.", items, scale: [1, 5] }, subject, { samples: 1 });
  const shown = String(judge.calls[0]?.messages.at(-1)?.content);
  expect(shown.indexOf('"item":"c2"')).toBeLessThan(shown.indexOf('"item":"c1"'));
});
