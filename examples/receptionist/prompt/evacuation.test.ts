import { expect, test } from "vitest";
import { sentencesIn } from "../reply/sentences.ts";
import { evacuation } from "./evacuation.ts";
import { greeting } from "./greeting.ts";

test("the evacuation text is short, sends everybody out, and names 911", () => {
  expect(sentencesIn(evacuation)).toHaveLength(2);
  expect(evacuation).toMatch(/get everybody out of the house right now.*call 911\.$/);
  expect(evacuation).not.toContain("?");
});

test("the greeting is the company's, and asks one thing", () => {
  expect(greeting).toContain("Cedar Bend Heating and Air");
  expect(greeting.match(/\?/g)).toHaveLength(1);
});
