import { expect, test } from "vitest";
import { check, scored } from "../stored-run.test-helper.ts";
import { plainScore } from "./plain-score.ts";

const plain = (reason: string, verdict = "right") => {
  const score = plainScore(scored("toolUse", 0, { checks: [check("calls add", reason, { verdict })] }));
  const [one] = score.status === "scored" ? score.checks : [];
  return [one?.verdict, one?.reason];
};

test.each([
  ["tool_decision wrong: add was not called", "tool_decision", "wrong", "add was not called"],
  ["tool_decision right → tool_types wrong: called set instead", "tool_types", "another tool", "called set instead"],
  [
    "tool_decision right → tool_types right → tool_params wrong: text is absent",
    "tool_params",
    "wrong arguments",
    "text is absent",
  ],
  ["tool_decision right → tool_types right", "right", "right", "as expected"],
  ["the reply says tool_decision right", "no", "no", "the reply says tool_decision right"],
])("%s is said in plain words", (reason, verdict, ...words) => {
  expect(plain(reason, verdict)).toEqual(words);
});
