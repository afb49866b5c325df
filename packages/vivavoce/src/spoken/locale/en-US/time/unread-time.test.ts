import { expect, test } from "vitest";
import { slotKinds } from "../asks/kinds.ts";
import { leftOver } from "../left-over/left-over.ts";

function left(text: string): string | undefined {
  const own = slotKinds.time.find(text, { by: "caller", asked: true });
  return leftOver("time", { text, by: "caller", own, others: [], asked: true });
}

test.each([
  "I work mornings, so Friday",
  "I leave for work at two, so Friday before then",
  "by Friday",
  "Friday at the latest",
  "Friday or later",
  "not this Tuesday, the one after",
  "tomorrow, as late as you can",
  "Saturday, not the one coming up, the one after that",
  "Thursday or Friday, I gotta ask my wife",
  "I'm good Wednesday after four, I'm good Thursday whenever",
  "Tuesday at ten, sorry, I've got work then",
  "a week from Friday",
  "three weeks from Tuesday",
  "after work on Monday",
  "once the kids are at school on Monday",
  "I'm home from work at five, so after five",
])("%o says more than that the time is wanted", (line) => {
  expect(left(line)).toBeDefined();
});

test.each([
  "Tuesday at two",
  "Tuesday at two, sorry, the baby's crying",
  "Tuesday at two for the dog, if you have room",
  "Tuesday, seven or thereabouts",
  "not eight, I'm kidding myself, nine",
  "there's four of us in cabin eleven, Tuesday at two",
  "ate thirty on Tuesday",
  "Tuesday works",
  "could you send someone out on Tuesday",
  "any day but Friday",
  "mornings are no good, otherwise I'm open Monday",
  "I'm out Friday but Monday’s good",
  "Tuesday, not Wednesday",
  "the day after tomorrow",
  "no earlier than ten on Monday",
  "Friday after four",
  "it doesn't cool, can you come tomorrow",
])("%o is read as it is", (line) => {
  expect(left(line)).toBeUndefined();
});
