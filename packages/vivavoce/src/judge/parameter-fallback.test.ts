import { describe, expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../model/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { withParameterFallback } from "./attempts.ts";

const request: ModelRequest = {
  messages: [{ role: "user", content: "x" }],
  seed: 1,
  topLogprobs: 5,
  output: { name: "answer", schema: {} },
};
let count = 0;

/** A model that refuses some fields, and says so in these words. */
function refusing(refused: Partial<Record<keyof ModelRequest, string>>, status = 400) {
  count += 1;
  return scriptedModel(
    (asked) => {
      const field = (Object.keys(refused) as (keyof ModelRequest)[]).find((name) => asked[name] !== undefined);
      return field ? new ModelError({ message: refused[field] ?? "", failure: "status", status }) : "fine";
    },
    { id: `test:refusing-${count}` },
  );
}
const sent = (model: ReturnType<typeof refusing>) => model.calls.map((one) => Object.keys(one).sort().join(" "));

describe("a model is asked without what it refuses", () => {
  test.each([
    ["a schema", { output: "'response_format' of type 'json_schema' is not supported" }, "messages seed topLogprobs"],
    ["a seed", { seed: "Unsupported parameter: seed" }, "messages output topLogprobs"],
    ["log-probabilities", { topLogprobs: "logprobs are not available" }, "messages output seed"],
  ])("%s", async (_name, refused, then) => {
    const model = refusing(refused);
    expect((await withParameterFallback(model).call(request)).text).toBe("fine");
    expect(sent(model)).toEqual(["messages output seed topLogprobs", then]);
  });

  test("one after the other, where its server says only that something is not supported", async () => {
    const words = "No endpoints found that can handle the requested parameters.";
    const model = refusing({ seed: words, topLogprobs: words, output: words }, 404);
    await withParameterFallback(model).call(request);
    expect(sent(model).at(-1)).toBe("messages");
    expect(model.calls).toHaveLength(4);
  });

  test("a limit on its answers that is longer than it can write", async () => {
    const model = refusing({ maxTokens: "max_tokens is too large: 17200. This model supports at most 4096" });
    await withParameterFallback(model).call({ ...request, maxTokens: 17_200 });
    expect(sent(model)).toEqual(["maxTokens messages output seed topLogprobs", "messages output seed topLogprobs"]);
  });

  test("bounds in a schema, while the schema stays", async () => {
    const item = { type: "string" };
    const bounded = { type: "array", items: item, minItems: 2, maxItems: 2 };
    const model = scriptedModel(({ output }) =>
      JSON.stringify(output).includes("maxItems")
        ? new ModelError({
            message: "For 'array' type, property 'maxItems' is not supported",
            failure: "status",
            status: 400,
          })
        : "fine",
    );
    const { warnings } = await withParameterFallback(model).call({
      ...request,
      output: { name: "a", schema: bounded },
    });
    expect(model.calls[1]?.output).toEqual({ name: "a", schema: { type: "array", items: item } });
    expect(warnings).toEqual([`${model.id} refuses bounds on the length of a list in a schema; Viva asked without`]);
  });

  test("and that is remembered, and said", async () => {
    const model = refusing({ output: "json_schema is not supported" });
    await withParameterFallback(model).call(request);
    const answer = await withParameterFallback(model).call(request);
    expect(model.calls).toHaveLength(3);
    expect(answer.warnings).toEqual([`${model.id} refuses a schema for its answers; Viva asked without`]);
  });

  test("of that model alone, so that another is not taken for it", async () => {
    await withParameterFallback(refusing({ output: "json_schema is not supported" })).call(request);
    const other = refusing({});
    await withParameterFallback(other).call(request);
    expect(sent(other)).toEqual(["messages output seed topLogprobs"]);
  });
});

describe("nothing is left out", () => {
  test.each([
    ["for an error about something else", "context length exceeded", 400],
    ["for a server's own failure", "response_format: internal error", 500],
    ["for a wrong key", "response_format needs a key", 401],
  ])("%s", async (_name, message, status) => {
    const error = new ModelError({ message, failure: "status", status });
    const model = scriptedModel(error, { id: `test:broken-${status}-${message}` });
    await expect(withParameterFallback(model).call(request)).rejects.toBe(error);
    expect(model.calls).toHaveLength(1);
  });

  test("that the request does not have", async () => {
    const error = new ModelError({ message: "json_schema is not supported", failure: "status", status: 400 });
    const model = scriptedModel(error, { id: "test:plain" });
    await expect(withParameterFallback(model).call({ messages: [] })).rejects.toBe(error);
  });

  test("and a signal is passed on", async () => {
    const call = withParameterFallback(scriptedModel("x")).call(request, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ failure: "cancelled" });
  });
});
