import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { testPattern } from "../base/index.ts";
import { watchForStandstill } from "./standstill.ts";

test("a watch that ends while it looks what keeps the process busy leaves patterns as they were", async () => {
  for (let round = 0; round < 3; round++) {
    const endWatch = watchForStandstill(60_000);
    await endWatch.ready;
    // Nothing can interrupt this thread now, so the look is still under way when the watch ends.
    execFileSync(process.execPath, ["-e", "setTimeout(() => {}, 300)"]);
    endWatch();
    expect(testPattern("^a", "abc")).toBe("match");
  }
});
