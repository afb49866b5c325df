import { spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { play } from "../../conversation/index.ts";
import { handshake, oneLine, say, shell } from "./command.test-helper.ts";

// Whatever a command does, nothing of it outlives its conversation. Linux shows what runs; elsewhere there is no /proc.
const onLinux = test.skipIf(process.platform !== "linux");

/** How many processes carry this mark in their environment. */
function alive(mark: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(join("/proc", pid, "environ"), "utf8").includes(mark) && isRunning(pid);
    } catch {
      return false;
    }
  }).length;
}

function isRunning(pid: string): boolean {
  readlinkSync(join("/proc", pid, "exe"));
  return true;
}

/** SIGKILL was sent by now; the kernel may need a moment. */
async function noneLeft(mark: string): Promise<number> {
  for (let looks = 0; looks < 100 && alive(mark) > 0; looks++) await sleep(20);
  return alive(mark);
}

const begun = `${handshake}; read -r say`;
const commands: [script: string, outcome: string, options?: object][] = [
  [`${begun}; sleep 60 & exit 1`, "crashed"],
  [`${begun}; sleep 60 & kill -9 $$`, "crashed"],
  [`${begun}; exec sleep 60`, "time-limit", { firstMs: 200 }],
  ["sleep 60 & exec sleep 60", "infrastructure", { startMs: 200 }],
  [`trap '' TERM; ${begun}; while :; do sleep 1; done`, "time-limit", { firstMs: 200 }],
  [`${begun}; exec yes '{"type":"note"}'`, "protocol"],
  [`${begun}; exec yes`, "protocol"],
  [`${begun}; printf '{"type":'; sleep 60 & exit 0`, "protocol"],
  [`${begun}; exec tr '\\0' x </dev/zero`, "protocol"],
  [`${begun}; head -c 100000000 /dev/zero | tr '\\0' x; echo`, "protocol"],
];

onLinux("no process is left behind by 50 commands that misbehave, nor memory taken up", async () => {
  const mark = `viva-left-behind-${process.pid}`;
  const before = process.memoryUsage().rss;
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => commands)
      .flat()
      .map(async ([script, , options]) => {
        const { outcome } = await play(shell(script, { env: { LEFT_BEHIND: mark }, ...options }), oneLine);
        return "reason" in outcome ? outcome.reason : outcome.kind;
      }),
  );
  expect(outcomes).toEqual(Array.from({ length: 5 }, () => commands.map(([, outcome]) => outcome)).flat());
  expect(await noneLeft(mark)).toBe(0);
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
});

onLinux("nor by a run that is stopped, before the handshake or after it", async () => {
  const mark = `viva-left-behind-${process.pid}-stopped`;
  const playing = [`${begun}; cat >/dev/null`, "sleep 60 & exec sleep 60"].map(async (script) => {
    const stop = new AbortController();
    const played = play(shell(script, { env: { LEFT_BEHIND: mark } }), oneLine, { signal: stop.signal });
    for (let looks = 0; looks < 500 && alive(mark) < 2; looks++) await sleep(10);
    stop.abort();
    await expect(played).rejects.toThrow();
  });
  await Promise.all(playing);
  expect(await noneLeft(mark)).toBe(0);
});

onLinux.each([
  ["is interrupted", "SIGTERM"],
  ["is killed", "SIGKILL"],
] as const)("nor when Viva itself %s", async (_name, signal) => {
  const mark = `viva-left-behind-${process.pid}-${signal}`;
  const script = `trap '' TERM; ${handshake}; read -r say; ${say("one moment")}; sleep 60 & sleep 60; sleep 60`;
  const source = `
    const { commandAgent, play } = await import(${JSON.stringify(join(import.meta.dirname, "../../index.ts"))});
    const agent = commandAgent({ command: "sh", args: ["-c", ${JSON.stringify(script)}], env: { LEFT_BEHIND: ${JSON.stringify(mark)} } });
    process.on("SIGTERM", () => process.exit());
    console.log("ready");
    await play(agent, ${JSON.stringify(oneLine)});`;
  const viva = spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => viva.stdout.once("data", resolve));
  for (let looks = 0; looks < 500 && alive(mark) < 2; looks++) await sleep(10);
  expect(alive(mark)).toBeGreaterThan(1);
  viva.kill(signal);
  expect(await noneLeft(mark)).toBe(0);
});
