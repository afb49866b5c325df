import { describe, expect, test } from "vitest";
import { readProblem } from "./problem.ts";

describe("what callers say has a name in the trade", () => {
  test.each([
    ["My AC died this morning", "not running"],
    ["it's blowing warm air", "blowing warm air"],
    ["It just blows hot", "blowing warm air"],
    ["There's no cold air", "not cooling"],
    ["The AC isn't cooling", "not cooling"],
    ["It's ninety degrees in here", "not cooling"],
    ["it's 91 degrees inside", "not cooling"],
    ["we have no heat", "no heat"],
    ["The furnace is out", "no heat"],
    ["The furnace makes a grinding noise", "noise from the unit"],
    ["water under the air handler", "water leak"],
    ["The unit is leaking", "water leak"],
    ["The thermostat is blank", "thermostat trouble"],
    ["The coil is frozen", "iced over"],
    ["It keeps shutting off", "short cycling"],
    ["There's hardly any airflow", "weak airflow"],
    ["I'd like a tune-up", "maintenance visit"],
    ["It won't turn on", "not running"],
    ["the vents smell musty", "musty smell"],
  ])("%s", (line, problem) => {
    expect(readProblem(line)).toBe(problem);
  });

  test("a long story gives the two that matter", () => {
    const story = "First there was banging, then it went dead silent and quit, and now it only blows warm";
    expect(readProblem(story)).toBe("noise from the unit, blowing warm air");
  });
});

test.each(["Maria", "78745", "whenever you can", "4210 S Lamar", "None of that"])("no problem: %s", (line) => {
  expect(readProblem(line)).toBeUndefined();
});

describe("who was asked", () => {
  test("is taken at their word where it has no name", () => {
    expect(readProblem("the upstairs zone acts up.", { asked: true })).toBe("the upstairs zone acts up");
  });

  test.each(["yes", "Yep, that's me", "No thanks", "Sorry, what?", "Maria"])("says nothing with: %s", (line) => {
    expect(readProblem(line, { asked: true })).toBeUndefined();
  });
});
