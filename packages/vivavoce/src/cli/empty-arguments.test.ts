import { expect, test } from "vitest";
import { refuseEmptyArguments } from "./main.ts";

test.each([
  [["rm", ""], "the argument after rm is empty"],
  [["rm", "7f3a", "  "], "the argument after 7f3a is empty"],
  [["show", "\t"], "the argument after show is empty"],
  [["run", "--resume", ""], "the argument after --resume is empty"],
  [["run", "--case="], "--case was given an empty value"],
  [["run", "--baseline= "], "--baseline was given an empty value"],
  [["run", "--", "\u00a0"], "the argument after -- is empty"],
  [[""], "the first argument is empty"],
])("%j is refused", (args, message) => {
  expect(() => refuseEmptyArguments(args)).toThrow(message);
});

test("arguments with something in them are not", () => {
  expect(() => refuseEmptyArguments(["run", "--case", "a b", "--variant", "x=1", "--report=html", "-V"])).not.toThrow();
});
