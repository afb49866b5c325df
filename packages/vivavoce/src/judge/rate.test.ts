import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { ModelError, type TokenLogprob } from "../model/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { Unscored } from "./judgement.ts";
import { rate } from "./rate.ts";
import { subjectOf } from "./testing-judge.test-helper.ts";

const subject = subjectOf([["What next?", "Call the vendor today."]]);
const question: Parameters<typeof rate>[1] = {
  name: "quality",
  instructions: "Weigh the criteria.",
  items: [{ id: "c1", text: "names a step" }],
  scale: [1, 5],
};
const logprobs = (shares: Record<string, number>, chosen = "4"): TokenLogprob[] => {
  const top = Object.entries(shares).map(([token, share]) => ({ token, logprob: Math.log(share) }));
  return [{ token: chosen, logprob: Math.log(shares[chosen] ?? 1), top }];
};
const shares = { "4": 0.45, "1": 0.02, "2": 0.08, "3": 0.25, "5": 0.15 };

describe("a rating", () => {
  test("is the expectation over the score's token, in one call", async () => {
    const model = scriptedModel({ text: "4", logprobs: logprobs(shares), servedModel: "m-1" });
    const rating = await rate(model, question, subject);
    expect(rating).toMatchObject({ mode: "probability", servedModels: ["m-1"], answers: [{ text: "4" }] });
    expect(rating.value).toBeCloseTo(3.663157894736842, 9);
    expect(rating.unit).toBeCloseTo(0.6657894736842105, 9);
    expect(rating.mass).toBeCloseTo(0.95, 9);
    expect(rating.sd).toBeCloseTo(0.913184437654582, 9);
    expect(model.calls).toHaveLength(1);
  });

  test("asks for log-probabilities and for a number alone, never for reasons", async () => {
    const model = scriptedModel({ text: "4", logprobs: logprobs(shares) });
    await rate(model, { ...question, steps: ["Read it."] }, subject);
    const [request] = model.calls;
    expect(request).toMatchObject({ topLogprobs: 20, temperature: 1 });
    expect(request).not.toHaveProperty("output");
    expect(request?.messages[0]?.content).toContain("no reasons, no words");
    expect(request?.messages[1]?.content).toContain("1. Read it.");
    const range = "a whole number from 1 (not at all) to 5 (fully)";
    expect(request?.messages[1]?.content).toContain(`meets all items together: ${range}.`);
    expect(request?.messages[1]?.content).toContain(`The score alone, ${range}:`);
    expect(request?.messages[1]?.content).not.toContain("reasoning");
    expect(request?.messages[1]?.content).toContain('{"item":"c1","text":"names a step"}');
  });

  test("is sampled where the provider gives none, and says so", async () => {
    const model = scriptedModel(["4", "5", "4", "3", "4"]);
    const rating = await rate(model, question, subject);
    expect(rating).toMatchObject({ mode: "sampled", value: 4, unit: 0.75, mass: 1 });
    expect(rating.sd).toBeCloseTo(Math.sqrt(0.4), 12);
    expect(model.calls.map(({ seed }) => seed)).toEqual([undefined, 1, 2, 3, 4]);
    expect(model.calls.every(({ temperature }) => temperature === 1)).toBe(true);
  });

  test("is sampled as often as one asks", async () => {
    const model = scriptedModel(["4", "5"]);
    expect(await rate(model, question, subject, { samples: 2 })).toMatchObject({ value: 4.5 });
  });

  test("is sampled where the provider refuses to give them", async () => {
    const model = scriptedModel(
      ({ topLogprobs }) =>
        topLogprobs ? new ModelError({ message: "logprobs: not supported", failure: "status", status: 400 }) : "5",
      { id: "test:no-logprobs" },
    );
    expect(await rate(model, question, subject, { samples: 2 })).toMatchObject({ mode: "sampled", value: 5 });
  });
});

describe("an answer", () => {
  test.each(["4", " 4\n", "4.", "**4**", "Score: 4", '{"score": 4}', "4.0", "4/5", "4 of 5"])(
    "%j is 4",
    async (text) => {
      expect((await rate(scriptedModel(text), question, subject, { samples: 1 })).value).toBe(4);
    },
  );

  test.each([
    ["15", /15 is off the scale from 1 to 5/],
    ["0", /off the scale/],
    ["-4", /off the scale/],
    ["4/10", /4 out of 10 is on another scale than from 1 to 5/],
    ["The agent was good, so 4", /not one number alone/],
    ["4.5", /not one number alone/],
    ["four", /not one number alone/],
    ["", /empty/],
  ])("%j is not a score, and ends unscored with its reason", async (text, reason) => {
    const error = await rate(scriptedModel(text), question, subject).catch((thrown: unknown) => thrown);
    expect(Unscored.is(error)).toBe(true);
    expect((error as Error).message).toMatch(reason);
  });

  test("that is not a score can be put right", async () => {
    const model = scriptedModel([
      { text: "15", logprobs: [] },
      { text: "4", logprobs: logprobs({ "4": 1 }) },
    ]);
    const rating = await rate(model, question, subject);
    expect(rating).toMatchObject({ value: 4, mode: "probability" });
    expect(rating.answers).toHaveLength(2);
    expect(model.calls[1]?.messages[1]?.content).toContain('{"problem":"15 is off the scale from 1 to 5"}');
  });
});

test("a score whose points have no probability at all is not a score", async () => {
  const none = { token: "4", logprob: -9999 };
  const model = scriptedModel({ text: "4", logprobs: [{ ...none, top: [none] }] });
  const error = await rate(model, question, subject).catch((thrown: unknown) => thrown);
  expect(Unscored.is(error)).toBe(true);
});

test("a scale of one point is refused before anyone is asked", async () => {
  const model = scriptedModel("3");
  await expect(rate(model, { ...question, scale: [3, 3] }, subject)).rejects.toBeInstanceOf(InputError);
  expect(model.calls).toEqual([]);
});

test("the judge sees given facts and the world", async () => {
  const model = scriptedModel("3");
  const seen = subjectOf([["?", "x"]], {
    world: { opening: "Garden is live", closing: "Garden is live", effects: [] },
  });
  const facts = [{ id: "guide", title: "Guide", text: "the guide's words" }];
  await rate(model, { ...question, facts, world: "before" }, seen, { samples: 1 });
  expect(model.calls[0]?.messages[1]?.content).toContain("the guide's words");
  expect(model.calls[0]?.messages[1]?.content).toContain("Garden is live");
});
