import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connectRedis, redisPlace, redisQueue } from "../packages/vivavoce/src/queue/index.ts";
import { startRedis } from "./servers.ts";

/** A way to a server on which connections can fall silent without being closed, as when a machine loses its network. */
async function wayTo(port: number) {
  let generation = 0;
  const way = createServer((near) => {
    const own = generation;
    const far = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (data) => own === generation && to.write(data));
      from.on("close", () => to.destroy());
      from.on("error", () => {});
    }
  });
  await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void way.close());
  const address = way.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const silence = () => {
    generation += 1;
  };
  return { port: address.port, silence };
}

test("a connection to Redis that falls silent is made again, and its commands are sent again", async () => {
  const server = await startRedis();
  if (!server) return;
  onTestFinished(() => server.remove());
  const way = await wayTo(server.port);
  const said: string[] = [];
  const connection = await connectRedis(redisPlace(`redis://127.0.0.1:${way.port}`), {
    patienceMs: 5_000,
    say: (text) => void said.push(text),
    signal: new AbortController().signal,
  });
  onTestFinished(() => connection.close());
  const queue = redisQueue(connection, "run");
  await queue.announce();
  way.silence();
  await queue.add([{ suite: 0, position: 0, trial: "/a/1" }]);
  expect(await queue.counts()).toEqual({ waiting: 1, active: 0 });
  expect(said).toEqual([expect.stringContaining("is away"), expect.stringContaining("is back")]);
});
