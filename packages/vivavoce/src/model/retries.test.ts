import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { instantTiming, scriptedServer } from "../testing/index.ts";
import { openModel } from "./open-model.ts";

const hello = { messages: [{ role: "user" as const, content: "Hello" }] };

describe("how often a model is tried again", () => {
  const down = () => scriptedServer({ answer: { fault: "status", status: 500 } });

  test.each([
    [undefined, 5],
    [0, 1],
    [2, 3],
  ])("retries: %s makes %i calls to a server that is down", async (retries, calls) => {
    await using server = await down();
    const spec = { model: "compatible:any", baseURL: server.url, retries };
    await expect(openModel(spec, { timing: instantTiming(), environment: {} }).call(hello)).rejects.toThrow("500");
    expect(server.calls).toBe(calls);
  });

  test("it is not part of what a server is sent", async () => {
    await using server = await scriptedServer();
    await openModel({ model: "compatible:any", baseURL: server.url, retries: 3 }, { environment: {} }).call(hello);
    expect(Object.keys(server.requests[0] ?? {}).sort()).toEqual(["messages", "model"]);
  });

  test.each([-1, 1.5, Number.NaN, 101])("%d is refused", (retries) => {
    const open = () => openModel({ model: "ollama:m", retries });
    expect(open).toThrow(InputError);
    expect(open).toThrow(/retries of the model "ollama:m"/);
    expect(open).toThrow("from 0 to 100");
  });
});
