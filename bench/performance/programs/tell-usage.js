// Loaded into every Node process that is measured: at its end it says what it used.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  // A test runner ends its workers with a signal, after which nothing would be said.
  if (process.connected) process.once("SIGTERM", () => process.exit(143));
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const user = userCPUTime / 1e6;
    const used = { cpu: user + systemCPUTime / 1e6, user, memory: maxRSS * 1024 };
    appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(used)}\n`);
  });
}
