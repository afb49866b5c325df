import { expect, test } from "vitest";
import { answerOf } from "./answers.ts";

test.each([
  ["Should I go ahead?", "I mean it's pricey but yeah, go for it", "yes"],
  ["Do you want it?", "ugh that's brutal fine i'll take it", "yes"],
  ["Is that right?", "yep, only the dog'll be out back so have him use the side gate", "yes"],
  ["Is that right?", "yes, but the other house", "unclear"],
  ["Is that right?", "yeah it's the lake house", "unclear"],
  ["Is that right?", "yes, but my husband's not sure", "no"],
  ["Shall I book it?", "does the guy take checks", "later"],
  ["Tuesday at two, would you mind that?", "yes i would actually", "no"],
  ["Did I get any of that wrong?", "no ma'am you did not", "yes"],
  ["Shall I book it?", "okay so", "unclear"],
  ["Any problem with that?", "nope none at all", "yes"],
  ["Do you see any problem with that?", "yeah actually i do", "no"],
  ["Is that correct?", "[no response]", "none"],
  ["All correct?", "yes but that phone's disconnected", "no"],
  ["Okay to book?", "sure if my landlord okays it i still gotta call him", "later"],
])("%s %s: %s", (question, line, answer) => {
  expect(answerOf(line, question)).toBe(answer);
});
