import { expect, test } from "vitest";
import { scriptedModel } from "../testing/index.ts";
import { relay } from "./relay.ts";

const schema = {
  title: "Verdicts",
  type: "object",
  $defs: { Verdict: { type: "object", properties: { verdict: { enum: ["yes", "no"] }, reason: { default: null } } } },
  properties: { verdicts: { type: "array", items: { $ref: "#/$defs/Verdict" } } },
  required: ["verdicts"],
};

test("a prompt of another library goes to the judge as it is, and a text comes back", async () => {
  const model = scriptedModel("<think>hm</think>Fine.");
  expect(await relay(model, { prompt: "How is it?" })).toMatchObject({ value: "Fine." });
  expect(model.calls[0]).toMatchObject({ messages: [{ role: "user", content: "How is it?" }] });
  expect(model.calls[0]).not.toHaveProperty("output");
});

test("a schema is made strict for providers, and an answer may leave out what has a default", async () => {
  const model = scriptedModel('Here: {"verdicts":[{"verdict":"yes"}]}');
  expect(await relay(model, { prompt: "?", schema })).toMatchObject({ value: '{"verdicts":[{"verdict":"yes"}]}' });
  expect(model.calls[0]?.output).toMatchObject({
    name: "Verdicts",
    schema: {
      additionalProperties: false,
      $defs: { Verdict: { required: ["verdict", "reason"], additionalProperties: false } },
    },
  });
});

test("an answer against the schema is asked for again, with what is wrong; after three there is none", async () => {
  const model = scriptedModel(['{"verdicts":[{"verdict":"perhaps"}]}', "", '{"verdicts":[]}']);
  const { value, answers } = await relay(model, { prompt: "?", schema });
  expect([value, answers.length]).toEqual(['{"verdicts":[]}', 3]);
  expect(model.calls[1]?.messages).toEqual([
    { role: "user", content: "?" },
    { role: "assistant", content: '{"verdicts":[{"verdict":"perhaps"}]}' },
    { role: "user", content: expect.stringContaining("verdicts") },
  ]);
  await expect(relay(scriptedModel("no JSON"), { prompt: "?", schema })).rejects.toThrow("no valid answer in 3 calls");
});
