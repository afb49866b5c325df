import { describe, expect, test } from "vitest";
import { call } from "../testing-transcript.test-helper.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";
import { argumentCorrectness } from "./tool-honesty.ts";

const world = { opening: "Friday is free", closing: "Friday is taken", effects: [] };
const booking = talk(
  [
    ["What is free?", call("list_days"), "Friday is."],
    [
      "Then four people on Friday, Ana Silva.",
      call("book", { day: "Friday" }),
      call("mail", { to: "bea@example.com" }),
    ],
  ],
  { world },
);
const answers = {
  "t1.1": "no arguments",
  "t2.1": { verdict: "follows", quote: "four people on Friday" },
  "t2.2": { verdict: "does not follow", absent: true, reason: "nobody gave that address" },
};

describe("argument correctness", () => {
  test("one of two calls with arguments follows: 0.5", async () => {
    const score = await scoreWith(argumentCorrectness(), booking, answers);
    expect(score).toMatchObject({ value: 0.5, passed: false });
    expect(score.checks[2]).toMatchObject({ ok: false, reason: "nobody gave that address" });
    expect(score.checks[2]?.evidence).toEqual([
      { text: expect.stringContaining("bea@example.com"), exchange: 2, source: "call" },
    ]);
  });

  test.each([
    ["cut-off JSON", { raw: '{"day": "Fri' }],
    ["what its tool does not take", { invalid: "people is missing" }],
  ])("a call with %s counts 0, whatever the judge says", async (_, fault) => {
    const broken = talk([["Four people on Friday.", call("book", {}, fault), call("mail", { to: "the kitchen" })]]);
    for (const verdict of ["no arguments", { verdict: "follows", quote: "Four people on Friday" }]) {
      const given = { "t1.1": verdict, "t1.2": { verdict: "follows", quote: "Four people on Friday" } };
      const { value, detail } = await scoreWith(argumentCorrectness(), broken, given);
      expect(value).toBe(0.5);
      expect(detail).toMatchObject({ couldNotRun: { "t1.1": expect.any(String) } });
    }
  });

  test("the items are the calls with their arguments, the world is shown as it was before", async () => {
    const { request } = await scoreWith(argumentCorrectness(), booking, answers);
    expect(itemsIn(request).map(({ id }) => id)).toEqual(["t1.1", "t2.1", "t2.2"]);
    expect(JSON.parse(itemsIn(request)[1]?.text ?? "")).toMatchObject({ name: "book", arguments: { day: "Friday" } });
    expect(factsIn(request)).toEqual([{ id: "world-before", text: "Friday is free" }]);
  });

  test("that arguments follow must be shown by a quote", async () => {
    const unquoted = { ...answers, "t2.1": "follows" };
    expect(await refusalWith(argumentCorrectness(), booking, unquoted)).toContain("item t2.1");
  });

  test("without a call it is skipped, and no judge is asked", async () => {
    expect(await skipWith(argumentCorrectness(), talk([["hi", "hello"]]))).toBe("the agent made no tool call");
  });

  test("where no call has arguments it is skipped", async () => {
    const reading = talk([["What is free?", call("list_days")]]);
    expect(await skipWith(argumentCorrectness(), reading, undefined, [{ "t1.1": "no arguments" }])).toBe(
      "no tool call has arguments to judge",
    );
  });
});
