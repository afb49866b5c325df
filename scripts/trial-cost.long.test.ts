import { expect, onTestFinished, test } from "vitest";
import { countsOfTrial } from "../bench/performance/counted.ts";
import { serverProcess } from "../bench/server-process.ts";

// Ceilings to be lowered, never raised: each promise is a turn that every trial of every run takes.
test("a trial makes no more promises and serialises no more often than it must", async () => {
  const server = await serverProcess({ delayMs: 1 });
  onTestFinished(() => server.close());
  const judged = await countsOfTrial("judged", server.url);
  const unasked = await countsOfTrial("deterministic", server.url);
  expect(judged.promises).toBeLessThan(127);
  expect(judged.serialised).toBeLessThan(88);
  expect(unasked.promises).toBeLessThan(54);
  expect(unasked.serialised).toBeLessThan(18);
});
