import { describe, expect, test } from "vitest";
import { scriptedModel } from "../testing/index.ts";
import { withSettings } from "./open-model.ts";
import type { ModelSettings } from "./types.ts";

const hello = { messages: [{ role: "user" as const, content: "Hello" }] };
const every: Required<ModelSettings> = { temperature: 0, maxTokens: 100, seed: 7, topP: 0.9, stop: ["END"] };

/** What a model with settings is asked in the end. */
async function asked(settings: ModelSettings, request: ModelSettings = {}) {
  const model = scriptedModel("Hi");
  await withSettings(model, settings).call({ ...hello, ...request });
  return model.calls[0];
}

describe("a model's settings", () => {
  test("are in every request", async () => {
    expect(await asked(every)).toStrictEqual({ ...hello, ...every });
  });

  test("give way to those of a request, even to a zero or an empty list", async () => {
    const own = { temperature: 1, maxTokens: 0, seed: 0, topP: 0, stop: [] };
    expect(await asked(every, own)).toStrictEqual({ ...hello, ...own });
  });

  test("do not give way to a request that leaves them undefined", async () => {
    expect(await asked(every, { temperature: undefined, stop: undefined })).toStrictEqual({ ...hello, ...every });
  });

  test("are only settings: where a server listens is not sent to it", async () => {
    const spec = { model: "ollama:m", baseURL: "http://x.test", keyVariable: "K", timeoutMs: 1, seed: 1 };
    expect(await asked(spec)).toStrictEqual({ ...hello, seed: 1 });
  });

  test("that are empty leave the model as it is", () => {
    const model = scriptedModel("Hi");
    expect(withSettings(model, { temperature: undefined })).toBe(model);
  });
});

test("its name and its answers are the model's own, and so is what cancels it", async () => {
  const model = withSettings(scriptedModel("Hi", { id: "a:b" }), every);
  expect(model.id).toBe("a:b");
  await expect(model.call(hello)).resolves.toMatchObject({ text: "Hi" });
  await expect(model.call(hello, { signal: AbortSignal.abort() })).rejects.toMatchObject({ failure: "cancelled" });
});

test("the request that was given is left as it was", async () => {
  const request = Object.freeze({ ...hello });
  await withSettings(scriptedModel("Hi"), every).call(request);
  expect(request).toStrictEqual(hello);
});
