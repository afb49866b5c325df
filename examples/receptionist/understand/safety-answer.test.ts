import { describe, expect, test } from "vitest";
import { readHazard } from "./hazard.ts";
import { readSafetyAnswer } from "./safety-answer.ts";

const answer = (line: string) => readSafetyAnswer(line, readHazard(line));

describe("ruled out", () => {
  test.each([
    "No.",
    "Nope",
    "No ma'am",
    "none of that",
    "Nothing like that, it just blows warm.",
    "Uh no, it's just warm",
    "no it's just not cooling",
    "No, no gas smell",
    "No gas smell and no smoke",
    "Gas smell? No.",
    "All clear here.",
    "Well, no. It only hums.",
    "No there's nothing",
  ])("%s", (line) => {
    expect(answer(line)).toBe("clear");
  });
});

describe("not ruled out", () => {
  test.each([
    ["a gas heater that runs, and no odd smell", "The gas heater is running, but no odd smell"],
    ["the same with a no in front", "No, the gas heater runs fine"],
    ["a no about something else", "No cold air at all"],
    ["another one", "There's no airflow upstairs"],
    ["only one of them", "No smoke"],
    ["a guess", "I don't think so"],
    ["another guess", "Not that I can tell"],
    ["a yes to nothing in particular", "Yeah"],
    ["another topic", "It started yesterday"],
    ["a pilot light", "the pilot is lit, nothing else"],
    ["a smell that may be gas", "I'm not sure if I smell gas"],
    ["a hazard", "No, but I smell gas"],
  ])("%s", (_, line) => {
    expect(answer(line)).toBe("unclear");
  });
});
