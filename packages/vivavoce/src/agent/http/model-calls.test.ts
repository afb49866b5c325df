import { expect, test } from "vitest";
import { play } from "../../conversation/index.ts";
import { replyOf } from "../../shape/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { askingServer as start } from "./http-agent.test-helper.ts";
import { httpAgent } from "./http-agent.ts";
import { claimPort, endServers } from "./server-for.ts";

/** Nobody else is given its port, as long as this process lives. */
async function fixedUrl(): Promise<string> {
  return `http://127.0.0.1:${(await claimPort()).port}/chat`;
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
