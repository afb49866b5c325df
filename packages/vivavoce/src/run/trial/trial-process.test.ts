import { expect, test } from "vitest";
import { TrialProcess } from "./trial-process.ts";

// With a listener for each of them, Node warned of a leak as soon as eleven trials had processes of their own.
test("many processes at once share one listener for the end of this one", async () => {
  const before = process.listenerCount("exit");
  const processes = Array.from({ length: 3 }, () => new TrialProcess({}, [], 60_000, () => true));
  expect(process.listenerCount("exit")).toBe(before + 1);
  await Promise.all(processes.map((one) => one.end({ atOnce: true })));
});
