import { describe, expect, test } from "vitest";
import { caseOf } from "../testing-transcript.test-helper.ts";
import { promptAlignment } from "./task.ts";
import { itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const instructions = ["Never name a price.", "Greet first."];
const desk = talk([
  ["What does it cost?", "Hello! I cannot name prices."],
  ["Roughly?", "Around forty euros, I think."],
]);
const answers = {
  i1: { verdict: "not followed", quote: "Around forty euros" },
  i2: { verdict: "followed", quote: "Hello! I cannot name prices." },
  i3: "not applicable",
};

describe("prompt alignment", () => {
  test("one of two instructions that apply is followed: 0.5", async () => {
    const own = caseOf({ instructions: ["Pass complaints on."] });
    const score = await scoreWith(promptAlignment({ instructions }), desk, answers, own);
    expect(score.value).toBe(0.5);
    expect(score.checks.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(itemsIn(score.request)).toEqual([
      { id: "i1", text: "Never name a price." },
      { id: "i2", text: "Greet first." },
      { id: "i3", text: "Pass complaints on." },
    ]);
  });

  test("the case's own instructions are enough", async () => {
    const own = caseOf({ instructions: ["Never shout."] });
    const absent = (verdict: string) => ({ i1: { verdict, absent: true } });
    expect((await scoreWith(promptAlignment(), desk, absent("followed"), own)).value).toBe(1);
    expect((await scoreWith(promptAlignment(), desk, absent("not followed"), own)).value).toBe(0);
  });

  test("that an instruction is followed rests on a quote, unless it forbids something", async () => {
    const own = caseOf({ instructions: ["Greet first."] });
    expect(await refusalWith(promptAlignment(), desk, { i1: { verdict: "followed", absent: true } }, own)).toContain(
      '"absent" cannot be true',
    );
  });

  test("without instructions it is skipped", async () => {
    expect(await skipWith(promptAlignment(), desk)).toContain("no instructions are given");
  });

  test("where none applies it is skipped", async () => {
    const answer = { i1: "not applicable", i2: "not applicable" };
    expect(await skipWith(promptAlignment({ instructions }), desk, undefined, [answer])).toBe(
      "none of the instructions applies",
    );
  });

  test("an agent that never answered followed nothing and broke nothing", async () => {
    expect(await skipWith(promptAlignment({ instructions }), talk([["hello?"]]))).toContain("neither said nor did");
  });
});
