import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { modelLimits } from "../model-limits.ts";
import type { WireRequest } from "./types.ts";
import { providerWire } from "./wire-model.ts";

const request: WireRequest = {
  dialect: "openai-chat",
  path: "/v1/chat/completions",
  body: { model: "m", messages: [{ role: "user", content: "Hello" }] },
  headers: {},
};

/** A model on loopback that breaks some connections without a word, counted from 1, and answers with the number. */
async function modelBreaking(...broken: number[]) {
  const seen = { asked: 0 };
  const server = createServer((incoming, response) => {
    seen.asked += 1;
    incoming.resume();
    const message = { content: String(seen.asked) };
    if (broken.includes(seen.asked)) incoming.socket.destroy();
    else response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }] }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`);
  const limiter = modelLimits().of("m");
  const model = providerWire({ id: "m", limiter, url, headers: {}, redact: (text) => text, cost: () => undefined });
  return { seen, ask: async () => (await model.send(request, {})).answer.text };
}

test("a call of an agent's own client that met a kept connection, closed meanwhile, is sent once more", async () => {
  const { ask } = await modelBreaking(2);
  expect([await ask(), await ask()]).toEqual(["1", "3"]);
});

test("one that broke a new connection is not: its client may try again", async () => {
  const { ask, seen } = await modelBreaking(1);
  await expect(ask()).rejects.toMatchObject({ failure: "network" });
  expect(seen.asked).toBe(1);
});
