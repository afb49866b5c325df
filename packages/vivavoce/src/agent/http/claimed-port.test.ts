import { createServer } from "node:net";
import { expect, test } from "vitest";
import { claimPort } from "./server-for.ts";

/** Tries this port first, then others at random. */
function firstAt(port: number): () => number {
  const tries = [(port - 16_000 + 0.5) / 16_000];
  return () => tries.shift() ?? Math.random();
}

test("a port that is claimed, or that somebody listens on, is not given to anybody else", async () => {
  const first = await claimPort();
  const second = await claimPort(firstAt(first.port));
  expect(second.port).not.toBe(first.port);
  first.release();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(first.port, "127.0.0.1", resolve));
  const third = await claimPort(firstAt(first.port));
  expect(third.port).not.toBe(first.port);
  await new Promise((resolve) => taken.close(resolve));
  const fourth = await claimPort(firstAt(first.port));
  expect(fourth.port).toBe(first.port);
  for (const { release } of [second, third, fourth]) release();
});
