import { expect, onTestFinished, test } from "vitest";
import { type Counts, countsOfTrial } from "../bench/performance/counted.ts";
import { serverProcess } from "../bench/server-process.ts";

// Ceilings to be lowered, never raised: each promise is a turn that every trial of every run takes.
test("a trial makes no more promises and serialises no more often than it must", async () => {
  const server = await serverProcess({ delayMs: 1 });
  onTestFinished(() => server.close());
  // The lowest of three: how often a call waits for its turn, and how many groups the disk makes of the records, depends on
  // how busy the machine is.
  const three: Counts[] = [];
  for (let round = 1; round <= 3; round++) three.push(await countsOfTrial("judged", server.url));
  const judged = three.reduce((least, one) => (one.promises < least.promises ? one : least));
  const unasked = await countsOfTrial("deterministic", server.url);
  expect(judged.promises).toBeLessThan(125);
  expect(judged.serialised).toBeLessThan(62);
  expect(unasked.promises).toBeLessThan(52);
  expect(unasked.serialised).toBeLessThan(15);
});
