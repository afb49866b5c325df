import { describe, expect, test } from "vitest";
import { ModelError, type ModelSettings, withSettings } from "../model/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { inquire } from "./attempts.ts";
import { Unscored } from "./judgement.ts";
import { invalid } from "./parse-answer.ts";
import type { Refusal } from "./prompt.ts";

/** Wants a number; says in the request what was wrong before. */
const number: Parameters<typeof inquire<number>>[1] = {
  items: 3,
  request: (refusal) => ({
    messages: [{ role: "user", content: refusal ? `again: ${refusal.text}: ${refusal.problems.join()}` : "a number" }],
  }),
  read: ({ text }) => (/^\d+$/.test(text) ? { ok: true, value: Number(text) } : invalid(`“${text}” is not a number`)),
};
const asked = (model: ReturnType<typeof scriptedModel>) => model.calls.map(({ messages }) => messages[0]?.content);

describe("the length of an answer", () => {
  const limits = async (settings: ModelSettings, items = 3, own: ModelSettings = {}) => {
    const model = scriptedModel(["seven", "VII", "7"]);
    const request = (refusal?: Refusal) => ({ ...number.request(refusal), ...own });
    await inquire(withSettings(model, settings), { ...number, items, request });
    return model.calls.map(({ maxTokens }) => maxTokens);
  };

  test("is limited in every call, and the limit grows with what is asked", async () => {
    const [few = 0, ...others] = await limits({ temperature: 0 });
    expect(few).toBeGreaterThan(0);
    expect(others).toEqual([few, few]);
    expect((await limits({}, 30))[0]).toBeGreaterThan(few);
  });

  test("is limited by what the owner sets, where that is given", async () => {
    expect(await limits({ maxTokens: 50 })).toEqual([50, 50, 50]);
    expect(await limits({}, 3, { maxTokens: 9 })).toEqual([9, 9, 9]);
  });
});

describe("an answer", () => {
  test("that is valid is taken at once", async () => {
    const model = scriptedModel(["7"]);
    const finding = await inquire(model, number);
    expect(finding).toMatchObject({ value: 7, answers: [{ text: "7", finish: "stop", problems: [] }] });
    expect(model.calls).toHaveLength(1);
  });

  test("that is not is asked for again, with what is wrong named", async () => {
    const model = scriptedModel(["seven", "7"]);
    const finding = await inquire(model, number);
    expect(finding.value).toBe(7);
    expect(asked(model)).toEqual(["a number", "again: seven: “seven” is not a number"]);
    expect(finding.answers.map(({ problems }) => problems.length)).toEqual([1, 0]);
  });

  test("that is still not is asked for afresh, with chance in it", async () => {
    const model = scriptedModel(["seven", "VII", "7"]);
    expect((await inquire(model, number)).value).toBe(7);
    expect(asked(model)).toEqual(["a number", "again: seven: “seven” is not a number", "a number"]);
    expect(model.calls.map(({ temperature }) => temperature)).toEqual([undefined, undefined, 0.7]);
  });

  test("that never is leaves no score, but its reason and all that was said", async () => {
    const model = scriptedModel(["seven", "VII", "sieben"]);
    const error = await inquire(model, number).catch((thrown: unknown) => thrown);
    expect(Unscored.is(error)).toBe(true);
    expect(error).toMatchObject({
      message: "the judge gave no valid answer in 3 calls; the last: “sieben” is not a number",
      detail: {
        answers: [{ text: "seven" }, { text: "VII" }, { text: "sieben", problems: ["“sieben” is not a number"] }],
      },
    });
    expect(model.calls).toHaveLength(3);
  });

  test("with many faults is told of in short", async () => {
    const read = () => invalid("a", "b", "c", "d", "e");
    await expect(inquire(scriptedModel("x"), { ...number, read })).rejects.toThrow(/the last: a; b; c; and 2 more$/);
  });
});

test("a fresh sample has another seed where there is one, and no less chance than was asked for", async () => {
  const request = () => ({ messages: [], temperature: 1, seed: 3 });
  const model = scriptedModel(["x", "x", "7"]);
  await inquire(model, { ...number, request });
  expect(model.calls.map(({ seed, temperature }) => [seed, temperature])).toEqual([
    [3, 1],
    [3, 1],
    [1003, 1],
  ]);
});

test("served models and warnings are kept", async () => {
  const model = scriptedModel([
    { text: "x", servedModel: "judge-1", warnings: ["slow"] },
    { text: "7", servedModel: "judge-2" },
  ]);
  expect(await inquire(model, number)).toMatchObject({ servedModels: ["judge-1", "judge-2"], warnings: ["slow"] });
});

describe("a judge that cannot be reached", () => {
  const down = new ModelError({ message: "down", failure: "network" });

  test("is not an invalid answer: the error is passed on as it is", async () => {
    await expect(inquire(scriptedModel([down]), number)).rejects.toBe(down);
    await expect(inquire(scriptedModel(["seven", down]), number)).rejects.toBe(down);
  });

  test("a tape that ends after an invalid answer says what was invalid", async () => {
    const end = new ModelError({ message: "no call 2 on the tape", failure: "no-tape", remedy: "record it" });
    await expect(inquire(scriptedModel(["seven", end]), number)).rejects.toMatchObject({
      name: "ModelError",
      failure: "no-tape",
      remedy: "record it",
      message:
        "the judge's answer is not valid (“seven” is not a number), and asking again failed: no call 2 on the tape",
    });
    await expect(inquire(scriptedModel([end]), number)).rejects.toBe(end);
  });
});
