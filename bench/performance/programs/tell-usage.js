// Loaded into every Node process that is measured: at its end it says what it used.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const used = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
    appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(used)}\n`);
  });
}
