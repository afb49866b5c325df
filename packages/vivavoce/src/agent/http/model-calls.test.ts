import { createServer } from "node:net";
import { expect, test } from "vitest";
import { play } from "../../conversation/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { replyOf } from "../../transcript/index.ts";
import { httpAgent } from "./http-agent.ts";
import { endServers } from "./server-for.ts";

/** A server that asks a model as its environment says, and passes the trace on as OpenTelemetry would. */
const code = `
  require("node:http").createServer(async (request, response) => {
    const { message } = JSON.parse(Buffer.concat(await request.toArray()));
    const { OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
    const { traceparent } = request.headers;
    const answer = await fetch(OPENAI_BASE_URL + "/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer " + OPENAI_API_KEY, traceparent },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: message }] }),
    });
    const body = await answer.json();
    response.end(body.choices?.[0].message.content ?? JSON.stringify(body));
  }).listen(process.env.PORT, "127.0.0.1");`;
const start = { command: process.execPath, args: ["-e", code] };

async function fixedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/chat`;
}

test.each([
  ["a server of its own, by its token", async () => "http://127.0.0.1:{port}/chat"],
  ["a server that conversations share, by the trace", fixedUrl],
])("model calls of %s, are those of the conversation", async (_name, address) => {
  const agent = httpAgent({ name: "desk", url: await address(), start });
  const one = async (name: string) => {
    const model = scriptedModel([`${name} one`, `${name} two`]);
    const script = [{ content: `${name} a` }, { content: `${name} b` }];
    const { exchanges } = await play(agent, { id: name, script }, { models: { agent: model } });
    return exchanges.map((exchange) => [replyOf(exchange), exchange.modelCalls]);
  };
  const played = await Promise.all(["x", "y", "z"].map(one));
  expect(played).toEqual(
    ["x", "y", "z"].map((name) => [
      [`${name} one`, 1],
      [`${name} two`, 1],
    ]),
  );
  await endServers();
});
