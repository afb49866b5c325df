import { describe, expect, test } from "vitest";
import { scriptedServer } from "../../testing/index.ts";
import { modelLimits } from "../model-limits.ts";
import type { WireRequest } from "./types.ts";
import { wireRoute } from "./wire-route.ts";

type WireSettings = Parameters<typeof wireRoute>[0];

const asked: WireRequest = {
  dialect: "openai-chat",
  path: "/v1/chat/completions",
  body: { model: "small", messages: [{ role: "user", content: "Hello" }] },
  headers: {},
};

describe("a budget", () => {
  const sent = async (settings: Partial<WireSettings>) => {
    await using server = await scriptedServer({ answer: "Hello." });
    const given = { choices: {}, environment: {}, prices: undefined, limits: modelLimits(), upstream: server.url };
    const { model } = wireRoute({ ...given, ...settings }, asked);
    const problem = await model.send(asked, {}).then(
      () => undefined,
      (error: Error) => error.message,
    );
    return { problem, calls: server.calls };
  };

  test("refuses a call of the agent's own client whose price nobody knows, before it is sent", async () => {
    expect(await sent({ maxCost: 1 })).toMatchObject({
      problem: expect.stringContaining("a cost limit of $1 cannot be kept"),
      calls: 0,
    });
  });

  test("lets it pass where there is a price, or no budget", async () => {
    expect(await sent({})).toMatchObject({ problem: undefined, calls: 1 });
    await using server = await scriptedServer({ answer: "Hello." });
    const prices = { [`${new URL(server.url).host}:small`]: { input: 1, output: 1 } };
    expect(await sent({ maxCost: 1, prices, upstream: server.url })).toMatchObject({ problem: undefined });
    expect(server.calls).toBe(1);
  });
});
