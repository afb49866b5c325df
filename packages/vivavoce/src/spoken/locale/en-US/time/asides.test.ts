import { expect, test } from "vitest";
import { slotKinds } from "../asks/kinds.ts";
import { leftOver } from "../left-over/left-over.ts";

function read(text: string) {
  const own = slotKinds.time.find(text, { by: "caller", asked: true });
  const left = leftOver("time", { text, by: "caller", own, others: [], asked: true });
  return left === undefined ? own.map(({ value }) => value) : "left over";
}

test.each([
  ["my flight's at eight ten, quarter to six in the morning", ["at 5:45 am"]],
  ["eight sharp, the plasterers get there at eight fifteen", ["at 8:00"]],
  ["I drop my son at ten and I gotta be gone by one, so between eleven and twelve", ["between 11:00 and 12:00"]],
  ["my sister comes Saturdays at nine, I need Sunday at ten", ["sunday at 10:00"]],
  ["Wednesday's my chemo so Tuesday at nine", ["tuesday at 9:00"]],
  ["I have the kids Tuesday, Wednesday at two is better", ["wednesday at 2:00"]],
  ["I was going to say Sunday but it's got to be Monday, nine", ["monday at 9:00"]],
  ["Friday, two to be safe, they don't get going till three", ["friday at 2:00"]],
  ["Monday at ten, I have to lock up at five", ["monday at 10:00"]],
])("what else happens at some time is not what is wanted: %s", (line, times) => {
  expect(read(line)).toEqual(times);
});

test.each([
  "I work mornings, so Friday",
  "my wife gets home at five, Tuesday",
  "my husband gets off at five on Monday, so any time after that",
  "I start at nine",
  "after I drop the kids at school, they start at eight",
  "Tuesday, my class ends at two",
  "my son says six, my daughter says seven",
  "Friday at four, no later than five",
])("it stays if the day or the hour may have to do with it: %s", (line) => {
  expect(read(line)).toBe("left over");
});
