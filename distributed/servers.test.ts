import { expect, onTestFinished, test } from "vitest";
import { startPostgres, startRedis } from "./servers.ts";

test.each([
  ["PostgreSQL", startPostgres],
  ["Redis", startRedis],
] as const)("%s starts, is killed, starts again and is removed", async (_, startServer) => {
  const server = await startServer();
  if (!server) return;
  onTestFinished(() => server.remove());
  await server.kill();
  await server.start();
  await server.restart();
  expect(server.url).toContain(String(server.port));
});
