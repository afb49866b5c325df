import { describe, expect, test } from "vitest";
import { scriptedModel } from "../testing/index.ts";
import { ask } from "./ask.ts";
import { answerOf, questionOf, subjectOf } from "./testing-judge.test-helper.ts";

/** What samples say together; each is the verdicts on its items. */
async function agreementsOf(...samples: string[][]) {
  const answers = samples.map((verdicts) =>
    answerOf(
      Object.fromEntries(
        verdicts.map((verdict, index) => [`c${index + 1}`, { verdict, quote: "Call the vendor today." }]),
      ),
    ),
  );
  const items = (samples[0] ?? []).map((_, index) => ({ id: `c${index + 1}`, text: "x" }));
  const subject = subjectOf([["What next?", "Call the vendor today."]]);
  const model = scriptedModel(answers);
  const { agreements } = await ask(model, questionOf({ items }), subject, { samples: samples.length });
  return agreements;
}

describe("several samples", () => {
  test("are counted item by item", async () => {
    const [first, second] = await agreementsOf(["yes", "no"], ["yes", "yes"], ["no", "no"]);
    expect(first).toMatchObject({ id: "c1", votes: { yes: 2, no: 1 }, winner: "yes" });
    expect(second).toMatchObject({ id: "c2", votes: { no: 2, yes: 1 }, winner: "no" });
  });

  test("that are divided stay divided", async () => {
    expect((await agreementsOf(["yes"], ["no"]))[0]?.winner).toBeUndefined();
    expect((await agreementsOf(["yes"], ["no"], ["partly"]))[0]?.winner).toBeUndefined();
    expect((await agreementsOf(["yes"], ["no"], ["no"], ["yes"], ["partly"]))[0]).toMatchObject({
      votes: { yes: 2, no: 2, partly: 1 },
      winner: undefined,
    });
  });

  test("keep every voice, in order", async () => {
    const [agreement] = await agreementsOf(["yes"], ["no"]);
    expect(agreement?.voices.map(({ verdict }) => verdict)).toEqual(["yes", "no"]);
  });
});

test("one sample agrees with itself", async () => {
  expect(await agreementsOf(["no"])).toMatchObject([{ winner: "no", votes: { no: 1 } }]);
});
