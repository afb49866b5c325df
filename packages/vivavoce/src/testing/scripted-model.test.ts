import { describe, expect, test } from "vitest";
import { type ChatMessage, ModelError, type ModelRequest } from "../model/index.ts";
import { modelAnswerSchema } from "../shape/index.ts";
import { scriptedModel } from "./scripted-model.ts";

const asking = (content: string): ModelRequest => ({ messages: [{ role: "user", content }] });

describe("a script", () => {
  test("of one text answers every call with it", async () => {
    const model = scriptedModel("Hi");
    for (let count = 0; count < 3; count += 1) {
      await expect(model.call(asking("Hello"))).resolves.toEqual({ text: "Hi", toolCalls: [], finish: "stop" });
    }
  });

  test("of a list answers call by call, also when the calls are made at once", async () => {
    const model = scriptedModel(["one", "two", "three"]);
    const answers = await Promise.all([1, 2, 3].map(() => model.call(asking("next"))));
    expect(answers.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });

  test("that runs out says so, with what was asked", async () => {
    const model = scriptedModel(["one"]);
    await model.call(asking("first"));
    await expect(model.call(asking("second"))).rejects.toThrow(/1 answers, and this is call 2: “second”/);
  });

  test("of nothing runs out at once", async () => {
    await expect(scriptedModel([]).call(asking("x"))).rejects.toThrow(/0 answers, and this is call 1/);
  });

  test("of a function is given the request and the call's index", async () => {
    const model = scriptedModel(async ({ messages }, index) => `${index}: ${messages[0]?.content}`);
    await expect(model.call(asking("a"))).resolves.toMatchObject({ text: "0: a" });
    await expect(model.call(asking("b"))).resolves.toMatchObject({ text: "1: b" });
  });

  test("with an error throws that very error", async () => {
    const error = new ModelError({ message: "down", failure: "network" });
    const model = scriptedModel([error, "up again"]);
    await expect(model.call(asking("x"))).rejects.toBe(error);
    await expect(model.call(asking("x"))).resolves.toMatchObject({ text: "up again" });
    await expect(scriptedModel(error).call(asking("x"))).rejects.toBe(error);
    await expect(scriptedModel(() => error).call(asking("x"))).rejects.toBe(error);
  });
});

describe("an answer", () => {
  test("with tool calls ends for them, and numbers those without an id on through the conversation", async () => {
    const before: ChatMessage = { role: "assistant", content: "", toolCalls: [{ id: "x", name: "t", arguments: {} }] };
    const model = scriptedModel({
      toolCalls: [
        { name: "read", arguments: { path: "a" } },
        { name: "list", id: "mine" },
      ],
    });
    await expect(model.call({ messages: [before] })).resolves.toEqual({
      text: "",
      finish: "tool-calls",
      toolCalls: [
        { id: "call-2", name: "read", arguments: { path: "a" } },
        { id: "mine", name: "list", arguments: {} },
      ],
    });
  });

  test("keeps all that it gives", async () => {
    const given = {
      text: "4",
      finish: "length" as const,
      usage: { inputTokens: 1, outputTokens: 2 },
      cost: 0.1,
      servedModel: "m",
      warnings: ["w"],
      logprobs: [{ token: "4", logprob: 0, top: [] }],
    };
    const answer = await scriptedModel(given).call(asking("x"));
    expect(answer).toEqual({ ...given, toolCalls: [] });
    expect(modelAnswerSchema.parse(answer)).toEqual(answer);
  });
});

describe("its calls", () => {
  test("are kept as they were, whatever becomes of the request", async () => {
    const model = scriptedModel("Hi");
    const request = asking("Hello");
    await model.call(request);
    request.messages.push({ role: "assistant", content: "Hi" });
    await model.call(request);
    expect(model.calls.map(({ messages }) => messages.length)).toEqual([1, 2]);
  });

  test("that are cancelled are not made", async () => {
    const model = scriptedModel("Hi");
    const call = model.call(asking("x"), { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ failure: "cancelled" });
    expect(model.calls).toEqual([]);
  });
});

test("it is called what one calls it", () => {
  expect(scriptedModel("x").id).toBe("scripted:model");
  expect(scriptedModel("x", { id: "openai:gpt-5" }).id).toBe("openai:gpt-5");
});
